-- Of what counts in a trace's cost, how much has no known price: the cost is at least that.
ALTER TABLE traces ADD COLUMN unpriced_call_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN unpriced_call_count INTEGER NOT NULL DEFAULT 0;

-- The spans in the order of the table: any index would look each of them up.
UPDATE traces SET unpriced_call_count = unpriced.calls
  FROM (SELECT trace, COUNT(*) AS calls FROM spans NOT INDEXED WHERE counted & 1 AND cost_known = 0 GROUP BY trace) AS unpriced
  WHERE unpriced.trace = traces.id;
UPDATE sessions SET unpriced_call_count = unpriced.calls
  FROM (
    SELECT session, SUM(unpriced_call_count) AS calls FROM traces
    WHERE session IS NOT NULL AND unpriced_call_count > 0 GROUP BY session
  ) AS unpriced
  WHERE unpriced.session = sessions.id;
