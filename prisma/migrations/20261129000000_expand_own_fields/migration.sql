-- Fields that the catalogue does not have by itself, of the catalogue (scope 0) and of organizations (scope: their id).
CREATE TABLE field_scope (
    scope_id         integer NOT NULL,
    version          integer NOT NULL DEFAULT 0,
    registry         integer NOT NULL DEFAULT 0,
    deletion_version integer NOT NULL DEFAULT 0,

    CONSTRAINT field_scope_pkey PRIMARY KEY (scope_id)
);

CREATE TABLE own_field (
    id             serial  NOT NULL,
    scope_id       integer NOT NULL,
    key            text    NOT NULL,
    label          text    NOT NULL,
    type           text    NOT NULL,
    multiple       boolean NOT NULL DEFAULT false,
    unit           text,
    description    text,
    columns        text[]  NOT NULL DEFAULT '{}',
    number_format  text,
    position       integer NOT NULL,
    declared_at    integer NOT NULL,
    values_version integer NOT NULL DEFAULT 0,
    created_at     timestamptz(3) NOT NULL,

    CONSTRAINT own_field_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX own_field_scope_id_key_key ON own_field (scope_id, key);

-- The values of a company in a scope, by the ids of fields. Without foreign keys: writes of an organization never wait for an import,
-- which locks companies.
CREATE TABLE own_field_values (
    scope_id   integer NOT NULL,
    company_id integer NOT NULL,
    "values"   jsonb   NOT NULL,

    CONSTRAINT own_field_values_pkey PRIMARY KEY (scope_id, company_id)
);
CREATE INDEX own_field_values_company_id_idx ON own_field_values (company_id);

-- Ids of the own fields that a version of a definition uses itself.
ALTER TABLE list_definition ADD COLUMN own_fields integer[] NOT NULL DEFAULT '{}';
-- The version of the organization's fields that was read.
ALTER TABLE list_materialization ADD COLUMN fields_version integer NOT NULL DEFAULT 0;
ALTER TABLE list_materialization_repeat ADD COLUMN fields_version integer NOT NULL DEFAULT 0;
ALTER TABLE list_watch ADD COLUMN fields_version integer NOT NULL DEFAULT 0;
ALTER TABLE list_change ADD COLUMN fields_version integer NOT NULL DEFAULT 0;

-- Tells whether values of an organization's fields changed after a version of them, for fields that a list uses by itself or by the
-- lists that it names. A field that is no longer there was deleted.
CREATE FUNCTION own_fields_changed(of_list integer, since integer) RETURNS boolean LANGUAGE sql STABLE AS $$
    WITH RECURSIVE used (list_id) AS (
        SELECT of_list UNION SELECT r.named_list_id FROM used u JOIN list_reference r ON r.list_id = u.list_id
    )
    SELECT EXISTS (
        SELECT FROM used u JOIN list l ON l.id = u.list_id
        JOIN field_scope s ON s.scope_id = l.organization_id AND s.version > since
        JOIN list_definition d ON d.list_id = l.id AND d.version = l.definition_version
        CROSS JOIN LATERAL unnest(d.own_fields) AS field (id)
        LEFT JOIN own_field f ON f.id = field.id
        WHERE coalesce(f.scope_id, s.scope_id) = s.scope_id AND coalesce(f.values_version, s.deletion_version) > since
    )
$$;
