-- The facet index: for each field, value and evidence window a bitmap of company ids. Filters are answered from it.

-- The version of the index and the newest observation in it: one row.
CREATE TABLE facet_index (
    id                 integer NOT NULL DEFAULT 1,
    version            integer NOT NULL DEFAULT 0,
    format             integer NOT NULL DEFAULT 0,
    as_of              timestamptz(3),
    detections_as_of   timestamptz(3),
    partnerships_as_of timestamptz(3),
    refreshed_at       timestamptz(3),
    -- The version that the bands belong to. A release without bands raises the version alone when it imports.
    bands_version      integer,

    CONSTRAINT facet_index_pkey PRIMARY KEY (id),
    CONSTRAINT facet_index_single_row_check CHECK (id = 1)
);
INSERT INTO facet_index (id) VALUES (1);

CREATE TABLE facet_posting (
    field       text     NOT NULL,
    value       text     NOT NULL,
    window_days smallint NOT NULL,
    version     integer  NOT NULL,
    cardinality integer  NOT NULL,
    base        bytea    NOT NULL,
    added       bytea,
    removed     bytea,

    CONSTRAINT facet_posting_pkey PRIMARY KEY (field, value, window_days),
    CONSTRAINT facet_posting_window_days_check CHECK (window_days IN (0, 90, 365))
);
-- Bitmaps are compressed already. Compressing them again would slow down each read and save nothing.
ALTER TABLE facet_posting
    ALTER COLUMN base SET STORAGE EXTERNAL,
    ALTER COLUMN added SET STORAGE EXTERNAL,
    ALTER COLUMN removed SET STORAGE EXTERNAL;

-- Evidence by its age, beside the windows of facet_posting. Rows of one value are disjoint by first sightings (negative
-- numbers of days) and by last sightings.
CREATE TABLE facet_band (
    field       text     NOT NULL,
    value       text     NOT NULL,
    window_days smallint NOT NULL,
    version     integer  NOT NULL,
    cardinality integer  NOT NULL,
    base        bytea    NOT NULL,
    added       bytea,
    removed     bytea,

    CONSTRAINT facet_band_pkey PRIMARY KEY (field, value, window_days),
    CONSTRAINT facet_band_window_days_check CHECK (window_days IN (30, 180, -30, -90, -180, -365))
);
ALTER TABLE facet_band
    ALTER COLUMN base SET STORAGE EXTERNAL,
    ALTER COLUMN added SET STORAGE EXTERNAL,
    ALTER COLUMN removed SET STORAGE EXTERNAL;

CREATE VIEW facet_stored AS
    SELECT field, value, window_days, version, cardinality, base, added, removed FROM facet_posting
    UNION ALL
    SELECT field, value, window_days, version, cardinality, base, added, removed FROM facet_band;

-- The rare terms of each company's name; frequent terms have postings.
CREATE TABLE facet_rare_words (
    company_id integer NOT NULL,
    words      text    NOT NULL,

    CONSTRAINT facet_rare_words_pkey PRIMARY KEY (company_id)
);
CREATE INDEX facet_rare_words_words_idx ON facet_rare_words USING gin (words gin_trgm_ops);

-- Reads the postings that are newer than those a process holds. Bitmaps are read by COPY in binary format, which cannot be
-- prepared: PostgreSQL would plan the statement each time, which takes as long as reading a few postings. A function keeps
-- its plan.
-- wanted: an array of {place, field, value, days, held}. Returns a row for each, with NULLs where no posting is newer than
-- `held`. All rows belong to one version of the index: a stable function sees the snapshot of the calling statement.
CREATE FUNCTION facet_postings_after(wanted jsonb)
    RETURNS TABLE (index_version integer, place integer, version integer, base bytea, added bytea, removed bytea)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY
    SELECT (SELECT i.version FROM facet_index i), k.place, f.version, f.base, f.added, f.removed
    FROM jsonb_to_recordset(wanted) AS k (place integer, field text, value text, days smallint, held integer)
    LEFT JOIN LATERAL (
        SELECT p.version, p.base, p.added, p.removed FROM facet_posting p
        WHERE k.days IN (0, 90, 365)
          AND p.field = k.field AND p.value = k.value AND p.window_days = k.days AND p.version > k.held
        UNION ALL
        SELECT b.version, b.base, b.added, b.removed FROM facet_band b
        WHERE k.days NOT IN (0, 90, 365)
          AND b.field = k.field AND b.value = k.value AND b.window_days = k.days AND b.version > k.held
        OFFSET 0
    ) f ON true;
END
$$;
