-- Lists of companies: versioned definitions, domains added or excluded by hand, sharing, computed members, exports, audit.

CREATE TYPE list_access AS ENUM ('viewer', 'editor');
CREATE TYPE list_domain_kind AS ENUM ('added', 'excluded');
CREATE TYPE export_scope AS ENUM ('all', 'high', 'medium', 'exploratory');

CREATE TABLE list (
    id                 serial         NOT NULL,
    organization_id    integer        NOT NULL,
    owner_id           integer        NOT NULL,
    name               text           NOT NULL,
    definition_version integer        NOT NULL DEFAULT 1,
    revision           integer        NOT NULL DEFAULT 1,
    created_at         timestamptz(3) NOT NULL,
    updated_at         timestamptz(3) NOT NULL,
    tags               text[]         NOT NULL DEFAULT '{}',

    CONSTRAINT list_pkey PRIMARY KEY (id),
    CONSTRAINT list_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT list_owner_id_fkey FOREIGN KEY (owner_id)
        REFERENCES "user" (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT list_name_check CHECK (name <> '')
);
CREATE INDEX list_organization_id_updated_at_idx ON list (organization_id, updated_at);
CREATE INDEX list_organization_id_created_at_idx ON list (organization_id, created_at);
CREATE INDEX list_organization_id_lower_name_idx ON list (organization_id, lower(name) COLLATE "C", id);
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
    export_valid_until timestamptz(3),
    -- A materialization that would be pruned stays without being shown, as long as repeats need its bitmaps.
    kept               boolean        NOT NULL DEFAULT true,

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

-- Later materializations with the members of an earlier one share its bitmaps. Both tables take ids from
-- list_materialization_id_seq.
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

-- Tiers of a materialization that were paid for: each user of the organization may export them until valid_until.
CREATE TABLE list_export_payment (
    materialization_id integer        NOT NULL,
    scope              export_scope   NOT NULL,
    paid_until         timestamptz(3) NOT NULL,
    valid_until        timestamptz(3) NOT NULL,

    CONSTRAINT list_export_payment_pkey PRIMARY KEY (materialization_id, scope),
    CONSTRAINT list_export_payment_materialization_id_fkey FOREIGN KEY (materialization_id)
        REFERENCES list_materialization (id) ON DELETE CASCADE ON UPDATE CASCADE
);

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

-- The lists that the current definitions of lists name. A deleted list stays named.
CREATE TABLE list_reference (
    list_id       integer NOT NULL,
    named_list_id integer NOT NULL,

    CONSTRAINT list_reference_pkey PRIMARY KEY (list_id, named_list_id),
    CONSTRAINT list_reference_list_id_fkey FOREIGN KEY (list_id) REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX list_reference_named_list_id_idx ON list_reference (named_list_id);

-- One row an organization. Who changes lists that other lists name locks it first, so that those changes come one after another.
CREATE TABLE list_graph (
    organization_id integer NOT NULL,

    CONSTRAINT list_graph_pkey PRIMARY KEY (organization_id),
    CONSTRAINT list_graph_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE
);

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
