-- Full-text search. Only the index of words is kept, under the row id of the span that told them first; the text itself
-- is in the spans. All text is folded before it comes here (search-text.ts), so that ASCII rules are enough.
CREATE VIRTUAL TABLE search USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii');

-- A span that has a row there. texts: the hashes of the message texts that it told first in its trace, 6 bytes each. A
-- span that was replaced hands the row on to the one in its place until that is indexed.
CREATE TABLE search_spans (
  span INTEGER PRIMARY KEY,
  trace INTEGER NOT NULL,
  texts BLOB NOT NULL
) STRICT;

-- Each distinct message text of a trace. is_shared: other spans carry it, too.
CREATE TABLE search_texts (
  trace INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  is_shared INTEGER NOT NULL,
  PRIMARY KEY (trace, hash)
) STRICT, WITHOUT ROWID;

-- Spans that are still to be indexed, or anew. The ticket is of the change that put it here: what was read of an older
-- state of the span, or of another that had its id, is known by it.
CREATE TABLE search_queue (
  span INTEGER PRIMARY KEY,
  ticket INTEGER NOT NULL
) STRICT;
INSERT INTO search_queue (span, ticket) SELECT id, 0 FROM spans;
