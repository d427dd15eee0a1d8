-- A double beyond 2^53 that was indexed could outlive its span, because `indexed` had it as the integer that it need not be.
-- Ids are given again: what is to stay must stand in the row of its span.
DELETE FROM attribute_index
  WHERE typeof(value) = 'real' AND (value > 9007199254740992 OR value < -9007199254740992) AND NOT EXISTS (
    SELECT 1 FROM spans, json_each(IIF(json_valid(spans.indexed), spans.indexed, '[]')) AS entry
    WHERE spans.id = attribute_index.span AND spans.trace = attribute_index.trace
      AND CAST(entry.value AS REAL) = attribute_index.value
      AND json_extract(spans.indexed, '$[' || MAX(entry.key - 1, 0) || ']') = attribute_index.key);
DELETE FROM attribute_keys WHERE NOT EXISTS (SELECT 1 FROM attribute_index WHERE key = attribute_keys.id);
