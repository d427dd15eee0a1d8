-- What a session takes from its traces is kept with every change of one of them: however many traces it has, a commit costs
-- the same. Where the trace starts that each of these comes from: most changes of others are seen to change nothing.
ALTER TABLE sessions ADD COLUMN user_at INTEGER;
ALTER TABLE sessions ADD COLUMN environment_at INTEGER;
ALTER TABLE sessions ADD COLUMN service_at INTEGER;
ALTER TABLE sessions ADD COLUMN input_at INTEGER;
ALTER TABLE sessions ADD COLUMN output_at INTEGER;

-- The first and the last of a session are found without sorting those of one time.
DROP INDEX traces_by_session;
CREATE INDEX traces_by_session ON traces (session, start_ns, trace_id) WHERE session IS NOT NULL;
UPDATE sessions SET
  user_at = (SELECT start_ns FROM traces WHERE session = sessions.id AND user_id IS NOT NULL
    ORDER BY start_ns, trace_id LIMIT 1),
  environment_at = (SELECT start_ns FROM traces WHERE session = sessions.id AND environment IS NOT NULL
    ORDER BY start_ns, trace_id LIMIT 1),
  service_at = (SELECT start_ns FROM traces WHERE session = sessions.id AND service_name IS NOT NULL
    ORDER BY start_ns, trace_id LIMIT 1),
  input_at = (SELECT start_ns FROM traces WHERE session = sessions.id AND input_preview IS NOT NULL
    ORDER BY start_ns, trace_id LIMIT 1),
  output_at = (SELECT start_ns FROM traces WHERE session = sessions.id AND output_preview IS NOT NULL
    ORDER BY start_ns DESC, trace_id DESC LIMIT 1);

-- The session that a deleted trace was of: the names that its spans carry leave it with them.
ALTER TABLE doomed_traces ADD COLUMN session INTEGER;

-- What the traces of a session say, with how many of them do: of their rows trace_name, models, agents and frameworks, of
-- any of their spans the facets that sessions are offered by.
CREATE TABLE names_in_sessions (
  session INTEGER NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  project INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  PRIMARY KEY (session, field, value)
) STRICT, WITHOUT ROWID;

-- How many sessions have a name, by these and by their own rows: filters are offered without counting.
CREATE TABLE session_names (
  project INTEGER NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  sessions INTEGER NOT NULL,
  PRIMARY KEY (project, field, value)
) STRICT, WITHOUT ROWID;

INSERT INTO names_in_sessions (session, field, value, project, traces)
  SELECT session, field, value, project, COUNT(*) FROM (
    SELECT session, 'trace_name' AS field, trace_name AS value, project FROM traces
    UNION ALL SELECT session, 'models', model.value, project FROM traces, json_each(models) AS model
    UNION ALL SELECT session, 'agents', agent.value, project FROM traces, json_each(agents) AS agent
    UNION ALL SELECT session, 'frameworks', framework, project FROM traces WHERE framework IS NOT NULL
    UNION ALL SELECT session, facet, names.value, traces.project
      FROM facet_values AS names JOIN trace_facets AS named ON named.value = names.id JOIN traces ON traces.id = named.trace
      WHERE facet IN ('tag', 'framework', 'model', 'agent', 'tool', 'status_code')
  ) WHERE session IS NOT NULL GROUP BY session, field, value;
INSERT INTO session_names (project, field, value, sessions)
  SELECT project, field, value, COUNT(*) FROM (
    SELECT project, field, value FROM names_in_sessions WHERE field NOT IN ('models', 'agents', 'frameworks')
    UNION ALL SELECT project, 'environment', environment FROM sessions
    UNION ALL SELECT project, 'user_id', user_id FROM sessions
    UNION ALL SELECT project, 'service_name', service_name FROM sessions
  ) WHERE value IS NOT NULL GROUP BY project, field, value;
CREATE INDEX session_names_by_sessions ON session_names (project, field, sessions DESC, value);

CREATE TRIGGER names_in_sessions_come AFTER INSERT ON names_in_sessions
  WHEN NEW.field NOT IN ('models', 'agents', 'frameworks') BEGIN
  INSERT INTO session_names (project, field, value, sessions) VALUES (NEW.project, NEW.field, NEW.value, 1)
    ON CONFLICT DO UPDATE SET sessions = sessions + 1;
END;
CREATE TRIGGER names_in_sessions_go AFTER DELETE ON names_in_sessions
  WHEN OLD.field NOT IN ('models', 'agents', 'frameworks') BEGIN
  UPDATE session_names SET sessions = sessions - 1
    WHERE project = OLD.project AND field = OLD.field AND value = OLD.value;
  DELETE FROM session_names WHERE sessions = 0 AND project = OLD.project AND field = OLD.field AND value = OLD.value;
END;

CREATE TRIGGER session_names_come AFTER INSERT ON sessions BEGIN
  INSERT INTO session_names (project, field, value, sessions)
    SELECT NEW.project, field, value, 1 FROM (
      SELECT 'environment' AS field, NEW.environment AS value
      UNION ALL SELECT 'user_id', NEW.user_id
      UNION ALL SELECT 'service_name', NEW.service_name
    ) WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET sessions = sessions + 1;
END;
CREATE TRIGGER session_names_go AFTER DELETE ON sessions BEGIN
  UPDATE session_names SET sessions = sessions - 1 WHERE project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('user_id', OLD.user_id), ('service_name', OLD.service_name));
  DELETE FROM session_names WHERE sessions = 0 AND project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('user_id', OLD.user_id), ('service_name', OLD.service_name));
END;
CREATE TRIGGER session_names_change AFTER UPDATE OF environment, user_id, service_name ON sessions
  WHEN (NEW.environment, NEW.user_id, NEW.service_name) IS NOT (OLD.environment, OLD.user_id, OLD.service_name) BEGIN
  INSERT INTO session_names (project, field, value, sessions)
    SELECT NEW.project, field, value, 1 FROM (
      SELECT 'environment' AS field, NEW.environment AS value
      UNION ALL SELECT 'user_id', NEW.user_id
      UNION ALL SELECT 'service_name', NEW.service_name
    ) WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET sessions = sessions + 1;
  UPDATE session_names SET sessions = sessions - 1 WHERE project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('user_id', OLD.user_id), ('service_name', OLD.service_name));
  DELETE FROM session_names WHERE sessions = 0 AND project = OLD.project AND (field, value) IN (
      VALUES ('environment', OLD.environment), ('user_id', OLD.user_id), ('service_name', OLD.service_name));
END;
