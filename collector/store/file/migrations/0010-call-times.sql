-- The times of model calls that count, without the rest of their rows: what percentiles of latency are made of.
CREATE INDEX spans_calls ON spans (trace, start_ns, end_ns, time_to_first_token_ms) WHERE counted & 2;
