-- SQL of lists, as PostgreSQL describes it. Written by `npm run statements`.

-- (fetchPart): depends on arguments, so this is the expression in the source
copyTo(copyOf(snapshot, tier, start, rows));

-- (rewritePart)
-- parameters: integer, text, bigint
-- columns: listId integer, domain text
-- rows: Row
SELECT list_id AS "listId", domain FROM list_domain
WHERE (list_id, domain) > ($1, $2) ORDER BY list_id, domain LIMIT $3;

-- (store)
-- parameters: integer[]
UPDATE list SET revision = revision + 1 WHERE id = ANY ($1::int[]);

-- (store)
-- parameters: integer[], text[], text[]
WITH taken AS (
  DELETE FROM list_domain d
  USING unnest($1::int[], $2::text[], $3::text[]) AS c (list_id, domain, rewritten)
  WHERE d.list_id = c.list_id AND d.domain = c.domain
  RETURNING d.list_id, c.rewritten, d.kind, d.added_by_id, d.added_at
)
INSERT INTO list_domain AS d (list_id, domain, kind, added_by_id, added_at)
SELECT DISTINCT ON (list_id, rewritten) list_id, rewritten, kind, added_by_id, added_at
FROM taken ORDER BY list_id, rewritten, added_at DESC
ON CONFLICT (list_id, domain) DO UPDATE SET kind = excluded.kind, added_by_id = excluded.added_by_id,
  added_at = excluded.added_at WHERE excluded.added_at > d.added_at;

-- companies_by_name
-- parameters: integer[], text, integer, bigint, bigint
-- columns: companyId integer, value text
-- may run on a replica
-- rows: { companyId: number; value: string }
SELECT id AS "companyId", key AS value FROM (
  SELECT id, lower(name) COLLATE "C" AS key FROM company WHERE id = ANY ($1::int[])) named
WHERE $2::text IS NULL OR key > $2 OR (key = $2 AND id > $3)
ORDER BY key, id OFFSET $4 LIMIT $5;

-- companies_by_name_descending
-- parameters: integer[], text, integer, bigint, bigint
-- columns: companyId integer, value text
-- may run on a replica
-- rows: { companyId: number; value: string }
SELECT id AS "companyId", key AS value FROM (
  SELECT id, lower(name) COLLATE "C" AS key FROM company WHERE id = ANY ($1::int[])) named
WHERE $2::text IS NULL OR key < $2 OR (key = $2 AND id > $3)
ORDER BY key DESC, id OFFSET $4 LIMIT $5;

-- insert_list_materialization
-- parameters: integer, integer, integer, integer, bytea, bytea, bytea, bytea, integer, integer, integer, timestamp with time zone
-- columns: materializationId integer, retiredVersion integer
-- rows: Inserted
WITH held AS (SELECT id FROM list WHERE id = $1 AND revision = $2 FOR SHARE)
    INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium, exploratory,
      added, high_count, medium_count, exploratory_count, created_at)
    SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM held
    RETURNING id AS "materializationId", nullif(greatest((SELECT p.version FROM facet_posting p
WHERE p.field = '@retired' AND p.value = '' AND p.window_days = 0), index_version), index_version) AS "retiredVersion";

-- list_definition_insert
-- parameters: integer, integer, text, json, integer, integer, timestamp with time zone
INSERT INTO list_definition (list_id, version, registry_version, root, bytes, author_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- list_definitions
-- parameters: integer[], integer[]
-- columns: listId integer, version integer, definition json
-- rows: VersionKey & { definition: StoredDefinition }
SELECT d.list_id AS "listId", d.version, json_build_object('registry_version', d.registry_version, 'root', d.root) AS definition FROM list_definition d
JOIN unnest($1::int[], $2::int[]) AS k (list_id, version) USING (list_id, version);

-- list_domain_take
-- parameters: integer, list_domain_kind, text, text
-- columns: domain text
-- rows: { domain: string }
DELETE FROM list_domain WHERE list_id = $1 AND domain = (
  SELECT domain FROM list_domain
  WHERE list_id = $1 AND kind = $2::list_domain_kind AND domain IN ($3, $4)
  ORDER BY domain = $3 DESC LIMIT 1)
RETURNING domain;

-- list_domains
-- parameters: integer, list_domain_kind, bigint, bigint
-- columns: domain text, companyId integer, addedAt timestamp with time zone, addedBy json
-- rows: ListDomain
SELECT d.domain, c.company_id AS "companyId", d.added_at AS "addedAt",
        json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
'name', u.name, 'role', u.role, 'createdAt', u.created_at,
'disabledAt', u.disabled_at) AS "addedBy"
      FROM list_domain d JOIN "user" u ON u.id = d.added_by_id
      LEFT JOIN company_domain c ON c.domain = d.domain
      WHERE d.list_id = $1 AND d.kind = $2::list_domain_kind
      ORDER BY d.added_at DESC, d.domain LIMIT $3 OFFSET $4;

-- list_domains_by_hand
-- parameters: integer
-- columns: kind list_domain_kind, ids bytea, version integer
-- rows: { kind: 'added' | 'excluded'; ids: Buffer; version: number }
SELECT d.kind, string_agg(int4send(c.company_id), '') AS ids, (SELECT version FROM facet_index) AS version
FROM list_domain d JOIN company_domain c USING (domain) WHERE d.list_id = $1 GROUP BY d.kind;

-- list_domains_put
-- parameters: integer, list_domain_kind, integer, timestamp with time zone, text[]
-- columns: domain text, isNew boolean
-- rows: { domain: string; isNew: boolean }
INSERT INTO list_domain AS d (list_id, domain, kind, added_by_id, added_at)
SELECT $1, domain, $2::list_domain_kind, $3, $4 FROM unnest($5::text[]) AS domain
ON CONFLICT (list_id, domain) DO UPDATE SET kind = excluded.kind, added_by_id = excluded.added_by_id,
  added_at = excluded.added_at WHERE d.kind <> excluded.kind
RETURNING domain, xmax = 0 AS "isNew";

-- list_domains_total
-- parameters: integer
-- columns: total integer
-- rows: { total: number }
SELECT count(*)::int AS total FROM list_domain WHERE list_id = $1;

-- list_event_record
-- parameters: integer, integer, integer, text, jsonb, timestamp with time zone
-- columns: pg_notify void
WITH event AS (
  INSERT INTO list_event (organization_id, list_id, actor_id, action, details, at)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, list_id, actor_id, action, at)
SELECT pg_notify('list_changes',
  json_build_object('eventId', id, 'listId', list_id, 'actorId', actor_id, 'action', action, 'at', at)::text)
FROM event;

-- list_events
-- parameters: integer, bigint, bigint
-- columns: eventId double precision, action text, at timestamp with time zone, details jsonb, actor json
-- rows: ListEvent
SELECT e.id::float8 AS "eventId", e.action, e.at, e.details AS details, json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS actor
FROM list_event e JOIN "user" u ON u.id = e.actor_id
WHERE e.list_id = $1 ORDER BY e.id DESC LIMIT $2 OFFSET $3;

-- list_events_bare
-- parameters: integer, bigint, bigint
-- columns: eventId double precision, action text, at timestamp with time zone, details json, actor json
-- rows: ListEvent
SELECT e.id::float8 AS "eventId", e.action, e.at, '{}'::json AS details, json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS actor
FROM list_event e JOIN "user" u ON u.id = e.actor_id
WHERE e.list_id = $1 ORDER BY e.id DESC LIMIT $2 OFFSET $3;

-- list_export_of_deleted_list
-- parameters: integer, integer, integer, integer
SELECT FROM list_export e WHERE e.materialization_id = $1 AND e.user_id = $2 AND e.organization_id = $3
AND e.list_id = $4 AND NOT EXISTS (SELECT FROM list l WHERE l.id = e.list_id);

-- list_export_record
-- parameters: integer, integer, integer, text, jsonb, timestamp with time zone, integer, integer, timestamp with time zone
-- columns: pg_notify void
WITH export AS (
  INSERT INTO list_export AS e
    (organization_id, list_id, user_id, exported_at, materialization_id, credits, valid_until)
  VALUES ($1, $2, $3, $6, $7, $8, $9)
  ON CONFLICT (materialization_id, user_id) DO UPDATE SET credits = e.credits + excluded.credits,
    exported_at = excluded.exported_at, valid_until = greatest(e.valid_until, excluded.valid_until)
), event AS (
  INSERT INTO list_event (organization_id, list_id, actor_id, action, details, at)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, list_id, actor_id, action, at)
SELECT pg_notify('list_changes',
  json_build_object('eventId', id, 'listId', list_id, 'actorId', actor_id, 'action', action, 'at', at)::text)
FROM event;

-- list_export_valid
-- parameters: integer, integer, integer, timestamp with time zone, export_scope
-- columns: materializationId integer, listId integer, revision integer, definitionVersion integer, indexVersion integer, materializedAt timestamp with time zone, counts json, retiredVersion integer, validUntil timestamp with time zone, balance integer
-- rows: MaterializationInfo & Paid
SELECT
id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
index_version AS "indexVersion", created_at AS "materializedAt",
json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
  'medium', medium_count, 'exploratory', exploratory_count) AS counts, nullif(greatest((SELECT p.version FROM facet_posting p
WHERE p.field = '@retired' AND p.value = '' AND p.window_days = 0), index_version), index_version) AS "retiredVersion", "validUntil",
        (SELECT credit_balance FROM organization WHERE organization.id = $3) AS balance
      FROM list_materialization, LATERAL (SELECT max(valid_until) AS "validUntil" FROM list_export_payment
        WHERE materialization_id = $1 AND scope IN ('all', $5)) paid
      WHERE id = $1 AND list_id = $2 AND "validUntil" > $4;

-- list_insert
-- parameters: integer, integer, text, timestamp with time zone
-- columns: id integer
-- rows: { id: number }
INSERT INTO list (organization_id, owner_id, name, created_at, updated_at)
VALUES ($1, $2, $3, $4, $4) RETURNING id;

-- list_lock
-- parameters: integer, integer
SELECT FROM list WHERE id = $1 AND organization_id = $2 FOR UPDATE;

-- list_materialization
-- parameters: integer, integer
-- columns: materializationId integer, listId integer, revision integer, definitionVersion integer, indexVersion integer, materializedAt timestamp with time zone, counts json, retiredVersion integer
-- rows: MaterializationInfo
SELECT
id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
index_version AS "indexVersion", created_at AS "materializedAt",
json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
  'medium', medium_count, 'exploratory', exploratory_count) AS counts, nullif(greatest((SELECT p.version FROM facet_posting p
WHERE p.field = '@retired' AND p.value = '' AND p.window_days = 0), index_version), index_version) AS "retiredVersion" FROM list_materialization WHERE list_id = $1 AND id = $2;

-- list_materialization_keep
-- parameters: integer, timestamp with time zone, timestamp with time zone, export_scope
-- columns: validUntil timestamp with time zone
-- rows: { validUntil: Date }
WITH kept AS (
  UPDATE list_materialization SET export_valid_until = greatest(export_valid_until, $3)
  WHERE id = $1 RETURNING id)
INSERT INTO list_export_payment AS p (materialization_id, scope, paid_until, valid_until)
SELECT id, $4, $2, $3 FROM kept
ON CONFLICT (materialization_id, scope) DO UPDATE
  SET paid_until = excluded.paid_until, valid_until = greatest(p.valid_until, excluded.valid_until)
RETURNING valid_until AS "validUntil";

-- list_materialization_members
-- parameters: integer[]
-- columns: materializationId integer, listId integer, revision integer, definitionVersion integer, indexVersion integer, materializedAt timestamp with time zone, counts json, retiredVersion integer, high bytea, medium bytea, exploratory bytea, added bytea
-- rows: SnapshotRow
SELECT
id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
index_version AS "indexVersion", created_at AS "materializedAt",
json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
  'medium', medium_count, 'exploratory', exploratory_count) AS counts, nullif(greatest((SELECT p.version FROM facet_posting p
WHERE p.field = '@retired' AND p.value = '' AND p.window_days = 0), index_version), index_version) AS "retiredVersion", high, medium, exploratory, added FROM list_materialization WHERE id = ANY ($1::int[]);

-- list_materialization_paid
-- parameters: integer, integer, integer, timestamp with time zone, export_scope
-- columns: balance integer, validUntil timestamp with time zone
-- rows: Paid
SELECT o.credit_balance AS balance, greatest(p.paid_until, p.valid_until) AS "validUntil"
FROM list_export_payment p JOIN list_materialization m ON m.id = p.materialization_id
JOIN list l ON l.id = m.list_id JOIN organization o ON o.id = l.organization_id
WHERE m.id = $1 AND m.list_id = $2 AND o.id = $3 AND p.scope IN ('all', $5) AND p.paid_until > $4
ORDER BY "validUntil" DESC LIMIT 1;

-- list_materializations_kept
-- parameters: integer, integer, bigint, bigint
-- columns: materializationId integer, listId integer, revision integer, definitionVersion integer, indexVersion integer, materializedAt timestamp with time zone, counts json, retiredVersion integer
-- rows: MaterializationInfo
SELECT
id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
index_version AS "indexVersion", created_at AS "materializedAt",
json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
  'medium', medium_count, 'exploratory', exploratory_count) AS counts, nullif(greatest((SELECT p.version FROM facet_posting p
WHERE p.field = '@retired' AND p.value = '' AND p.window_days = 0), index_version), index_version) AS "retiredVersion" FROM list_materialization WHERE list_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3 OFFSET $4;

-- list_materializations_valid
-- parameters: integer[], integer[]
-- columns: materializationId integer, listId integer, revision integer, definitionVersion integer, indexVersion integer, materializedAt timestamp with time zone, counts json, retiredVersion integer
-- rows: MaterializationInfo
SELECT DISTINCT ON (m.list_id)
id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
index_version AS "indexVersion", created_at AS "materializedAt",
json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
  'medium', medium_count, 'exploratory', exploratory_count) AS counts, nullif(greatest((SELECT p.version FROM facet_posting p
WHERE p.field = '@retired' AND p.value = '' AND p.window_days = 0), index_version), index_version) AS "retiredVersion" FROM list_materialization m
      JOIN unnest($1::int[], $2::int[]) AS k (l, r) ON m.list_id = k.l AND m.revision = k.r
      ORDER BY m.list_id, m.id DESC;

-- list_permission
-- parameters: integer, integer
-- columns: permissionId integer, accessLevel list_access, createdAt timestamp with time zone, user json, grantedBy json
-- rows: Permission
SELECT p.id AS "permissionId", p.access_level AS "accessLevel", p.created_at AS "createdAt",
  CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) END AS "user", json_build_object('id', g.id, 'organizationId', g.organization_id, 'email', g.email,
  'name', g.name, 'role', g.role, 'createdAt', g.created_at,
  'disabledAt', g.disabled_at) AS "grantedBy"
FROM list_permission p LEFT JOIN "user" u ON u.id = p.user_id JOIN "user" g ON g.id = p.granted_by_id WHERE p.list_id = $1 AND p.id = $2;

-- list_permission_grant
-- parameters: integer, integer, list_access, integer, timestamp with time zone
-- columns: id integer, created boolean
-- rows: { id: number; created: boolean }
INSERT INTO list_permission AS p (list_id, user_id, access_level, granted_by_id, created_at)
VALUES ($1, $2, $3::list_access, $4, $5)
ON CONFLICT (list_id, (COALESCE(user_id, 0))) DO UPDATE SET access_level = excluded.access_level
RETURNING id, xmax = 0 AS created;

-- list_permission_of_former_owner
-- parameters: integer, integer, list_access, timestamp with time zone
INSERT INTO list_permission (list_id, user_id, access_level, granted_by_id, created_at)
VALUES ($1, $2, $3::list_access, $2, $4) ON CONFLICT (list_id, (COALESCE(user_id, 0))) DO NOTHING;

-- list_permission_of_owner_delete
-- parameters: integer, integer
DELETE FROM list_permission WHERE list_id = $1 AND user_id = $2;

-- list_permission_of_user
-- parameters: integer, integer
-- columns: id integer
-- rows: { id: number }
SELECT id FROM list_permission WHERE list_id = $1 AND user_id = $2;

-- list_permission_revoke
-- parameters: integer
DELETE FROM list_permission WHERE id = $1;

-- list_permissions
-- parameters: integer, integer, bigint
-- columns: permissionId integer, accessLevel list_access, createdAt timestamp with time zone, user json, grantedBy json
-- rows: Permission
SELECT p.id AS "permissionId", p.access_level AS "accessLevel", p.created_at AS "createdAt",
  CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) END AS "user", json_build_object('id', g.id, 'organizationId', g.organization_id, 'email', g.email,
  'name', g.name, 'role', g.role, 'createdAt', g.created_at,
  'disabledAt', g.disabled_at) AS "grantedBy"
FROM list_permission p LEFT JOIN "user" u ON u.id = p.user_id JOIN "user" g ON g.id = p.granted_by_id WHERE p.list_id = $1 AND p.id > $2 ORDER BY p.id LIMIT $3;

-- list_rename
-- parameters: integer, text, timestamp with time zone
UPDATE list SET name = $2, updated_at = $3 WHERE id = $1;

-- list_set_definition
-- parameters: integer, integer, timestamp with time zone
UPDATE list SET definition_version = $2, revision = revision + 1, updated_at = $3 WHERE id = $1;

-- list_set_owner
-- parameters: integer, integer, timestamp with time zone
UPDATE list SET owner_id = $2, updated_at = $3 WHERE id = $1;

-- list_set_revision
-- parameters: integer, integer, timestamp with time zone
UPDATE list SET revision = $2, updated_at = $3 WHERE id = $1;

-- list_version
-- parameters: integer, integer
-- columns: listId integer, version integer, createdAt timestamp with time zone, author json, definition json
-- rows: DefinitionVersion
SELECT
d.list_id AS "listId", d.version, d.created_at AS "createdAt", json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS author, json_build_object('registry_version', d.registry_version, 'root', d.root) AS definition
      FROM list_definition d JOIN "user" u ON u.id = d.author_id WHERE d.list_id = $1 AND d.version = $2;

-- list_versions
-- parameters: integer, bigint, bigint
-- columns: listId integer, version integer, createdAt timestamp with time zone, author json
-- rows: DefinitionVersion
SELECT
d.list_id AS "listId", d.version, d.created_at AS "createdAt", json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS author FROM list_definition d JOIN "user" u ON u.id = d.author_id
      WHERE d.list_id = $1 ORDER BY d.version DESC LIMIT $2 OFFSET $3;

-- prune_list_materializations
-- parameters: integer, timestamp with time zone
DELETE FROM list_materialization WHERE list_id = $1 AND id < (
SELECT id FROM list_materialization WHERE list_id = $1 ORDER BY id DESC OFFSET 29 LIMIT 1)
AND (export_valid_until IS NULL OR export_valid_until <= $2);

-- tracked_domains
-- parameters: text[]
-- columns: domain text
-- rows: { domain: string }
SELECT domain FROM company_domain WHERE domain = ANY ($1::text[]);

-- user_of_organization
-- parameters: integer, integer, text
-- columns: id integer, isDisabled boolean
-- rows: { id: number; isDisabled: boolean }
SELECT id, disabled_at IS NOT NULL AS "isDisabled" FROM "user" WHERE organization_id = $1 AND (id = $2 OR email = $3);

-- visible_list
-- parameters: integer, integer, integer
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text, definition json
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel", json_build_object('registry_version', d.registry_version, 'root', d.root) AS definition
  FROM list l JOIN "user" u ON u.id = l.owner_id JOIN list_definition d ON d.list_id = l.id AND d.version = l.definition_version
  WHERE l.id = $3 AND l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL)));

-- visible_list_locked
-- parameters: integer, integer, integer
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text, definition json
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel", json_build_object('registry_version', d.registry_version, 'root', d.root) AS definition
  FROM list l JOIN "user" u ON u.id = l.owner_id JOIN list_definition d ON d.list_id = l.id AND d.version = l.definition_version
  WHERE l.id = $3 AND l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) FOR UPDATE OF l;

-- visible_lists_by_ids
-- parameters: integer, integer, integer[]
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.id = ANY ($3::int[]) AND l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL)));

-- visible_lists_count
-- parameters: integer, integer, text
-- columns: total integer
-- rows: { total: number }
SELECT count(*)::int AS total FROM list l WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL;

-- visible_lists_count_search
-- parameters: integer, integer, text
-- columns: total integer
-- rows: { total: number }
SELECT count(*)::int AS total FROM list l WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3;

-- visible_lists_created_at_asc
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL
    ORDER BY l.created_at asc, l.id asc LIMIT $4 OFFSET $5;

-- visible_lists_created_at_asc_search
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3
    ORDER BY l.created_at asc, l.id asc LIMIT $4 OFFSET $5;

-- visible_lists_created_at_desc
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL
    ORDER BY l.created_at desc, l.id desc LIMIT $4 OFFSET $5;

-- visible_lists_created_at_desc_search
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3
    ORDER BY l.created_at desc, l.id desc LIMIT $4 OFFSET $5;

-- visible_lists_name_asc
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL
    ORDER BY lower(l.name) COLLATE "C" asc, l.id asc LIMIT $4 OFFSET $5;

-- visible_lists_name_asc_search
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3
    ORDER BY lower(l.name) COLLATE "C" asc, l.id asc LIMIT $4 OFFSET $5;

-- visible_lists_name_desc
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL
    ORDER BY lower(l.name) COLLATE "C" desc, l.id desc LIMIT $4 OFFSET $5;

-- visible_lists_name_desc_search
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3
    ORDER BY lower(l.name) COLLATE "C" desc, l.id desc LIMIT $4 OFFSET $5;

-- visible_lists_updated_at_asc
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL
    ORDER BY l.updated_at asc, l.id asc LIMIT $4 OFFSET $5;

-- visible_lists_updated_at_asc_search
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3
    ORDER BY l.updated_at asc, l.id asc LIMIT $4 OFFSET $5;

-- visible_lists_updated_at_desc
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND $3::text IS NULL
    ORDER BY l.updated_at desc, l.id desc LIMIT $4 OFFSET $5;

-- visible_lists_updated_at_desc_search
-- parameters: integer, integer, text, bigint, bigint
-- columns: listId integer, name text, definitionVersion integer, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, owner json, accessLevel text
-- rows: List
SELECT
l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
l.created_at AS "createdAt", l.updated_at AS "updatedAt",
json_build_object('id', u.id, 'organizationId', u.organization_id, 'email', u.email,
  'name', u.name, 'role', u.role, 'createdAt', u.created_at,
  'disabledAt', u.disabled_at) AS owner,
CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND (SELECT role = 'admin' FROM "user" WHERE id = $2)) THEN 'owner' ELSE (
  SELECT max(p.access_level)::text FROM list_permission p
  WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
) END AS "accessLevel" FROM list l JOIN "user" u ON u.id = l.owner_id WHERE l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
OR ((SELECT role = 'admin' FROM "user" WHERE id = $2) AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL))) AND l.name ILIKE $3
    ORDER BY l.updated_at desc, l.id desc LIMIT $4 OFFSET $5;
