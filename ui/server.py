"""Starts the web app's server in this process."""

from __future__ import annotations

import socket
from pathlib import Path

from scoring.errors import PomonaError

APP = Path(__file__).parents[1] / "app.py"


class ServerError(PomonaError):
    """The app cannot be served."""

    code = "server"


def serve(port: int, *, browser: bool) -> None:
    """Serve the app until it is stopped.

    Raises ServerError when the port is taken.
    """
    _check_free(port)
    import typer
    from streamlit.web import cli as streamlit

    phone = _address_in_this_network()
    typer.echo(f"Pomona: http://localhost:{port}" + (f"  on a phone: http://{phone}:{port}" if phone else ""))
    options = {
        "server.port": port,
        "server.headless": str(not browser).lower(),
        "server.showEmailPrompt": "false",
        # Named, so that Streamlit does not ask a server outside for this machine's address.
        "browser.serverAddress": "localhost",
        "browser.gatherUsageStats": "false",
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    streamlit.main(["run", str(APP), *flags], standalone_mode=False)


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            raise ServerError(
                f"port {port} cannot be used ({error.strerror}); choose another one with --port."
            ) from error


def _address_in_this_network() -> str | None:
    """This machine's address as phones beside it see it. Nothing is sent: the socket only picks a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
