-- Later materializations with the members of an earlier one share its bitmaps. The previous release does not see them,
-- and reads the earlier one instead. Both tables take ids from list_materialization_id_seq.
CREATE TABLE list_materialization_repeat (
    id                 integer        NOT NULL,
    materialization_id integer        NOT NULL,
    list_id            integer        NOT NULL,
    revision           integer        NOT NULL,
    definition_version integer        NOT NULL,
    index_version      integer        NOT NULL,
    created_at         timestamptz(3) NOT NULL,

    CONSTRAINT list_materialization_repeat_pkey PRIMARY KEY (id),
    CONSTRAINT list_materialization_repeat_materialization_id_fkey FOREIGN KEY (materialization_id)
        REFERENCES list_materialization (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX list_materialization_repeat_list_id_id_idx ON list_materialization_repeat (list_id, id);
CREATE INDEX list_materialization_repeat_materialization_id_idx ON list_materialization_repeat (materialization_id);

-- A materialization that would be pruned stays without being shown, as long as repeats need its bitmaps.
ALTER TABLE list_materialization ADD COLUMN kept boolean NOT NULL DEFAULT true;
