-- What is kept about requests: rate limits and the records behind `Idempotency-Key`.

-- Unlogged: writing costs half as much. A crash empties the table, which grants callers one minute's budget again.
CREATE UNLOGGED TABLE rate_limit (
    key    varchar(255) NOT NULL,
    points integer      NOT NULL DEFAULT 0,
    expire bigint,

    CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

CREATE TABLE idempotency_record (
    id              bigserial      NOT NULL,
    organization_id integer        NOT NULL,
    api_key_id      integer        NOT NULL,
    slot            bytea          NOT NULL,
    key             text           NOT NULL,
    route           text           NOT NULL,
    fingerprint     bytea          NOT NULL,
    owner           uuid,
    lease_until     timestamptz(3) NOT NULL,
    effects         bytea[],
    status          smallint,
    headers         jsonb,
    body            bytea,
    created_at      timestamptz(3) NOT NULL,
    expires_at      timestamptz(3) NOT NULL,
    bytes           integer        NOT NULL DEFAULT 0,

    CONSTRAINT idempotency_record_pkey PRIMARY KEY (id),
    CONSTRAINT idempotency_record_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT idempotency_record_api_key_id_fkey FOREIGN KEY (api_key_id)
        REFERENCES api_key (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX idempotency_record_api_key_id_idx ON idempotency_record (api_key_id);
CREATE INDEX idempotency_record_expires_at_idx ON idempotency_record (expires_at);
CREATE UNIQUE INDEX idempotency_record_organization_id_api_key_id_slot_key
    ON idempotency_record (organization_id, api_key_id, slot);

-- Changes of stored rows that release 0.2.0 made with code of its own. Later releases make none, and only keep the table.
CREATE TABLE data_migration (
    name        text           NOT NULL,
    finished_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT data_migration_pkey PRIMARY KEY (name)
);
