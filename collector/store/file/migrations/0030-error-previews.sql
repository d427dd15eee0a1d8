-- What a failed span says of it, be it in its status or, as many do, only in an exception. Of what is stored it is the status until
-- the span is extracted anew.
ALTER TABLE spans ADD COLUMN error_preview TEXT;
UPDATE spans SET error_preview = SUBSTR(status_message, 1, 200) WHERE has_error = 1 AND status_message IS NOT NULL;

-- What failed last in a trace, and in which words: a list of traces tells it, of traces with thousands of spans as well. Few spans
-- fail, so that the index is small and most that come have no part in it.
DROP INDEX spans_failed;
CREATE INDEX spans_failed ON spans (trace, end_ns, start_ns DESC) WHERE error_preview IS NOT NULL;
