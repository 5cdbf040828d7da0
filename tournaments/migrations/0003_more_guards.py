"""The rest of what the ORM cannot say: rows stay where they belong, what refers to each other
belongs together, a result moves on and never back, and nothing kept is emptied at a stroke.

Every check is one look-up by primary keys, and only where there is something to look at.
"""

from django.db import migrations, models

RAISE = "USING ERRCODE = 'integrity_constraint_violation'"

STAYS = {
    "tournament": ["club_id"],
    "stage": ["tournament_id"],
    "round": ["stage_id"],
    "entry": ["tournament_id"],
    "player": ["club_id"],
    "membership": ["club_id", "user_id"],
    "series": ["club_id", "round_id", "game"],
    "seat": ["series_id", "round_id"],
    "match": ["series_id"],
    "record": ["match_id"],
}
"""Table ↦ what never changes of its rows: so the checks below hold from both sides."""
STAY_FUNCTION = f"""
CREATE FUNCTION teien_refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a row of % stays where it belongs', TG_TABLE_NAME {RAISE};
END $$;
"""

BELONGS = {
    "a_table_plays_its_tournaments_game": (
        "series", "INSERT", "NEW.round_id IS NOT NULL",
        # The lock: nobody changes the tournament's game until the table is there.
        """1 FROM tournaments_round r JOIN tournaments_stage s ON s.id = r.stage_id
        JOIN tournaments_tournament t ON t.id = s.tournament_id
        WHERE r.id = NEW.round_id AND t.club_id = NEW.club_id AND t.game = NEW.game
        FOR SHARE OF t""",
    ),
    "a_drawn_tournament_keeps_its_game": (
        "tournament", "UPDATE OF game", "OLD.game IS DISTINCT FROM NEW.game",
        """1 WHERE NOT EXISTS (SELECT FROM tournaments_series v
        JOIN tournaments_round r ON r.id = v.round_id JOIN tournaments_stage s ON s.id = r.stage_id
        WHERE s.tournament_id = NEW.id)""",
    ),
    "a_seat_is_for_a_player_of_the_club": (
        "seat", "INSERT OR UPDATE OF player_id", None,
        """1 FROM tournaments_series v JOIN tournaments_player p ON p.club_id = v.club_id
        WHERE v.id = NEW.series_id AND p.id = NEW.player_id""",
    ),
    # The key (series_id, round_id) looks away where the round is missing.
    "a_seat_is_in_the_round_of_its_series": (
        "seat", "INSERT", None,
        """1 FROM tournaments_series v
        WHERE v.id = NEW.series_id AND v.round_id IS NOT DISTINCT FROM NEW.round_id""",
    ),
    "a_match_with_a_result_keeps_what_is_played": (
        "match", "UPDATE OF setup, number", "(OLD.setup, OLD.number) <> (NEW.setup, NEW.number)",
        "1 WHERE NOT EXISTS (SELECT FROM tournaments_result r WHERE r.match_id = NEW.id)",
    ),
    "an_entry_is_for_a_player_of_the_club": (
        "entry", "INSERT OR UPDATE OF player_id", None,
        """1 FROM tournaments_tournament t JOIN tournaments_player p ON p.club_id = t.club_id
        WHERE t.id = NEW.tournament_id AND p.id = NEW.player_id""",
    ),
    "replaced_in_its_own_tournament": (
        "entry", "INSERT OR UPDATE OF replaced_by_id", "NEW.replaced_by_id IS NOT NULL",
        """1 FROM tournaments_entry e
        WHERE e.id = NEW.replaced_by_id AND e.tournament_id = NEW.tournament_id""",
    ),
    "merged_in_its_own_club": (
        "player", "INSERT OR UPDATE OF merged_into_id", "NEW.merged_into_id IS NOT NULL",
        "1 FROM tournaments_player p WHERE p.id = NEW.merged_into_id AND p.club_id = NEW.club_id",
    ),
    "a_score_is_for_a_seat_of_its_match": (
        "score", "INSERT", None,
        """1 FROM tournaments_result r JOIN tournaments_match m ON m.id = r.match_id
        JOIN tournaments_seat s ON s.series_id = m.series_id
        WHERE r.id = NEW.result_id AND s.id = NEW.seat_id""",
    ),
    "effective_in_its_own_tournament": (
        "result", "INSERT", "NEW.effective_round_id IS NOT NULL",
        """1 FROM tournaments_match m JOIN tournaments_series v ON v.id = m.series_id
        JOIN tournaments_round r ON r.id = v.round_id JOIN tournaments_stage s ON s.id = r.stage_id
        JOIN tournaments_stage s2 ON s2.tournament_id = s.tournament_id
        JOIN tournaments_round r2 ON r2.stage_id = s2.id
        WHERE m.id = NEW.match_id AND r2.id = NEW.effective_round_id""",
    ),
    "a_board_of_the_club_or_shipped": (
        "match", "INSERT OR UPDATE OF board_version_id", "NEW.board_version_id IS NOT NULL",
        """1 FROM tournaments_series v JOIN tournaments_boardversion b
        ON b.club_id IS NULL OR b.club_id = v.club_id
        WHERE v.id = NEW.series_id AND b.id = NEW.board_version_id""",
    ),
    "tiles_of_the_club_or_shipped": (
        "match", "INSERT OR UPDATE OF tile_set_version_id", "NEW.tile_set_version_id IS NOT NULL",
        """1 FROM tournaments_series v JOIN tournaments_tilesetversion b
        ON b.club_id IS NULL OR b.club_id = v.club_id
        WHERE v.id = NEW.series_id AND b.id = NEW.tile_set_version_id""",
    ),
    "a_tournament_is_in_its_clubs_journal": (
        "journalentry", "INSERT", "NEW.tournament_id IS NOT NULL",
        """1 FROM tournaments_tournament t
        WHERE t.id = NEW.tournament_id AND t.club_id = NEW.club_id""",
    ),
    "undone_in_its_own_journal": (
        "journalentry", "INSERT", "NEW.undoes_id IS NOT NULL",
        "1 FROM tournaments_journalentry j WHERE j.id = NEW.undoes_id AND j.club_id = NEW.club_id",
    ),
}
"""Name ↦ (table, when it is asked, if at all, what must be found)."""

RESULTS = f"""
DROP TRIGGER results_keep_their_content ON tournaments_result;
CREATE FUNCTION teien_move_result() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moves boolean := NEW.state <> OLD.state;
BEGIN
    IF (OLD.id, OLD.match_id, OLD.revision, OLD.source, OLD.sheet, OLD."end",
        OLD.effective_round_id, OLD.reported_by_id, OLD.reported_at)
        IS DISTINCT FROM
        (NEW.id, NEW.match_id, NEW.revision, NEW.source, NEW.sheet, NEW."end",
        NEW.effective_round_id, NEW.reported_by_id, NEW.reported_at)
    OR OLD.reason <> NEW.reason AND NOT (moves AND NEW.state = 'disputed')
    OR (OLD.confirmed_by_id, OLD.confirmed_at)
        IS DISTINCT FROM (NEW.confirmed_by_id, NEW.confirmed_at) AND NOT moves
    THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME {RAISE};
    END IF;
    IF moves AND (OLD.state = 'superseded' OR NEW.state = 'reported') THEN
        RAISE EXCEPTION 'a result never goes from % to %', OLD.state, NEW.state {RAISE};
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER results_only_move_on BEFORE UPDATE ON tournaments_result
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION teien_move_result();
"""
OLD_RESULTS = """
DROP TRIGGER results_only_move_on ON tournaments_result;
DROP FUNCTION teien_move_result;
CREATE TRIGGER results_keep_their_content BEFORE UPDATE OF match_id, revision, source, sheet, "end",
    reported_by_id, reported_at ON tournaments_result
    FOR EACH ROW WHEN (
        (OLD.match_id, OLD.revision, OLD.source, OLD.sheet, OLD."end", OLD.reported_by_id, OLD.reported_at)
        IS DISTINCT FROM
        (NEW.match_id, NEW.revision, NEW.source, NEW.sheet, NEW."end", NEW.reported_by_id, NEW.reported_at)
    ) EXECUTE FUNCTION teien_refuse_change();
"""

DATA = ["boardversion", "tilesetversion"]
KEPT = ["journalentry", "result", "score", "snapshot"]
TRUNCATE_FUNCTION = f"""
CREATE FUNCTION teien_refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Only the test suite sets this, to empty its own database between tests.
    IF current_setting('teien.may_truncate', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION '% is never emptied', TG_TABLE_NAME {RAISE};
    END IF;
    RETURN NULL;
END $$;
"""


def stay(table, columns):
    differs = " OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in columns)
    return migrations.RunSQL(
        f"CREATE TRIGGER stays_where_it_belongs BEFORE UPDATE OF {', '.join(columns)} "
        f"ON tournaments_{table} FOR EACH ROW WHEN ({differs}) EXECUTE FUNCTION teien_refuse_move()",
        f"DROP TRIGGER stays_where_it_belongs ON tournaments_{table}",
    )


def belong(name, table, events, condition, found):
    when = f"WHEN ({condition})" if condition else ""
    return migrations.RunSQL(
        f"""
        CREATE FUNCTION teien_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM {found};
            IF NOT FOUND THEN
                RAISE EXCEPTION 'tournaments_{table} breaks "{name}"' {RAISE}, CONSTRAINT = '{name}';
            END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER {name} BEFORE {events} ON tournaments_{table}
            FOR EACH ROW {when} EXECUTE FUNCTION teien_{name}();
        """,
        f"DROP TRIGGER {name} ON tournaments_{table}; DROP FUNCTION teien_{name};",
    )


def immutable(table):
    return migrations.RunSQL(
        f"CREATE TRIGGER never_changes BEFORE UPDATE ON tournaments_{table} FOR EACH ROW "
        "WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION teien_refuse_change()",
        f"DROP TRIGGER never_changes ON tournaments_{table}",
    )


def never_emptied(table):
    return migrations.RunSQL(
        f"CREATE TRIGGER never_emptied BEFORE TRUNCATE ON tournaments_{table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION teien_refuse_truncate()",
        f"DROP TRIGGER never_emptied ON tournaments_{table}",
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_guards")]

    operations = [
        migrations.AddField(
            model_name="series",
            name="seed",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("game__in", ["niwa", "gazebo", "gnome_hollow"])),
                name="known_series_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("seed", None), ("round", None), _connector="OR"),
                name="a_table_has_its_rounds_seed",
            ),
        ),
        migrations.RunSQL(STAY_FUNCTION, "DROP FUNCTION teien_refuse_move"),
        *[stay(table, columns) for table, columns in STAYS.items()],
        *[belong(name, *check) for name, check in BELONGS.items()],
        migrations.RunSQL(RESULTS, OLD_RESULTS),
        *[immutable(table) for table in DATA],
        migrations.RunSQL(TRUNCATE_FUNCTION, "DROP FUNCTION teien_refuse_truncate"),
        *[never_emptied(table) for table in KEPT],
    ]
