-- The provider's id of a model's answer: two instrumentations that record one call side by side say the same, and it counts once.
ALTER TABLE spans ADD COLUMN response_id TEXT;
