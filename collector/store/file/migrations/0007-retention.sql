-- The last log record that a deleted trace takes with it: those that come later belong to what comes anew.
ALTER TABLE doomed_traces ADD COLUMN last_log INTEGER NOT NULL DEFAULT 0;
UPDATE doomed_traces SET last_log = (SELECT COALESCE(MAX(id), 0) FROM log_records);
CREATE INDEX doomed_traces_by_name ON doomed_traces (project, trace_id);

-- Retention takes the oldest points of all series. New ones land at its end.
CREATE INDEX metric_points_by_time ON metric_points (time_ns);

-- From now on a name goes with the last row that refers to it.
DELETE FROM attribute_keys WHERE NOT EXISTS (SELECT 1 FROM attribute_index WHERE key = attribute_keys.id);
DELETE FROM facet_values WHERE NOT EXISTS (SELECT 1 FROM trace_facets WHERE value = facet_values.id);
