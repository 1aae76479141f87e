-- Lists that the service evaluates by itself, with the members that were announced last. They are a copy: materializations
-- are pruned (docs/decisions/0056).
CREATE TABLE list_watch (
    list_id            integer        NOT NULL,
    materialization_id integer        NOT NULL,
    high               bytea          NOT NULL,
    medium             bytea          NOT NULL,
    exploratory        bytea          NOT NULL,
    revision           integer        NOT NULL,
    index_version      integer        NOT NULL,
    evaluated_at       timestamptz(3) NOT NULL,
    lease_until        timestamptz(3),

    CONSTRAINT list_watch_pkey PRIMARY KEY (list_id),
    CONSTRAINT list_watch_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE
);
-- Bitmaps are compressed already.
ALTER TABLE list_watch
    ALTER COLUMN high SET STORAGE EXTERNAL,
    ALTER COLUMN medium SET STORAGE EXTERNAL,
    ALTER COLUMN exploratory SET STORAGE EXTERNAL;

-- What each event list.members_changed announced. A row goes with its event, and with its list.
CREATE TABLE list_change (
    list_id            integer        NOT NULL,
    materialization_id integer        NOT NULL,
    previous_id        integer        NOT NULL,
    event_id           bigint         NOT NULL,
    revision           integer        NOT NULL,
    definition_version integer        NOT NULL,
    index_version      integer        NOT NULL,
    created_at         timestamptz(3) NOT NULL,
    high_count         integer        NOT NULL,
    medium_count       integer        NOT NULL,
    exploratory_count  integer        NOT NULL,
    from_high          bytea          NOT NULL,
    from_medium        bytea          NOT NULL,
    from_exploratory   bytea          NOT NULL,
    to_high            bytea          NOT NULL,
    to_medium          bytea          NOT NULL,
    to_exploratory     bytea          NOT NULL,

    CONSTRAINT list_change_pkey PRIMARY KEY (list_id, materialization_id),
    CONSTRAINT list_change_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_change_event_id_fkey FOREIGN KEY (event_id)
        REFERENCES event (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX list_change_event_id_key ON list_change (event_id);
ALTER TABLE list_change
    ALTER COLUMN from_high SET STORAGE EXTERNAL,
    ALTER COLUMN from_medium SET STORAGE EXTERNAL,
    ALTER COLUMN from_exploratory SET STORAGE EXTERNAL,
    ALTER COLUMN to_high SET STORAGE EXTERNAL,
    ALTER COLUMN to_medium SET STORAGE EXTERNAL,
    ALTER COLUMN to_exploratory SET STORAGE EXTERNAL;
