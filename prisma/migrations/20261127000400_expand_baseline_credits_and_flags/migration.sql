-- What organizations pay for, and what they report as wrong.

CREATE TYPE credit_entry_kind AS ENUM ('grant', 'enrichment', 'export');
CREATE TYPE flag_status AS ENUM ('queued', 'resolved');
CREATE TYPE flag_resolution AS ENUM ('corrected', 'not_reproducible', 'wont_fix');

-- The ledger: the entries of an organization add up to its balance.
CREATE TABLE credit_entry (
    id              bigserial         NOT NULL,
    organization_id integer           NOT NULL,
    kind            credit_entry_kind NOT NULL,
    amount          integer           NOT NULL,
    balance_after   integer           NOT NULL,
    company_ids     integer[],
    api_key_id      integer,
    request_id      text,
    note            text,
    created_at      timestamptz(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT credit_entry_pkey PRIMARY KEY (id),
    CONSTRAINT credit_entry_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT credit_entry_api_key_id_fkey FOREIGN KEY (api_key_id)
        REFERENCES api_key (id) ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX credit_entry_organization_id_id_idx ON credit_entry (organization_id, id);
CREATE INDEX credit_entry_api_key_id_id_idx ON credit_entry (api_key_id, id);
CREATE INDEX credit_entry_api_key_id_created_at_idx ON credit_entry (api_key_id, created_at);

-- Companies that an organization has paid for, and until when it may read them again. No row of this file
-- refers to `company`: what organizations paid for and reported outlives a company.
CREATE TABLE company_unlock (
    organization_id integer        NOT NULL,
    company_id      integer        NOT NULL,
    unlocked_at     timestamptz(3) NOT NULL,
    expires_at      timestamptz(3) NOT NULL,

    CONSTRAINT company_unlock_pkey PRIMARY KEY (organization_id, company_id),
    CONSTRAINT company_unlock_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX company_unlock_company_id_idx ON company_unlock (company_id);

CREATE TABLE data_flag (
    id              serial          NOT NULL,
    company_id      integer         NOT NULL,
    organization_id integer         NOT NULL,
    user_id         integer,
    api_key_id      integer,
    description     text,
    status          flag_status     NOT NULL DEFAULT 'queued',
    created_at      timestamptz(3)  NOT NULL DEFAULT CURRENT_TIMESTAMP,
    resolved_at     timestamptz(3),
    -- The note of the operator who chose the outcome.
    resolution      text,
    outcome         flag_resolution,
    resolved_by_id  integer,

    CONSTRAINT data_flag_pkey PRIMARY KEY (id),
    CONSTRAINT data_flag_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT data_flag_user_id_fkey FOREIGN KEY (user_id)
        REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT data_flag_api_key_id_fkey FOREIGN KEY (api_key_id)
        REFERENCES api_key (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT data_flag_resolved_by_id_fkey FOREIGN KEY (resolved_by_id)
        REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX data_flag_status_id_idx ON data_flag (status, id);
CREATE INDEX data_flag_company_id_idx ON data_flag (company_id);
CREATE INDEX data_flag_organization_id_idx ON data_flag (organization_id);
CREATE INDEX data_flag_user_id_idx ON data_flag (user_id);
CREATE INDEX data_flag_api_key_id_idx ON data_flag (api_key_id);
CREATE INDEX data_flag_resolved_by_id_idx ON data_flag (resolved_by_id);
