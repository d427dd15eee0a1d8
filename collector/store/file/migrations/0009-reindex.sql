-- Which version of extraction the columns of a trace's spans come from, of all of them (version.ts); 0 where nobody knows.
-- While a large one is being extracted anew: `reindexed` is version and span id of the last span that was.
ALTER TABLE traces ADD COLUMN extraction INTEGER NOT NULL DEFAULT 0;
ALTER TABLE traces ADD COLUMN reindexed TEXT;
CREATE INDEX traces_by_extraction ON traces (extraction);

-- Spans by the version of their trace, kept with every commit: what is due is known without a look at the traces.
CREATE TABLE extractions (
  version INTEGER PRIMARY KEY,
  spans INTEGER NOT NULL
) STRICT;
INSERT INTO extractions (version, spans) SELECT 0, SUM(span_count) FROM traces HAVING SUM(span_count) > 0;
