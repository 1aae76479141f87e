-- Lists of companies: versioned definitions, domains added or excluded by hand, sharing, computed members, exports, audit.

CREATE TYPE list_access AS ENUM ('viewer', 'editor');
CREATE TYPE list_domain_kind AS ENUM ('added', 'excluded');

CREATE TABLE list (
    id                 serial         NOT NULL,
    organization_id    integer        NOT NULL,
    owner_id           integer        NOT NULL,
    name               text           NOT NULL,
    definition_version integer        NOT NULL DEFAULT 1,
    revision           integer        NOT NULL DEFAULT 1,
    created_at         timestamptz(3) NOT NULL,
    updated_at         timestamptz(3) NOT NULL,

    CONSTRAINT list_pkey PRIMARY KEY (id),
    CONSTRAINT list_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_owner_id_fkey FOREIGN KEY (owner_id)
        REFERENCES "user" (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT list_name_check CHECK (name <> '')
);
CREATE INDEX list_organization_id_updated_at_idx ON list (organization_id, updated_at);
CREATE INDEX list_owner_id_idx ON list (owner_id);

CREATE TABLE list_definition (
    list_id          integer        NOT NULL,
    version          integer        NOT NULL,
    registry_version text           NOT NULL,
    -- json, not jsonb: a definition is returned as it was sent, with its keys in that order.
    root             json,
    author_id        integer        NOT NULL,
    created_at       timestamptz(3) NOT NULL,
    bytes            integer        NOT NULL DEFAULT 0,

    CONSTRAINT list_definition_pkey PRIMARY KEY (list_id, version),
    CONSTRAINT list_definition_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_definition_author_id_fkey FOREIGN KEY (author_id)
        REFERENCES "user" (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX list_definition_author_id_idx ON list_definition (author_id);

CREATE TABLE list_domain (
    list_id     integer          NOT NULL,
    domain      text             NOT NULL,
    kind        list_domain_kind NOT NULL,
    added_by_id integer          NOT NULL,
    added_at    timestamptz(3)   NOT NULL,

    CONSTRAINT list_domain_pkey PRIMARY KEY (list_id, domain),
    CONSTRAINT list_domain_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_domain_added_by_id_fkey FOREIGN KEY (added_by_id)
        REFERENCES "user" (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX list_domain_added_by_id_idx ON list_domain (added_by_id);

-- A permission without a user is for the whole organization.
CREATE TABLE list_permission (
    id            serial         NOT NULL,
    list_id       integer        NOT NULL,
    user_id       integer,
    access_level  list_access    NOT NULL,
    granted_by_id integer        NOT NULL,
    created_at    timestamptz(3) NOT NULL,

    CONSTRAINT list_permission_pkey PRIMARY KEY (id),
    CONSTRAINT list_permission_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_permission_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_permission_granted_by_id_fkey FOREIGN KEY (granted_by_id)
        REFERENCES "user" (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX list_permission_list_id_idx ON list_permission (list_id);
CREATE INDEX list_permission_user_id_idx ON list_permission (user_id);
CREATE INDEX list_permission_granted_by_id_idx ON list_permission (granted_by_id);
-- One permission for each user, and one for the organization.
CREATE UNIQUE INDEX list_permission_grantee_key ON list_permission (list_id, COALESCE(user_id, 0));

-- The members of a list at one revision: a bitmap for each tier, and one of the members of `high` that were added by hand.
CREATE TABLE list_materialization (
    id                 serial         NOT NULL,
    list_id            integer        NOT NULL,
    revision           integer        NOT NULL,
    definition_version integer        NOT NULL,
    index_version      integer        NOT NULL,
    high               bytea          NOT NULL,
    medium             bytea          NOT NULL,
    exploratory        bytea          NOT NULL,
    added              bytea          NOT NULL,
    high_count         integer        NOT NULL,
    medium_count       integer        NOT NULL,
    exploratory_count  integer        NOT NULL,
    created_at         timestamptz(3) NOT NULL,
    paid_until         timestamptz(3),
    export_valid_until timestamptz(3),

    CONSTRAINT list_materialization_pkey PRIMARY KEY (id),
    CONSTRAINT list_materialization_list_id_fkey FOREIGN KEY (list_id)
        REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX list_materialization_list_id_id_idx ON list_materialization (list_id, id);
-- Bitmaps are compressed already.
ALTER TABLE list_materialization
    ALTER COLUMN high SET STORAGE EXTERNAL,
    ALTER COLUMN medium SET STORAGE EXTERNAL,
    ALTER COLUMN exploratory SET STORAGE EXTERNAL,
    ALTER COLUMN added SET STORAGE EXTERNAL;

-- Exports that were paid for: downloading one again is free until valid_until.
CREATE TABLE list_export (
    materialization_id integer        NOT NULL,
    user_id            integer        NOT NULL,
    organization_id    integer        NOT NULL,
    list_id            integer        NOT NULL,
    credits            integer        NOT NULL,
    exported_at        timestamptz(3) NOT NULL,
    valid_until        timestamptz(3) NOT NULL,

    CONSTRAINT list_export_pkey PRIMARY KEY (materialization_id, user_id),
    CONSTRAINT list_export_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_export_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX list_export_organization_id_idx ON list_export (organization_id);
CREATE INDEX list_export_user_id_idx ON list_export (user_id);

-- The audit log. It outlives the lists that it is about.
CREATE TABLE list_event (
    id              bigserial      NOT NULL,
    organization_id integer        NOT NULL,
    list_id         integer        NOT NULL,
    actor_id        integer        NOT NULL,
    action          text           NOT NULL,
    details         jsonb          NOT NULL,
    at              timestamptz(3) NOT NULL,

    CONSTRAINT list_event_pkey PRIMARY KEY (id),
    CONSTRAINT list_event_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_event_actor_id_fkey FOREIGN KEY (actor_id)
        REFERENCES "user" (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX list_event_list_id_id_idx ON list_event (list_id, id);
CREATE INDEX list_event_organization_id_idx ON list_event (organization_id);
CREATE INDEX list_event_actor_id_idx ON list_event (actor_id);
