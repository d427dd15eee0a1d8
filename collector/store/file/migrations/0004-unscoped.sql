-- The unscoped interface pages by a place in the list that a row never leaves: the start that it was first stored
-- with. A trace starts earlier when a late parent comes, a replaced span is a new row with a start of its own.

ALTER TABLE traces ADD COLUMN root_span_id TEXT;
ALTER TABLE traces ADD COLUMN listed_ns INTEGER NOT NULL DEFAULT 0;
UPDATE traces SET listed_ns = start_ns, root_span_id = (
  SELECT span_id FROM spans WHERE trace = traces.id AND parent_span_id IS NULL ORDER BY start_ns, span_id LIMIT 1
);
CREATE INDEX traces_by_listing ON traces (project, listed_ns);

ALTER TABLE sessions ADD COLUMN listed_ns INTEGER;
UPDATE sessions SET listed_ns = start_ns;
CREATE INDEX sessions_by_listing ON sessions (project, listed_ns);

-- Null for a span that was never replaced: its place is its own start and id, and it costs nothing.
ALTER TABLE spans ADD COLUMN listed_ns INTEGER;
ALTER TABLE spans ADD COLUMN listed_id INTEGER;
CREATE INDEX spans_by_listing ON spans (project, listed_ns, span_id, listed_id) WHERE listed_id IS NOT NULL;

ALTER TABLE spans ADD COLUMN request_duration_ms REAL;
