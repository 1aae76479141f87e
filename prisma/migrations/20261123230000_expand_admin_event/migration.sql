-- The audit log of administration. It has no foreign keys, because it outlives what it names.
CREATE TABLE admin_event (
    id              bigserial      NOT NULL,
    at              timestamptz(3) NOT NULL,
    action          text           NOT NULL,
    organization_id integer,
    actor_id        integer,
    key_id          integer,
    request_id      text,
    operator        text,
    details         jsonb          NOT NULL,

    CONSTRAINT admin_event_pkey PRIMARY KEY (id)
);
CREATE INDEX admin_event_organization_id_id_idx ON admin_event (organization_id, id);
