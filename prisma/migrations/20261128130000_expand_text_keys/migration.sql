-- Keys of texts (src/lib/text-key.ts): two texts are the same if their keys are equal. The service writes them. Rows of an
-- earlier release have none until `index rebuild`; meanwhile PostgreSQL makes a key, which is the same for nearly all texts.
ALTER TABLE company ADD COLUMN name_key text;
ALTER TABLE technology ADD COLUMN display_name_key text, ADD COLUMN category_key text;
ALTER TABLE investor ADD COLUMN name_key text;
ALTER TABLE list ADD COLUMN name_key text, ADD COLUMN tag_keys text[];
ALTER TABLE facet_posting ADD COLUMN value_key text;
ALTER TABLE facet_band ADD COLUMN value_key text;

-- In a database whose locale is C, letters beyond ASCII keep their case: the reason for keys that the service makes.
CREATE FUNCTION provisional_text_key(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN normalize(translate(replace(lower(translate(normalize(value, NFC), 'İ', 'i')), U&'i\0307', 'i'), 'ς', 'σ'), NFC);

CREATE FUNCTION provisional_text_keys(texts text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT provisional_text_key(each.value) FROM unnest(texts) WITH ORDINALITY AS each (value, place) ORDER BY place);

-- The previous release changes a text and leaves its key as it is: such a key is dropped. A statement that names the column of
-- the key keeps it: the first trigger, which runs for such a statement alone, marks the key for the second. The argument is the
-- column of the key, of a text or of an array of texts.
CREATE FUNCTION mark_text_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key jsonb := to_jsonb(NEW) -> TG_ARGV[0];
BEGIN
    key := CASE jsonb_typeof(key) WHEN 'array' THEN to_jsonb(chr(1)) || key ELSE to_jsonb(chr(1) || (key #>> '{}')) END;
    RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], key));
END
$$;
CREATE FUNCTION settle_text_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key jsonb := to_jsonb(NEW) -> TG_ARGV[0];
BEGIN
    key := CASE
        WHEN key ->> 0 = chr(1) THEN key - 0
        WHEN left(key #>> '{}', 1) = chr(1) THEN to_jsonb(substr(key #>> '{}', 2))
    END;
    RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], key));
END
$$;

CREATE TRIGGER company_name_key_1 BEFORE UPDATE OF name_key ON company FOR EACH ROW
    WHEN (NEW.name_key IS NOT NULL AND NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION mark_text_key('name_key');
CREATE TRIGGER company_name_key_2 BEFORE UPDATE OF name ON company FOR EACH ROW
    WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION settle_text_key('name_key');
CREATE TRIGGER technology_display_name_key_1 BEFORE UPDATE OF display_name_key ON technology FOR EACH ROW
    WHEN (NEW.display_name_key IS NOT NULL AND NEW.display_name IS DISTINCT FROM OLD.display_name) EXECUTE FUNCTION mark_text_key('display_name_key');
CREATE TRIGGER technology_display_name_key_2 BEFORE UPDATE OF display_name ON technology FOR EACH ROW
    WHEN (NEW.display_name IS DISTINCT FROM OLD.display_name) EXECUTE FUNCTION settle_text_key('display_name_key');
CREATE TRIGGER technology_category_key_1 BEFORE UPDATE OF category_key ON technology FOR EACH ROW
    WHEN (NEW.category_key IS NOT NULL AND NEW.category IS DISTINCT FROM OLD.category) EXECUTE FUNCTION mark_text_key('category_key');
CREATE TRIGGER technology_category_key_2 BEFORE UPDATE OF category ON technology FOR EACH ROW
    WHEN (NEW.category IS DISTINCT FROM OLD.category) EXECUTE FUNCTION settle_text_key('category_key');
CREATE TRIGGER list_name_key_1 BEFORE UPDATE OF name_key ON list FOR EACH ROW
    WHEN (NEW.name_key IS NOT NULL AND NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION mark_text_key('name_key');
CREATE TRIGGER list_name_key_2 BEFORE UPDATE OF name ON list FOR EACH ROW
    WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION settle_text_key('name_key');
CREATE TRIGGER list_tag_keys_1 BEFORE UPDATE OF tag_keys ON list FOR EACH ROW
    WHEN (NEW.tag_keys IS NOT NULL AND NEW.tags IS DISTINCT FROM OLD.tags) EXECUTE FUNCTION mark_text_key('tag_keys');
CREATE TRIGGER list_tag_keys_2 BEFORE UPDATE OF tags ON list FOR EACH ROW
    WHEN (NEW.tags IS DISTINCT FROM OLD.tags) EXECUTE FUNCTION settle_text_key('tag_keys');

CREATE INDEX company_name_key_idx ON company USING gin (coalesce(name_key, provisional_text_key(name)) gin_trgm_ops);
-- Names that equal a text. Requests ask for at most 100 characters, so that longer names match none of them.
CREATE INDEX company_name_key_equality_idx ON company (coalesce(name_key, provisional_text_key(name)) text_pattern_ops)
    WHERE octet_length(name) <= 800;
CREATE INDEX list_organization_id_name_key_idx
    ON list (organization_id, coalesce(name_key, provisional_text_key(name)) COLLATE "C", id);
CREATE INDEX facet_posting_value_key_idx
    ON facet_posting (field, coalesce(value_key, provisional_text_key(value)), window_days);
CREATE INDEX facet_band_value_key_idx
    ON facet_band (field, coalesce(value_key, provisional_text_key(value)), window_days);

-- As before. With `spelled`, it returns every posting whose value has the key, once one of them is newer.
CREATE OR REPLACE FUNCTION facet_postings_after(wanted jsonb)
    RETURNS TABLE (index_version integer, place integer, version integer, base bytea, added bytea, removed bytea)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY
    SELECT (SELECT i.version FROM facet_index i), k.place, f.version, f.base, f.added, f.removed
    FROM jsonb_to_recordset(wanted) AS k (place integer, field text, value text, days smallint, held integer, spelled boolean)
    LEFT JOIN LATERAL (
        SELECT p.version, p.base, p.added, p.removed FROM facet_posting p
        WHERE k.spelled IS NULL AND k.days IN (0, 90, 365)
          AND p.field = k.field AND p.value = k.value AND p.window_days = k.days AND p.version > k.held
        UNION ALL
        SELECT b.version, b.base, b.added, b.removed FROM facet_band b
        WHERE k.spelled IS NULL AND k.days NOT IN (0, 90, 365)
          AND b.field = k.field AND b.value = k.value AND b.window_days = k.days AND b.version > k.held
        UNION ALL
        SELECT s.version, s.base, s.added, s.removed FROM (
            SELECT p.version, p.base, p.added, p.removed, max(p.version) OVER () AS newest FROM facet_posting p
            WHERE k.spelled AND k.days IN (0, 90, 365) AND p.field = k.field
              AND coalesce(p.value_key, provisional_text_key(p.value)) = k.value AND p.window_days = k.days
            UNION ALL
            SELECT b.version, b.base, b.added, b.removed, max(b.version) OVER () FROM facet_band b
            WHERE k.spelled AND k.days NOT IN (0, 90, 365) AND b.field = k.field
              AND coalesce(b.value_key, provisional_text_key(b.value)) = k.value AND b.window_days = k.days
        ) s WHERE s.newest > k.held
        OFFSET 0
    ) f ON true;
END
$$;
