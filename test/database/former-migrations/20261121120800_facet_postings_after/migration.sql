-- What readers ask for all the time, by a statement whose plan is kept: bitmaps are read by a COPY in binary format, which
-- cannot be prepared and would be planned anew each time, for as long as it takes to read a few of them.
-- wanted: an array of {place, field, value, days, held}; of each a row, without a posting where none is newer than `held`.
-- All of it is of one version of the index: a stable function sees what the statement sees that calls it.
CREATE FUNCTION "facet_postings_after"("wanted" jsonb)
    RETURNS TABLE ("index_version" integer, "place" integer, "version" integer, "base" bytea, "added" bytea, "removed" bytea)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY
    SELECT (SELECT i.version FROM facet_index i), k.place, f.version, f.base, f.added, f.removed
    FROM jsonb_to_recordset(wanted) AS k (place integer, field text, value text, days smallint, held integer)
    LEFT JOIN LATERAL (
        SELECT p.version, p.base, p.added, p.removed FROM facet_posting p
        WHERE p.field = k.field AND p.value = k.value AND p.window_days = k.days AND p.version > k.held
        OFFSET 0
    ) f ON true;
END
$$;
