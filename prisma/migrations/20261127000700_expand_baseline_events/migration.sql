-- The feed of events, the lists that the service watches, and webhooks.

-- The feed of events. Writers leave `position` null; it is given after their commit, so that no cursor skips an event whose
-- transaction ends late (docs/decisions/0054).
CREATE TABLE event (
    id              bigserial      NOT NULL,
    organization_id integer,
    position        bigint,
    type            text           NOT NULL,
    at              timestamptz(3) NOT NULL,
    list_id         integer,
    user_ids        integer[],
    data            jsonb          NOT NULL,

    CONSTRAINT event_pkey PRIMARY KEY (id),
    CONSTRAINT event_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE
);
-- There is no index of positions alone: a plan for any organization could read the events of all of them by it.
CREATE UNIQUE INDEX event_organization_id_position_key ON event (organization_id, position);
CREATE INDEX event_list_id_position_idx ON event (list_id, position);
-- Events of the installation in their order: an index with equal NULLs in front is not used for it.
CREATE UNIQUE INDEX event_installation_position_idx ON event (position) WHERE organization_id IS NULL;
-- Pages of some types: by the index of positions, a rare type would read all events of the organization.
CREATE INDEX event_organization_id_type_position_idx ON event (organization_id, type, position);
-- Those of the installation. NULL in the index above does not keep the order of positions.
CREATE INDEX event_installation_type_position_idx ON event (type, position) WHERE organization_id IS NULL;
-- What has no position yet: next to nothing.
CREATE INDEX event_unplaced_idx ON event (organization_id) WHERE position IS NULL;

CREATE TABLE event_feed (
    id              integer NOT NULL DEFAULT 1,
    epoch           uuid    NOT NULL DEFAULT gen_random_uuid(),
    position        bigint  NOT NULL DEFAULT 0,
    deleted_through bigint  NOT NULL DEFAULT 0,

    CONSTRAINT event_feed_pkey PRIMARY KEY (id),
    CONSTRAINT event_feed_id_check CHECK (id = 1)
);
INSERT INTO event_feed (id) VALUES (1);

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

-- Endpoints to which the feed of events is sent. Each has a cursor of its own, and its row says when it is due.
CREATE TABLE webhook (
    id                    serial         NOT NULL,
    organization_id       integer        NOT NULL,
    user_id               integer        NOT NULL,
    url                   text           NOT NULL,
    label                 text,
    format                text           NOT NULL,
    types                 text[]         NOT NULL,
    list_ids              integer[]      NOT NULL,
    secret                text           NOT NULL,
    previous_secret       text,
    previous_secret_until timestamptz(3),
    created_at            timestamptz(3) NOT NULL,
    disabled_at           timestamptz(3),
    disabled_reason       text,
    epoch                 uuid           NOT NULL,
    position              bigint         NOT NULL,
    pending_position      bigint,
    pending_event_id      bigint,
    attempts              integer        NOT NULL DEFAULT 0,
    failing_since         timestamptz(3),
    next_attempt_at       timestamptz(3) NOT NULL,
    lease                 uuid,
    leased_until          timestamptz(3),

    CONSTRAINT webhook_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_format_check CHECK (format IN ('standard', 'slack')),
    CONSTRAINT webhook_disabled_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
    CONSTRAINT webhook_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT webhook_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX webhook_organization_id_idx ON webhook (organization_id);
CREATE INDEX webhook_user_id_idx ON webhook (user_id);

CREATE TABLE webhook_delivery (
    id          bigserial      NOT NULL,
    webhook_id  integer        NOT NULL,
    event_id    bigint         NOT NULL,
    type        text           NOT NULL,
    at          timestamptz(3) NOT NULL,
    attempt     integer        NOT NULL,
    outcome     text           NOT NULL,
    status      integer,
    reason      text,
    duration_ms integer        NOT NULL,

    CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id)
        REFERENCES webhook (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX webhook_delivery_webhook_id_id_idx ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_at_idx ON webhook_delivery (at);
