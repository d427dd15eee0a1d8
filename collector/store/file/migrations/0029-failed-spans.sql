-- What failed last in a trace, and in which words: a list of traces tells it, of traces with thousands of spans as well. Few spans
-- fail, so that the index is small and most that come have no part in it.
CREATE INDEX spans_failed ON spans (trace, end_ns, start_ns DESC) WHERE has_error = 1 AND status_message IS NOT NULL;
