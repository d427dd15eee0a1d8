-- Of how many spans of a trace only a placeholder has come: while there is one, the trace takes longer than its last end says.
ALTER TABLE traces ADD COLUMN running_span_count INTEGER NOT NULL DEFAULT 0;

-- The spans in the order of the table: any index would look each of them up.
UPDATE traces SET running_span_count = running.spans
  FROM (SELECT trace, COUNT(*) AS spans FROM spans NOT INDEXED WHERE running = 1 GROUP BY trace) AS running
  WHERE running.trace = traces.id;
