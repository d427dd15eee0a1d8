-- The traces of a session of which more is to come, or a parent is missing: a list of sessions tells of them without a look
-- at all others, of which a session may have 20,000.
CREATE INDEX traces_open ON traces (session, running_span_count) WHERE session IS NOT NULL AND is_complete = 0;
