-- The provider's id of a model's answer: two instrumentations that record one call side by side say the same, and it counts once.
ALTER TABLE spans ADD COLUMN response_id TEXT;

-- A trace is one of AI, too, where a span names a model, an agent or a tool and is nothing else of the kind: as many traces with AI
-- spans carry such a name as carry it at all.
UPDATE traces SET genai = 1 WHERE genai = 0 AND id IN (
  SELECT trace FROM trace_facets WHERE value IN (SELECT id FROM facet_values WHERE facet IN ('model', 'agent', 'tool')));
UPDATE projects SET genai_trace_count = (SELECT COUNT(*) FROM traces WHERE project = projects.id AND genai = 1);
