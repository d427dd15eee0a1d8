-- What lists show of the messages of a chunk's spans, packed together: apart from their bytes, so that a list need not
-- unpack those, and before them, so that it need not read through them. NULL where no span of the chunk has any.
CREATE TABLE packed (
  id INTEGER PRIMARY KEY,
  live_spans INTEGER NOT NULL,
  previews BLOB,
  data BLOB NOT NULL
) STRICT;
INSERT INTO packed (id, live_spans, data) SELECT id, live_spans, data FROM chunks;
DROP TABLE chunks;
ALTER TABLE packed RENAME TO chunks;

-- Where a span's lie in there: four times the offset, and 1 where there is an input, 2 where there is an output. NULL:
-- input_preview and output_preview say it, of spans from before and of those that were extracted anew.
ALTER TABLE spans ADD COLUMN preview_at INTEGER;
