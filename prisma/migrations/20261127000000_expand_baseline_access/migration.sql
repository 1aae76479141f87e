-- Who may use the service: organizations, their users and API keys, and the audit log of administration.

CREATE TYPE user_role AS ENUM ('member', 'admin');
CREATE TYPE key_kind AS ENUM ('user', 'org');
-- Service accounts have keys and no sign-in. Operators work for the installation.
CREATE TYPE user_kind AS ENUM ('person', 'service');
CREATE TYPE sign_in_way AS ENUM ('passkey', 'oidc', 'link', 'key');

CREATE TABLE organization (
    id                    serial         NOT NULL,
    name                  text           NOT NULL,
    credit_balance        integer        NOT NULL DEFAULT 0,
    created_at            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    credits_low_threshold integer,

    CONSTRAINT organization_pkey PRIMARY KEY (id),
    -- The statement that would overdraw a balance fails: modules/credits turns this into insufficient_credits.
    CONSTRAINT organization_credit_balance_check CHECK (credit_balance >= 0)
);
CREATE UNIQUE INDEX organization_name_key ON organization (name);

CREATE TABLE "user" (
    id              serial         NOT NULL,
    organization_id integer        NOT NULL,
    email           text           NOT NULL,
    name            text           NOT NULL,
    role            user_role      NOT NULL DEFAULT 'member',
    created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The personal keys of a disabled user are refused until an operator enables the user again.
    disabled_at     timestamptz(3),
    kind            user_kind      NOT NULL DEFAULT 'person',
    is_operator     boolean        NOT NULL DEFAULT false,

    CONSTRAINT user_pkey PRIMARY KEY (id),
    CONSTRAINT user_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT user_email_check CHECK (email = lower(email))
);
CREATE UNIQUE INDEX user_email_key ON "user" (email);
CREATE INDEX user_organization_id_idx ON "user" (organization_id);

-- Keys, and sessions of people who signed in to the console: those have `signed_in_by`.
CREATE TABLE api_key (
    id                serial         NOT NULL,
    kind              key_kind       NOT NULL,
    organization_id   integer        NOT NULL,
    user_id           integer,
    prefix            text           NOT NULL,
    hash              bytea          NOT NULL,
    label             text,
    expires_at        timestamptz(3),
    revoked_at        timestamptz(3),
    last_used_at      timestamptz(3),
    created_at        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    created_by_id     integer,
    replaces_id       integer,
    created_by_key_id integer,
    signed_in_by      sign_in_way,
    user_agent        text,

    CONSTRAINT api_key_pkey PRIMARY KEY (id),
    CONSTRAINT api_key_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT api_key_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT api_key_created_by_id_fkey FOREIGN KEY (created_by_id)
        REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT api_key_replaces_id_fkey FOREIGN KEY (replaces_id)
        REFERENCES api_key (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT api_key_created_by_key_id_fkey FOREIGN KEY (created_by_key_id)
        REFERENCES api_key (id) ON DELETE SET NULL ON UPDATE CASCADE,
    -- A personal key has an owner, an organization key has none.
    CONSTRAINT api_key_owner_check CHECK ((kind = 'user') = (user_id IS NOT NULL))
);
CREATE UNIQUE INDEX api_key_hash_key ON api_key (hash);
CREATE UNIQUE INDEX api_key_replaces_id_key ON api_key (replaces_id);
CREATE INDEX api_key_organization_id_idx ON api_key (organization_id);
CREATE INDEX api_key_user_id_idx ON api_key (user_id);
CREATE INDEX api_key_created_by_key_id_idx ON api_key (created_by_key_id);

CREATE TABLE api_key_usage (
    api_key_id      integer NOT NULL,
    organization_id integer NOT NULL,
    day             date    NOT NULL,
    requests        integer NOT NULL,
    errors          integer NOT NULL,

    CONSTRAINT api_key_usage_pkey PRIMARY KEY (api_key_id, day),
    CONSTRAINT api_key_usage_api_key_id_fkey FOREIGN KEY (api_key_id)
        REFERENCES api_key (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT api_key_usage_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX api_key_usage_organization_id_day_idx ON api_key_usage (organization_id, day);

-- How much of its quotas an organization uses. An organization without lists may have no row.
CREATE TABLE organization_usage (
    organization_id  integer NOT NULL,
    lists            integer NOT NULL DEFAULT 0,
    definition_bytes bigint  NOT NULL DEFAULT 0,

    CONSTRAINT organization_usage_pkey PRIMARY KEY (organization_id),
    CONSTRAINT organization_usage_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE
);

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
