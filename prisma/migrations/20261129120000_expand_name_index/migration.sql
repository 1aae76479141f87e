-- The index of names, by which rows are matched to companies. Refreshes of the facet index keep it.

-- The version of the facet index that the index of names belongs to, and its format. A release without names raises the version
-- alone.
ALTER TABLE facet_index ADD COLUMN names_version integer, ADD COLUMN names_format integer;

-- Words of each company's name without case, accents and punctuation, and its keys with a `=` in front.
CREATE TABLE company_name_terms (
    company_id integer NOT NULL,
    terms      text[]  NOT NULL,

    CONSTRAINT company_name_terms_pkey PRIMARY KEY (company_id)
);
-- Each look-up would read all pending entries: a batch has thousands of them.
CREATE INDEX company_name_terms_terms_idx ON company_name_terms USING gin (terms) WITH (fastupdate = off);

-- Number of companies whose names have a word.
CREATE TABLE name_word (
    word          text    NOT NULL,
    company_count integer NOT NULL,

    CONSTRAINT name_word_pkey PRIMARY KEY (word)
);

-- Forms that a word shares with its misspellings: its first seven characters, and these without one of them. Words of which
-- one character was left out, added, changed or swapped have a form in common. Shorter words than four have none.
CREATE FUNCTION name_word_forms(word text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN char_length(word) < 4 THEN '{}'::text[] ELSE ARRAY(
        SELECT left(word, 7)
        UNION
        SELECT left(word, place - 1) || substr(left(word, 7), place + 1)
        FROM generate_series(1, least(7, char_length(word))) AS place
    ) END;

CREATE INDEX name_word_forms_idx ON name_word USING gin (name_word_forms(word)) WITH (fastupdate = off);
