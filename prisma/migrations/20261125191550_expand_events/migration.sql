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

ALTER TABLE organization ADD COLUMN credits_low_threshold integer;
