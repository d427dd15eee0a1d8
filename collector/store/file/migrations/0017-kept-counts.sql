-- What a trace's own row says, with how many traces say so, and how many of these have AI spans: filters are offered, and
-- lists of one such name know their total, without counting. How many spans they have is kept of trace_name alone: of the
-- other names it is asked of the spans themselves (facet_values).
CREATE TABLE trace_names (
  project INTEGER NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  traces INTEGER NOT NULL,
  genai_traces INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  PRIMARY KEY (project, field, value)
) STRICT, WITHOUT ROWID;

-- Of traces stored before, in one go through their rows.
CREATE TEMP TABLE named AS
  SELECT project, environment, service_name, user_id, session_id, trace_name, COUNT(*) AS traces, SUM(genai) AS genai_traces,
    SUM(span_count) AS spans
  FROM traces GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO trace_names (project, field, value, traces, genai_traces, spans)
  SELECT project, field, value, SUM(traces), SUM(genai_traces), SUM(spans) FROM (
    SELECT project, 'environment' AS field, environment AS value, traces, genai_traces, 0 AS spans FROM named
    UNION ALL SELECT project, 'service_name', service_name, traces, genai_traces, 0 FROM named
    UNION ALL SELECT project, 'user_id', user_id, traces, genai_traces, 0 FROM named
    UNION ALL SELECT project, 'session_id', session_id, traces, genai_traces, 0 FROM named
    UNION ALL SELECT project, 'trace_name', trace_name, traces, genai_traces, spans FROM named
  ) WHERE value IS NOT NULL GROUP BY project, field, value;
DROP TABLE named;

-- The most frequent are offered, however many there are.
CREATE INDEX trace_names_by_traces ON trace_names (project, field, traces DESC, value);
CREATE INDEX trace_names_by_spans ON trace_names (project, spans DESC, value) WHERE field = 'trace_name';
-- Of what spans say, users and sessions may be many.
-- (IN would make a table of the two with every row that is written.)
CREATE INDEX facet_values_by_spans ON facet_values (project, facet, spans DESC, value)
  WHERE facet = 'user_id' OR facet = 'session_id';
DROP INDEX traces_by_names;

CREATE TRIGGER trace_names_come AFTER INSERT ON traces BEGIN
  INSERT INTO trace_names (project, field, value, traces, genai_traces, spans)
    SELECT NEW.project, field, value, 1, NEW.genai, spans FROM (
      SELECT 'environment' AS field, NEW.environment AS value, 0 AS spans
      UNION ALL SELECT 'service_name', NEW.service_name, 0
      UNION ALL SELECT 'user_id', NEW.user_id, 0
      UNION ALL SELECT 'session_id', NEW.session_id, 0
      UNION ALL SELECT 'trace_name', NEW.trace_name, NEW.span_count
    ) WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET traces = traces + 1, genai_traces = genai_traces + excluded.genai_traces,
      spans = spans + excluded.spans;
END;

CREATE TRIGGER trace_names_go AFTER DELETE ON traces BEGIN
  UPDATE trace_names SET traces = traces - 1, genai_traces = genai_traces - OLD.genai,
      spans = spans - IIF(field = 'trace_name', OLD.span_count, 0)
    WHERE project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('service_name', OLD.service_name), ('user_id', OLD.user_id),
        ('session_id', OLD.session_id), ('trace_name', OLD.trace_name));
  DELETE FROM trace_names WHERE traces = 0 AND project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('service_name', OLD.service_name), ('user_id', OLD.user_id),
        ('session_id', OLD.session_id), ('trace_name', OLD.trace_name));
END;

-- Under the same names: as its spans come.
CREATE TRIGGER trace_names_count AFTER UPDATE OF span_count ON traces
  WHEN NEW.span_count <> OLD.span_count AND NEW.trace_name = OLD.trace_name BEGIN
  UPDATE trace_names SET spans = spans + NEW.span_count - OLD.span_count
    WHERE project = NEW.project AND field = 'trace_name' AND value = NEW.trace_name;
END;

-- Under others, or with its first AI span. What stays is added before it is taken away.
CREATE TRIGGER trace_names_change AFTER UPDATE OF environment, service_name, user_id, session_id, trace_name, genai ON traces
  WHEN (NEW.environment, NEW.service_name, NEW.user_id, NEW.session_id, NEW.trace_name, NEW.genai)
    IS NOT (OLD.environment, OLD.service_name, OLD.user_id, OLD.session_id, OLD.trace_name, OLD.genai) BEGIN
  INSERT INTO trace_names (project, field, value, traces, genai_traces, spans)
    SELECT NEW.project, field, value, 1, NEW.genai, spans FROM (
      SELECT 'environment' AS field, NEW.environment AS value, 0 AS spans
      UNION ALL SELECT 'service_name', NEW.service_name, 0
      UNION ALL SELECT 'user_id', NEW.user_id, 0
      UNION ALL SELECT 'session_id', NEW.session_id, 0
      UNION ALL SELECT 'trace_name', NEW.trace_name, IIF(NEW.trace_name = OLD.trace_name, 0, NEW.span_count)
    ) WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET traces = traces + 1, genai_traces = genai_traces + excluded.genai_traces,
      spans = spans + excluded.spans;
  UPDATE trace_names SET traces = traces - 1, genai_traces = genai_traces - OLD.genai,
      spans = spans - IIF(field = 'trace_name' AND NEW.trace_name <> OLD.trace_name, OLD.span_count, 0)
    WHERE project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('service_name', OLD.service_name), ('user_id', OLD.user_id),
        ('session_id', OLD.session_id), ('trace_name', OLD.trace_name));
  DELETE FROM trace_names WHERE traces = 0 AND project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('service_name', OLD.service_name), ('user_id', OLD.user_id),
        ('session_id', OLD.session_id), ('trace_name', OLD.trace_name));
END;

-- How many spans wait for search, kept with every commit: one row, and none while none waits.
CREATE TABLE search_waiting (
  id INTEGER PRIMARY KEY,
  spans INTEGER NOT NULL
) STRICT;
INSERT INTO search_waiting (id, spans) SELECT 1, COUNT(*) FROM search_queue HAVING COUNT(*) > 0;
