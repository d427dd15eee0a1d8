-- Attributes that lists are filtered by. A key stands once a project; value is text (cut at 128 characters), a number, a
-- blob of one byte for a boolean, an empty blob where only the presence counts. STRICT would keep numbers from text.
CREATE TABLE attribute_keys (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  key TEXT NOT NULL,
  key_type TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  UNIQUE (project, key)
) STRICT;

CREATE TABLE attribute_index (
  key INTEGER NOT NULL,
  value ANY NOT NULL,
  trace INTEGER NOT NULL,
  span INTEGER NOT NULL,
  PRIMARY KEY (key, value, trace, span)
) STRICT, WITHOUT ROWID;

-- What a span has in attribute_index, as JSON: how its rows are found again when it goes.
ALTER TABLE spans ADD COLUMN indexed TEXT;
-- 1: its usage counts in the trace's totals; 2: it counts as a model call there; 3: both.
ALTER TABLE spans ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;

-- Names that the spans of a trace carry, with how many of them do.
CREATE TABLE facet_values (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (project, facet, value)
) STRICT;

CREATE TABLE trace_facets (
  value INTEGER NOT NULL,
  trace INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  PRIMARY KEY (value, trace)
) STRICT, WITHOUT ROWID;

-- Spans stored before: their names ...
CREATE TEMP TABLE named AS
  SELECT project, trace, facet, value, COUNT(*) AS spans FROM (
    SELECT project, trace, id, 'framework' AS facet, framework AS value FROM spans
    UNION SELECT project, trace, id, 'model', request_model FROM spans
    UNION SELECT project, trace, id, 'model', response_model FROM spans
    UNION SELECT project, trace, id, 'agent', agent_name FROM spans
    UNION SELECT project, trace, id, 'tool', tool_name FROM spans
    UNION SELECT spans.project, spans.trace, spans.id, 'tag', tag.value FROM spans, json_each(spans.tags) AS tag
    UNION SELECT project, trace, id, 'status_code', CASE status_code WHEN 1 THEN 'OK' WHEN 2 THEN 'ERROR' ELSE 'UNSET' END FROM spans
    UNION SELECT project, trace, id, 'service_name', service_name FROM spans
    UNION SELECT project, trace, id, 'environment', environment FROM spans
    UNION SELECT project, trace, id, 'user_id', user_id FROM spans
  ) WHERE value IS NOT NULL GROUP BY project, trace, facet, value;
INSERT INTO facet_values (project, facet, value) SELECT DISTINCT project, facet, value FROM named;
INSERT INTO trace_facets (value, trace, spans)
  SELECT facet_values.id, named.trace, named.spans FROM named JOIN facet_values USING (project, facet, value);
DROP TABLE named;

-- ... and which of them count, as store/traces/trace-tree.ts has it: what a span tells its parent climbs to all above it.
CREATE TEMP TABLE carrying AS
  SELECT trace, span_id, NULLIF(parent_span_id, span_id) AS parent, category IN ('tool', 'agent') AS barrier,
    observation_type IN ('generation', 'embedding') AS call,
    (COALESCE(input_tokens, 0) <> 0 OR COALESCE(output_tokens, 0) <> 0 OR total_cost <> 0
      OR COALESCE(total_tokens, COALESCE(input_tokens, 0) + COALESCE(output_tokens, 0)) <> 0) AS usage
  FROM spans;
CREATE INDEX temp.carrying_identity ON carrying (trace, span_id);
CREATE TEMP TABLE told AS
  WITH RECURSIVE climb (trace, span_id, usage, call, near) AS (
    SELECT trace, parent, usage, call, NOT barrier FROM carrying WHERE parent IS NOT NULL AND (usage OR call)
    UNION
    SELECT climb.trace, above.parent, climb.usage, climb.call, climb.near AND NOT above.barrier
    FROM climb JOIN carrying AS above ON above.trace = climb.trace AND above.span_id = climb.span_id
    WHERE above.parent IS NOT NULL
  )
  SELECT trace, span_id, MAX(usage) AS below, MAX(usage AND near) AS near, MAX(call AND near) AS near_call
  FROM climb GROUP BY trace, span_id;
CREATE UNIQUE INDEX temp.told_identity ON told (trace, span_id);
UPDATE spans SET counted = COALESCE((
  SELECT (carrying.usage AND NOT COALESCE(CASE WHEN carrying.call THEN told.near ELSE told.below END, 0))
    + 2 * (carrying.call AND NOT COALESCE(told.near_call, 0))
  FROM carrying LEFT JOIN told ON told.trace = carrying.trace AND told.span_id = carrying.span_id
  WHERE carrying.trace = spans.trace AND carrying.span_id = spans.span_id), 0);
DROP TABLE told;
DROP TABLE carrying;
