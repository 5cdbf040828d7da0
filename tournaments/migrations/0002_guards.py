"""What the ORM cannot say: the journal is append-only, a result's content never changes, and a
seat's round is its series' round."""

from django.db import migrations

APPEND_ONLY = """
CREATE FUNCTION teien_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE ON tournaments_journalentry
    FOR EACH ROW EXECUTE FUNCTION teien_refuse_change();
CREATE TRIGGER scores_never_change BEFORE UPDATE OR DELETE ON tournaments_score
    FOR EACH ROW EXECUTE FUNCTION teien_refuse_change();
CREATE TRIGGER results_keep_their_content BEFORE UPDATE OF match_id, revision, source, sheet, "end",
    reported_by_id, reported_at ON tournaments_result
    FOR EACH ROW WHEN (
        (OLD.match_id, OLD.revision, OLD.source, OLD.sheet, OLD."end", OLD.reported_by_id, OLD.reported_at)
        IS DISTINCT FROM
        (NEW.match_id, NEW.revision, NEW.source, NEW.sheet, NEW."end", NEW.reported_by_id, NEW.reported_at)
    ) EXECUTE FUNCTION teien_refuse_change();
CREATE TRIGGER results_are_never_deleted BEFORE DELETE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION teien_refuse_change();
CREATE TRIGGER closed_standings_never_change BEFORE UPDATE OR DELETE ON tournaments_snapshot
    FOR EACH ROW WHEN (OLD.revision > 0) EXECUTE FUNCTION teien_refuse_change();
"""
NO_GUARDS = """
DROP TRIGGER journal_is_append_only ON tournaments_journalentry;
DROP TRIGGER scores_never_change ON tournaments_score;
DROP TRIGGER results_keep_their_content ON tournaments_result;
DROP TRIGGER results_are_never_deleted ON tournaments_result;
DROP TRIGGER closed_standings_never_change ON tournaments_snapshot;
DROP FUNCTION teien_refuse_change;
"""
SEAT_ROUND = """
ALTER TABLE tournaments_series ADD CONSTRAINT series_and_its_round UNIQUE (id, round_id);
ALTER TABLE tournaments_seat ADD CONSTRAINT a_seat_is_in_its_series_round
    FOREIGN KEY (series_id, round_id) REFERENCES tournaments_series (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
"""
NO_SEAT_ROUND = """
ALTER TABLE tournaments_seat DROP CONSTRAINT a_seat_is_in_its_series_round;
ALTER TABLE tournaments_series DROP CONSTRAINT series_and_its_round;
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RunSQL(APPEND_ONLY, NO_GUARDS),
        migrations.RunSQL(SEAT_ROUND, NO_SEAT_ROUND),
    ]
