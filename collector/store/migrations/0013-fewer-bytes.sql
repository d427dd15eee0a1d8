-- Spans of a session are those of the traces that carry its name (trace_facets).
DROP INDEX spans_by_session;
