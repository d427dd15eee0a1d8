-- Keys of content (messages, instructions, tool definitions) that spans have together, as a JSON list in order. A span
-- stands in attribute_index once for all of them: under minus the id of the set.
CREATE TABLE content_sets (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  keys TEXT NOT NULL,
  UNIQUE (project, keys)
) STRICT;

CREATE TABLE content_set_keys (
  key INTEGER NOT NULL,
  content_set INTEGER NOT NULL,
  PRIMARY KEY (key, content_set)
) STRICT, WITHOUT ROWID;

-- The index as filters read it: a row for each key.
CREATE VIEW indexed_attributes AS
  SELECT key, value, trace, span FROM attribute_index WHERE key > 0
  UNION ALL
  SELECT content_set_keys.key, attribute_index.value, attribute_index.trace, attribute_index.span
  FROM content_set_keys CROSS JOIN attribute_index ON attribute_index.key = -content_set_keys.content_set;
