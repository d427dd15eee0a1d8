-- When traces that start in a minute of a project have changed: what was made of them stands for as long as the state does,
-- which is drawn anew with whatever writes, replaces or deletes there. Minutes are those of start_ns / 60000000000.
CREATE TABLE trace_minutes (
  project INTEGER NOT NULL,
  minute INTEGER NOT NULL,
  state INTEGER NOT NULL,
  PRIMARY KEY (project, minute)
) STRICT, WITHOUT ROWID;
INSERT INTO trace_minutes (project, minute, state)
  SELECT project, start_ns / 60000000000, random() >> 11 FROM traces GROUP BY 1, 2;

CREATE TRIGGER trace_minutes_come AFTER INSERT ON traces BEGIN
  INSERT INTO trace_minutes (project, minute, state) VALUES (NEW.project, NEW.start_ns / 60000000000, random() >> 11)
    ON CONFLICT DO UPDATE SET state = excluded.state;
END;
CREATE TRIGGER trace_minutes_change AFTER UPDATE ON traces BEGIN
  INSERT INTO trace_minutes (project, minute, state) VALUES (NEW.project, NEW.start_ns / 60000000000, random() >> 11)
    ON CONFLICT DO UPDATE SET state = excluded.state;
END;

-- A minute goes with its last trace. Those before 1970 end at their number, as integers are divided.
CREATE TRIGGER trace_minutes_leave AFTER UPDATE OF start_ns ON traces
  WHEN OLD.start_ns / 60000000000 <> NEW.start_ns / 60000000000 BEGIN
  UPDATE trace_minutes SET state = random() >> 11
    WHERE project = OLD.project AND minute = OLD.start_ns / 60000000000;
  DELETE FROM trace_minutes WHERE project = OLD.project AND minute = OLD.start_ns / 60000000000 AND NOT EXISTS (
    SELECT 1 FROM traces WHERE project = OLD.project
      AND start_ns >= minute * 60000000000 - IIF(minute > 0, 0, 59999999999)
      AND start_ns <= minute * 60000000000 + IIF(minute < 0, 0, 59999999999));
END;
CREATE TRIGGER trace_minutes_go AFTER DELETE ON traces BEGIN
  UPDATE trace_minutes SET state = random() >> 11
    WHERE project = OLD.project AND minute = OLD.start_ns / 60000000000;
  DELETE FROM trace_minutes WHERE project = OLD.project AND minute = OLD.start_ns / 60000000000 AND NOT EXISTS (
    SELECT 1 FROM traces WHERE project = OLD.project
      AND start_ns >= minute * 60000000000 - IIF(minute > 0, 0, 59999999999)
      AND start_ns <= minute * 60000000000 + IIF(minute < 0, 0, 59999999999));
END;
