"""The tables as the steps make them are those that the code maps, from wherever one starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

from ledger import migrations, nights
from ledger.address import find
from ledger.models import Base
from ledger.store import open_book
from tests.ledger.makers import ORCHARD


@pytest.fixture
def engine(url: str):
    made = create_engine(find(url).url)
    yield made
    made.dispose()


def differences(engine: Engine) -> list:
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata)


def test_from_an_empty_database(url, engine, tmp_path):
    open_book(url, tmp_path / "home").close()
    assert differences(engine) == []
    with engine.connect() as connection:
        assert migrations.current(connection) == migrations.HEAD


def test_from_the_first_form_with_what_it_holds(url, engine, tmp_path):
    with engine.begin() as connection:
        migrations.upgrade(connection, "0001")
        connection.execute(
            text(
                "INSERT INTO nights (id, game, date, place, note, rules, started, changed, revision) VALUES "
                "('00112233aabbccdd', 'orchard', '2026-01-02', 'Hut', '', '{}', '2026-01-02 20:00:00', "
                "'2026-01-02 20:00:00', 0)"
            )
        )
    assert differences(engine) != []
    book = open_book(url, tmp_path / "home")
    night = nights.save_layout(book, "00112233aabbccdd", None, ORCHARD)
    assert (night.place, night.date.isoformat(), night.layouts[0].total) == ("Hut", "2026-01-02", 6)
    book.close()
    assert differences(engine) == []


def test_every_step_can_be_taken_back(engine):
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    config.set_main_option("path_separator", "os")
    for _ in range(2):
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            migrations.upgrade(connection)
            command.downgrade(config, "base")
    assert inspect(engine).get_table_names() == ["alembic_version"]


def test_the_newest_step_is_the_one_that_is_named():
    steps = sorted(path.stem for path in (Path(migrations.FOLDER) / "versions").glob("0*.py"))
    assert steps[-1].partition("_")[0] == migrations.HEAD
