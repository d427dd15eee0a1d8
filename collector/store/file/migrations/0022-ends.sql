-- A span without an end, or with one before its start, ends where it starts: no trace ends before one of its spans starts, and
-- no session before one of its traces. (The spans in the order of the table: any index would look each of them up.)
CREATE TEMP TABLE late AS
  SELECT trace, MAX(start_ns) AS start_ns FROM spans NOT INDEXED WHERE end_ns < start_ns GROUP BY trace;
UPDATE traces SET end_ns = late.start_ns, duration_ns = late.start_ns - traces.start_ns
  FROM late WHERE late.trace = traces.id AND late.start_ns > traces.end_ns;
UPDATE sessions SET end_ns = ended.last
  FROM (
    SELECT session, MAX(end_ns) AS last FROM late JOIN traces ON traces.id = late.trace WHERE session IS NOT NULL GROUP BY session
  ) AS ended WHERE ended.session = sessions.id AND ended.last > sessions.end_ns;
DROP TABLE late;

DROP INDEX traces_by_end;
CREATE INDEX traces_by_end ON traces (end_ns);
