-- The times of model calls that count and have ended: a placeholder of one that still runs ends as it begins.
DROP INDEX spans_calls;
CREATE INDEX spans_calls ON spans (trace, start_ns, end_ns, time_to_first_token_ms) WHERE counted & 2 AND running = 0;
