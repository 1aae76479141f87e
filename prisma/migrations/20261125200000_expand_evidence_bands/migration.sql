-- Evidence by its age, beside the windows of facet_posting, which the previous release reads and writes. Rows of one value are
-- disjoint by first sightings (negative numbers of days) and by last sightings.
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

-- The version of the index that the bands belong to. The previous release raises the version alone when it imports.
ALTER TABLE facet_index ADD COLUMN bands_version integer;

CREATE VIEW facet_stored AS
    SELECT field, value, window_days, version, cardinality, base, added, removed FROM facet_posting
    UNION ALL
    SELECT field, value, window_days, version, cardinality, base, added, removed FROM facet_band;

-- As before, with the bands.
CREATE OR REPLACE FUNCTION facet_postings_after(wanted jsonb)
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
