-- Tags of a list, which all see who see the list.
ALTER TABLE list ADD COLUMN tags text[] NOT NULL DEFAULT '{}';

-- Lists that a user has marked.
CREATE TABLE list_favourite (
    user_id integer NOT NULL,
    list_id integer NOT NULL,

    CONSTRAINT list_favourite_pkey PRIMARY KEY (user_id, list_id),
    CONSTRAINT list_favourite_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_favourite_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX list_favourite_list_id_idx ON list_favourite (list_id);

-- Definitions that a user works on. The draft of a list that is deleted becomes one of a new list.
CREATE TABLE draft (
    id                 serial         NOT NULL,
    user_id            integer        NOT NULL,
    list_id            integer,
    definition_version integer,
    name               text,
    definition         json           NOT NULL,
    version            integer        NOT NULL DEFAULT 1,
    created_at         timestamptz(3) NOT NULL,
    updated_at         timestamptz(3) NOT NULL,

    CONSTRAINT draft_pkey PRIMARY KEY (id),
    CONSTRAINT draft_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT draft_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX draft_user_id_updated_at_idx ON draft (user_id, updated_at);
CREATE INDEX draft_list_id_idx ON draft (list_id);
