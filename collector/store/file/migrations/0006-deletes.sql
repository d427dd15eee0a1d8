-- Deleting in small steps. A trace that is to go loses its row at once and stands here until everything that belongs to
-- it is gone, so that a process that dies half-way goes on where it was.
CREATE TABLE doomed_traces (
  trace INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  trace_id TEXT NOT NULL
) STRICT;

-- Chunks in which bytes still lie that no row refers to: those of spans of this trace that were replaced.
CREATE TABLE chunk_leftovers (
  chunk INTEGER NOT NULL,
  trace INTEGER NOT NULL,
  PRIMARY KEY (chunk, trace)
) STRICT, WITHOUT ROWID;
CREATE INDEX chunk_leftovers_by_trace ON chunk_leftovers (trace);

-- Who lies in a chunk, so that it is written anew without the deleted. New spans land at its end.
CREATE INDEX spans_by_chunk ON spans (chunk);
CREATE INDEX log_records_by_chunk ON log_records (chunk);

-- Retention takes the oldest of all projects. A span that still runs has no end yet.
CREATE INDEX traces_by_end ON traces (MAX(start_ns, end_ns));

-- A resource or scope goes with the last row that refers to it.
ALTER TABLE resources ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
UPDATE resources SET uses = used.n
  FROM (
    SELECT id, COUNT(*) AS n FROM (
      SELECT resource AS id FROM spans UNION ALL SELECT resource FROM log_records UNION ALL SELECT resource FROM metric_series
    ) GROUP BY id
  ) AS used WHERE used.id = resources.id;
ALTER TABLE scopes ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
UPDATE scopes SET uses = used.n
  FROM (
    SELECT id, COUNT(*) AS n FROM (
      SELECT scope AS id FROM spans UNION ALL SELECT scope FROM log_records UNION ALL SELECT scope FROM metric_series
    ) GROUP BY id
  ) AS used WHERE used.id = scopes.id;
