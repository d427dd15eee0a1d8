-- Spans of a session are those of the traces that carry its name (trace_facets).
DROP INDEX spans_by_session;

-- Between which row ids the spans of a chunk lie, as they were written: who lies there is found without an index.
ALTER TABLE chunks ADD COLUMN first_span INTEGER;
ALTER TABLE chunks ADD COLUMN last_span INTEGER;
UPDATE chunks SET first_span = held.first, last_span = held.last
  FROM (SELECT chunk, MIN(id) AS first, MAX(id) AS last FROM spans GROUP BY chunk) AS held WHERE held.chunk = chunks.id;
DROP INDEX spans_by_chunk;
