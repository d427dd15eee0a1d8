-- Times are nanoseconds since 1970, costs are millionths of a millionth of a US dollar: integers, so that sums
-- taken in any order are the same to the last digit. Ids of spans and traces are lower case hex.

CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL UNIQUE,
  trace_count INTEGER NOT NULL DEFAULT 0,
  genai_trace_count INTEGER NOT NULL DEFAULT 0,
  span_count INTEGER NOT NULL DEFAULT 0,
  session_count INTEGER NOT NULL DEFAULT 0,
  raw_bytes INTEGER NOT NULL DEFAULT 0,
  first_seen_ns INTEGER,
  last_seen_ns INTEGER
) STRICT;

-- A resource or scope stands once, however many spans refer to it; hash is of schema_url and bytes.
CREATE TABLE resources (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  schema_url TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE scopes (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  schema_url TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

-- Raw span messages end to end, compressed with zstd. live_spans counts the spans that still lie in it.
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  live_spans INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  user_id TEXT,
  environment TEXT,
  service_name TEXT,
  start_ns INTEGER NOT NULL,
  end_ns INTEGER NOT NULL,
  trace_count INTEGER NOT NULL,
  span_count INTEGER NOT NULL,
  error_count INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  total_tokens INTEGER NOT NULL,
  total_cost INTEGER NOT NULL,
  models TEXT NOT NULL,
  agents TEXT NOT NULL,
  frameworks TEXT NOT NULL,
  input_preview TEXT,
  output_preview TEXT,
  UNIQUE (project, session_id)
) STRICT;
CREATE INDEX sessions_by_end ON sessions (project, end_ns, session_id);
CREATE INDEX sessions_by_start ON sessions (project, start_ns, session_id);

CREATE TABLE traces (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  trace_id TEXT NOT NULL,
  session INTEGER,
  session_id TEXT,
  trace_name TEXT NOT NULL,
  start_ns INTEGER NOT NULL,
  end_ns INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  user_id TEXT,
  environment TEXT,
  service_name TEXT,
  framework TEXT,
  span_count INTEGER NOT NULL,
  genai INTEGER NOT NULL,
  observation_count INTEGER NOT NULL,
  llm_call_count INTEGER NOT NULL,
  tool_call_count INTEGER NOT NULL,
  error_count INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  total_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  reasoning_tokens INTEGER NOT NULL,
  input_cost INTEGER NOT NULL,
  output_cost INTEGER NOT NULL,
  total_cost INTEGER NOT NULL,
  models TEXT NOT NULL,
  agents TEXT NOT NULL,
  tags TEXT NOT NULL,
  input_preview TEXT,
  output_preview TEXT,
  is_complete INTEGER NOT NULL,
  UNIQUE (project, trace_id)
) STRICT;
CREATE INDEX traces_by_start ON traces (project, start_ns, trace_id, genai);
CREATE INDEX traces_genai_by_start ON traces (project, genai, start_ns, trace_id);
CREATE INDEX traces_by_session ON traces (session, start_ns) WHERE session IS NOT NULL;
CREATE INDEX traces_by_user ON traces (project, user_id, start_ns) WHERE user_id IS NOT NULL;

CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  trace INTEGER NOT NULL,
  project INTEGER NOT NULL,
  span_id TEXT NOT NULL,
  parent_span_id TEXT,
  name TEXT NOT NULL,
  kind INTEGER NOT NULL,
  category TEXT NOT NULL,
  observation_type TEXT NOT NULL,
  framework TEXT,
  service_name TEXT,
  status_code INTEGER NOT NULL,
  status_message TEXT,
  start_ns INTEGER NOT NULL,
  end_ns INTEGER NOT NULL,
  session_id TEXT,
  user_id TEXT,
  environment TEXT,
  system TEXT,
  request_model TEXT,
  response_model TEXT,
  operation_name TEXT,
  agent_name TEXT,
  tool_name TEXT,
  finish_reasons TEXT,
  tags TEXT,
  metadata TEXT,
  running INTEGER NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  total_tokens INTEGER,
  cache_read_tokens INTEGER,
  cache_write_tokens INTEGER,
  reasoning_tokens INTEGER,
  input_cost INTEGER NOT NULL,
  output_cost INTEGER NOT NULL,
  total_cost INTEGER NOT NULL,
  cost_known INTEGER NOT NULL,
  has_error INTEGER NOT NULL,
  time_to_first_token_ms REAL,
  event_count INTEGER NOT NULL,
  link_count INTEGER NOT NULL,
  input_preview TEXT,
  output_preview TEXT,
  resource INTEGER NOT NULL,
  scope INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  chunk_offset INTEGER NOT NULL,
  raw_size INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX spans_identity ON spans (trace, span_id);
CREATE INDEX spans_by_start ON spans (project, start_ns, span_id);
CREATE INDEX spans_by_session ON spans (project, session_id, start_ns, span_id) WHERE session_id IS NOT NULL;
