-- How people sign in to the console: by a passkey, an OpenID provider, a link, or a key that they paste.

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
