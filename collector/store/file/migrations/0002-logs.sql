-- Log records. time_ns is when it happened, or was observed, or came: never empty. hash is of what was sent, so that a
-- record that comes again is found; of records of one moment the one that came first has the lower id. Trace and span
-- ids are text as in spans, which need not be there (yet). search_text is lower case, the first 2,000 characters.
CREATE TABLE log_records (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  hash BLOB NOT NULL,
  time_ns INTEGER NOT NULL,
  observed_ns INTEGER,
  severity_number INTEGER,
  severity_text TEXT,
  event_name TEXT,
  service_name TEXT,
  trace_id TEXT,
  span_id TEXT,
  search_text TEXT NOT NULL,
  input_preview TEXT,
  output_preview TEXT,
  is_undated INTEGER NOT NULL,
  resource INTEGER NOT NULL,
  scope INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  chunk_offset INTEGER NOT NULL,
  raw_size INTEGER NOT NULL
) STRICT;
-- The identity of a record and the order of the list at once: new records land at its end.
CREATE UNIQUE INDEX log_records_identity ON log_records (project, time_ns, hash);
-- A record without any time gets that of its arrival, which differs when it comes again.
CREATE UNIQUE INDEX log_records_undated ON log_records (project, hash) WHERE is_undated = 1;
CREATE INDEX log_records_by_trace ON log_records (project, trace_id, span_id, time_ns) WHERE trace_id IS NOT NULL;
CREATE INDEX log_records_previews ON log_records (project, trace_id, time_ns)
  WHERE input_preview IS NOT NULL OR output_preview IS NOT NULL;

ALTER TABLE projects ADD COLUMN log_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE projects ADD COLUMN log_bytes INTEGER NOT NULL DEFAULT 0;
