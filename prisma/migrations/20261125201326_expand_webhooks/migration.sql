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
