-- Companies and technologies that leave the catalogue, and the history of imports.

-- What organizations paid for and reported outlives the company.
ALTER TABLE company_unlock DROP CONSTRAINT company_unlock_company_id_fkey;
ALTER TABLE data_flag DROP CONSTRAINT data_flag_company_id_fkey;

ALTER TABLE company_domain
    ADD COLUMN was_primary boolean NOT NULL DEFAULT false,
    ADD COLUMN from_merge boolean NOT NULL DEFAULT false;
-- Few domains are former primary ones, and each import asks for them.
CREATE INDEX company_domain_was_primary_idx ON company_domain (domain) WHERE was_primary;

CREATE TABLE retired_company (
    id             integer        NOT NULL,
    slug           text           NOT NULL,
    name           text           NOT NULL,
    primary_domain text,
    merged_into    integer,
    retired_at     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT retired_company_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX retired_company_slug_key ON retired_company (slug);
CREATE UNIQUE INDEX retired_company_primary_domain_key ON retired_company (primary_domain);
CREATE INDEX retired_company_merged_into_idx ON retired_company (merged_into);

CREATE TABLE retired_technology (
    id         integer        NOT NULL,
    tech_key   text           NOT NULL,
    retired_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT retired_technology_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX retired_technology_tech_key_key ON retired_technology (tech_key);

CREATE TYPE import_state AS ENUM ('running', 'finished', 'refused', 'failed');

CREATE TABLE catalogue_import (
    id          serial         NOT NULL,
    state       import_state   NOT NULL DEFAULT 'running',
    request     jsonb          NOT NULL,
    progress    jsonb,
    report      jsonb,
    error       text,
    started_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    finished_at timestamptz(3),

    CONSTRAINT catalogue_import_pkey PRIMARY KEY (id)
);
