-- A span that names no session or user is of its trace's. How many these are is kept with the name that the trace is of, so that
-- it is known of every session and user how many spans belong to it.
ALTER TABLE trace_facets ADD COLUMN unnamed INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER trace_facets_come;
DROP TRIGGER trace_facets_change;
DROP TRIGGER trace_facets_go;

CREATE TEMP TABLE naming AS
  SELECT named.trace, names.facet, SUM(named.spans) AS spans
  FROM facet_values AS names JOIN trace_facets AS named ON named.value = names.id
  WHERE names.facet = 'user_id' OR names.facet = 'session_id' GROUP BY 1, 2;
CREATE TEMP TABLE belonging AS
  SELECT owners.id AS value, traces.id AS trace, traces.span_count - naming.spans AS unnamed
  FROM naming JOIN traces ON traces.id = naming.trace
  JOIN facet_values AS owners ON owners.project = traces.project AND owners.facet = naming.facet
    AND owners.value = IIF(naming.facet = 'user_id', traces.user_id, traces.session_id)
  WHERE traces.span_count > naming.spans;
UPDATE trace_facets SET unnamed = belonging.unnamed
  FROM belonging WHERE trace_facets.value = belonging.value AND trace_facets.trace = belonging.trace;
UPDATE facet_values SET spans = spans + more.unnamed
  FROM (SELECT value, SUM(unnamed) AS unnamed FROM belonging GROUP BY value) AS more WHERE more.value = facet_values.id;
DROP TABLE naming;
DROP TABLE belonging;

CREATE TRIGGER trace_facets_come AFTER INSERT ON trace_facets BEGIN
  UPDATE facet_values SET traces = traces + 1, spans = spans + NEW.spans + NEW.unnamed WHERE id = NEW.value;
END;
CREATE TRIGGER trace_facets_change AFTER UPDATE OF spans, unnamed ON trace_facets
  WHEN NEW.spans + NEW.unnamed <> OLD.spans + OLD.unnamed BEGIN
  UPDATE facet_values SET spans = spans + NEW.spans + NEW.unnamed - OLD.spans - OLD.unnamed WHERE id = NEW.value;
END;
CREATE TRIGGER trace_facets_go AFTER DELETE ON trace_facets BEGIN
  UPDATE facet_values SET traces = traces - 1, spans = spans - OLD.spans - OLD.unnamed WHERE id = OLD.value;
END;
