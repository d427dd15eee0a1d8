-- FTS5 merges nothing by itself any more, which it did within whatever transaction came, for as long as it took: it is asked to, in
-- pieces. Segments of one level are merged from eight on instead of four, and of so many at once that nobody waits for a level to
-- have fewer.
INSERT INTO search (search, rank) VALUES ('automerge', 0);
INSERT INTO search (search, rank) VALUES ('usermerge', 8);
INSERT INTO search (search, rank) VALUES ('crisismerge', 1000);
