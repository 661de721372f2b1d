"""Libraries that need more than pip can install, asked for where a message can still help."""

from __future__ import annotations

from vision.errors import ModelError


def require_opencv() -> None:
    """Import OpenCV before it is needed.

    Raises ModelError with the way out when a bare server lacks the system libraries that it links to.
    """
    try:
        import cv2  # noqa: F401  # only whether it can be imported is asked
    except ImportError as error:
        raise ModelError(
            "opencv",
            f"OpenCV cannot be started ({error}); on a bare Debian or Ubuntu server install what it needs "
            "with: apt install libgl1 libglib2.0-0",
            because=error,
        ) from error
