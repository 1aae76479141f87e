-- People sign in to the console, by a passkey, an OpenID provider, a link, or a key that they paste. A session is a row of
-- api_key. The previous release refuses its token, and shows it among the keys of its user.
CREATE TYPE sign_in_way AS ENUM ('passkey', 'oidc', 'link', 'key');
ALTER TABLE api_key
    ADD COLUMN signed_in_by sign_in_way,
    ADD COLUMN user_agent   text;

-- Service accounts have keys and no sign-in. Operators work for the installation.
CREATE TYPE user_kind AS ENUM ('person', 'service');
ALTER TABLE "user"
    ADD COLUMN kind        user_kind NOT NULL DEFAULT 'person',
    ADD COLUMN is_operator boolean   NOT NULL DEFAULT false;

CREATE TABLE sign_in_link (
    id            serial         NOT NULL,
    user_id       integer        NOT NULL,
    hash          bytea          NOT NULL,
    is_invitation boolean        NOT NULL DEFAULT true,
    created_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at    timestamptz(3) NOT NULL,
    used_at       timestamptz(3),

    CONSTRAINT sign_in_link_pkey PRIMARY KEY (id),
    CONSTRAINT sign_in_link_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX sign_in_link_hash_key ON sign_in_link (hash);
CREATE INDEX sign_in_link_user_id_idx ON sign_in_link (user_id);

CREATE TABLE passkey (
    id            serial         NOT NULL,
    user_id       integer        NOT NULL,
    credential_id bytea          NOT NULL,
    public_key    bytea          NOT NULL,
    counter       bigint         NOT NULL DEFAULT 0,
    transports    text[],
    name          text           NOT NULL,
    created_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_used_at  timestamptz(3),

    CONSTRAINT passkey_pkey PRIMARY KEY (id),
    CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

CREATE TABLE user_identity (
    issuer       text           NOT NULL,
    subject      text           NOT NULL,
    user_id      integer        NOT NULL,
    created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_used_at timestamptz(3),

    CONSTRAINT user_identity_pkey PRIMARY KEY (issuer, subject),
    CONSTRAINT user_identity_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX user_identity_issuer_user_id_key ON user_identity (issuer, user_id);
CREATE INDEX user_identity_user_id_idx ON user_identity (user_id);

CREATE TABLE used_challenge (
    hash       bytea          NOT NULL,
    expires_at timestamptz(3) NOT NULL,

    CONSTRAINT used_challenge_pkey PRIMARY KEY (hash)
);
CREATE INDEX used_challenge_expires_at_idx ON used_challenge (expires_at);

CREATE TABLE challenge_secret (
    id     integer NOT NULL,
    secret bytea   NOT NULL,

    CONSTRAINT challenge_secret_pkey PRIMARY KEY (id),
    CONSTRAINT challenge_secret_is_one_row CHECK (id = 1)
);

-- Operators resolve a flag with one of three outcomes. The text of earlier resolutions becomes the note.
CREATE TYPE flag_resolution AS ENUM ('corrected', 'not_reproducible', 'wont_fix');
ALTER TABLE data_flag
    ADD COLUMN outcome        flag_resolution,
    ADD COLUMN resolved_by_id integer
        CONSTRAINT data_flag_resolved_by_id_fkey REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX data_flag_user_id_idx ON data_flag (user_id);
CREATE INDEX data_flag_resolved_by_id_idx ON data_flag (resolved_by_id);
