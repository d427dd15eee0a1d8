-- Whether a span's cost is its own (1) or what prices made of it (0). Null where none is known, and of spans stored before.
ALTER TABLE spans ADD COLUMN own_cost INTEGER;
