-- How many traces and spans carry a name, kept with every row that says so: filters are offered without counting.
ALTER TABLE facet_values ADD COLUMN traces INTEGER NOT NULL DEFAULT 0;
ALTER TABLE facet_values ADD COLUMN spans INTEGER NOT NULL DEFAULT 0;

-- Sessions that spans name are among the names now.
INSERT INTO facet_values (project, facet, value)
  SELECT DISTINCT project, 'session_id', session_id FROM spans WHERE session_id IS NOT NULL;
INSERT INTO trace_facets (value, trace, spans)
  SELECT names.id, spans.trace, COUNT(*) FROM spans JOIN facet_values AS names
    ON names.project = spans.project AND names.facet = 'session_id' AND names.value = spans.session_id
  GROUP BY 1, 2;

UPDATE facet_values SET traces = counted.traces, spans = counted.spans
  FROM (SELECT value, COUNT(*) AS traces, SUM(spans) AS spans FROM trace_facets GROUP BY value) AS counted
  WHERE counted.value = facet_values.id;

CREATE TRIGGER trace_facets_come AFTER INSERT ON trace_facets BEGIN
  UPDATE facet_values SET traces = traces + 1, spans = spans + NEW.spans WHERE id = NEW.value;
END;
CREATE TRIGGER trace_facets_change AFTER UPDATE OF spans ON trace_facets WHEN NEW.spans <> OLD.spans BEGIN
  UPDATE facet_values SET spans = spans + NEW.spans - OLD.spans WHERE id = NEW.value;
END;
CREATE TRIGGER trace_facets_go AFTER DELETE ON trace_facets BEGIN
  UPDATE facet_values SET traces = traces - 1, spans = spans - OLD.spans WHERE id = OLD.value;
END;

-- What of a trace's own row is offered.
CREATE INDEX traces_by_names ON traces (project, environment, service_name, trace_name);
