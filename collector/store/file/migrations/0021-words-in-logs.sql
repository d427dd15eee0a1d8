-- Each for itself: a trace in which nobody answers must not be looked for an answer among all that was asked.
DROP INDEX log_records_previews;
CREATE INDEX log_records_inputs ON log_records (project, trace_id, time_ns) WHERE input_preview IS NOT NULL;
CREATE INDEX log_records_outputs ON log_records (project, trace_id, time_ns) WHERE output_preview IS NOT NULL;
