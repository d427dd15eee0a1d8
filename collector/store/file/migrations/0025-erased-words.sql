-- A row while words of traces that somebody has deleted may lie in the index of search. An earlier version left some for good:
-- FTS5 lists in pages from this id on which rows of a segment are deleted, until none of them is in it any more.
CREATE TABLE search_erasing (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT;
INSERT INTO search_erasing SELECT 1 FROM search_data WHERE id >= 9007199254740992 LIMIT 1;
