-- A series is what one resource and scope send under one name, kind and set of attributes; hash is of all of them.
-- attributes is a KeyValueList in protobuf. What is known of its points is kept current with them.
CREATE TABLE metric_series (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  hash BLOB NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  unit TEXT NOT NULL,
  description TEXT NOT NULL,
  temporality INTEGER NOT NULL,
  is_monotonic INTEGER NOT NULL,
  service_name TEXT,
  attributes BLOB NOT NULL,
  resource INTEGER NOT NULL,
  scope INTEGER NOT NULL,
  point_count INTEGER NOT NULL DEFAULT 0,
  last_ns INTEGER,
  UNIQUE (project, hash)
) STRICT;
CREATE INDEX metric_series_by_name ON metric_series (project, name, last_ns);

-- value is an integer or a double, as it was sent; fields are those of the point that have no column, in protobuf.
CREATE TABLE metric_points (
  series INTEGER NOT NULL,
  time_ns INTEGER NOT NULL,
  start_ns INTEGER,
  value ANY,
  fields BLOB,
  PRIMARY KEY (series, time_ns)
) STRICT, WITHOUT ROWID;

ALTER TABLE projects ADD COLUMN point_count INTEGER NOT NULL DEFAULT 0;
