-- Size of a definition without the lists that it names: conditions, their values, and the text patterns among these. Lists that
-- name lists are checked and priced by these numbers. Null for versions that an earlier release stored: they are counted when
-- they are needed.
ALTER TABLE list_definition
    ADD COLUMN condition_count integer,
    ADD COLUMN value_count     integer,
    ADD COLUMN pattern_count   integer;

-- Number of the turn in which a process took the list last: organizations take turns.
ALTER TABLE list_watch ADD COLUMN turn bigint NOT NULL DEFAULT 0;
