-- Companies and what is known about them. Imports fill these tables; requests read them. The tables with most rows have no
-- foreign keys (docs/decisions/0003).

-- Search by a part of a name or domain (trigram indexes).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE company (
    id                serial         NOT NULL,
    name              text           NOT NULL,
    slug              text           NOT NULL,
    primary_domain    text           NOT NULL,
    industry          text,
    employee_range    text,
    country           char(2),
    founded_year      smallint,
    domain_count      integer        NOT NULL DEFAULT 0,
    investor_count    integer        NOT NULL DEFAULT 0,
    technology_count  integer        NOT NULL DEFAULT 0,
    partnership_count integer        NOT NULL DEFAULT 0,
    created_at        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT company_pkey PRIMARY KEY (id),
    CONSTRAINT company_slug_check CHECK (slug <> '' AND position('.' in slug) = 0),
    CONSTRAINT company_employee_range_check CHECK (employee_range IN
        ('1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'))
    -- Half of each page stays free for later updates of counts, which then stay in their page and change no index. Only the
    -- owner of a table may set it, so imports can run as a user with rights on the rows alone.
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX company_slug_key ON company (slug);
CREATE UNIQUE INDEX company_primary_domain_key ON company (primary_domain);
CREATE INDEX company_name_idx ON company USING gin (name gin_trgm_ops);
-- Names that equal a text in any case, answered from the index alone: PostgreSQL reads only an index on an expression when
-- the columns of the expression are in it as well. Requests ask for at most 100 characters, of which lower-casing makes
-- at most 800 bytes. Longer names match none of them, and twice in an index they would exceed its row size.
CREATE INDEX company_lower_name_idx ON company (lower(name) text_pattern_ops) INCLUDE (id, name)
    WHERE octet_length(name) <= 800;

CREATE TABLE company_domain (
    domain      text     NOT NULL,
    company_id  integer  NOT NULL,
    is_primary  boolean  NOT NULL,
    position    smallint NOT NULL,
    was_primary boolean  NOT NULL DEFAULT false,
    from_merge  boolean  NOT NULL DEFAULT false,

    CONSTRAINT company_domain_pkey PRIMARY KEY (domain),
    CONSTRAINT company_domain_company_id_fkey FOREIGN KEY (company_id)
        REFERENCES company (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX company_domain_company_id_idx ON company_domain (company_id);
CREATE INDEX company_domain_domain_idx ON company_domain USING gin (domain gin_trgm_ops);
-- Few domains are former primary ones, and each import asks for them.
CREATE INDEX company_domain_was_primary_idx ON company_domain (domain) WHERE was_primary;

CREATE TABLE technology (
    id           serial NOT NULL,
    tech_key     text   NOT NULL,
    display_name text   NOT NULL,
    category     text,

    CONSTRAINT technology_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX technology_tech_key_key ON technology (tech_key);

CREATE TABLE company_technology (
    company_id      integer        NOT NULL,
    technology_id   integer        NOT NULL,
    detection_count integer        NOT NULL,
    first_seen      timestamptz(3) NOT NULL,
    last_seen       timestamptz(3) NOT NULL,

    CONSTRAINT company_technology_pkey PRIMARY KEY (company_id, technology_id)
);

CREATE TABLE investor (
    id   serial NOT NULL,
    name text   NOT NULL,

    CONSTRAINT investor_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX investor_name_key ON investor (name);

CREATE TABLE company_investor (
    company_id  integer  NOT NULL,
    investor_id integer  NOT NULL,
    position    smallint NOT NULL,

    CONSTRAINT company_investor_pkey PRIMARY KEY (company_id, investor_id),
    CONSTRAINT company_investor_company_id_fkey FOREIGN KEY (company_id)
        REFERENCES company (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT company_investor_investor_id_fkey FOREIGN KEY (investor_id)
        REFERENCES investor (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX company_investor_investor_id_idx ON company_investor (investor_id);

-- Partnerships as one company observed them: what imports write.
CREATE TABLE partnership_observation (
    observer_id       integer        NOT NULL,
    partner_id        integer        NOT NULL,
    first_observed_at timestamptz(3) NOT NULL,
    last_observed_at  timestamptz(3) NOT NULL,
    observation_count integer        NOT NULL,

    CONSTRAINT partnership_observation_pkey PRIMARY KEY (observer_id, partner_id),
    CONSTRAINT partnership_observation_pair_check CHECK (observer_id <> partner_id)
);

-- The observations of both sides, merged: two rows for each pair. This is what requests read.
CREATE TABLE partnership (
    company_id        integer        NOT NULL,
    partner_id        integer        NOT NULL,
    first_observed_at timestamptz(3) NOT NULL,
    last_observed_at  timestamptz(3) NOT NULL,
    observation_count integer        NOT NULL,

    CONSTRAINT partnership_pkey PRIMARY KEY (company_id, partner_id)
);

-- Companies and technologies that left the catalogue.
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

-- The history of imports.
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
