-- SQL of quotas, as PostgreSQL describes it. Written by `npm run statements`.

-- delete_list
-- parameters: integer
WITH freed AS (SELECT coalesce(sum(bytes), 0) AS bytes FROM list_definition WHERE list_id = $1),
gone AS (DELETE FROM list WHERE id = $1 RETURNING organization_id)
UPDATE organization_usage u SET lists = greatest(u.lists - 1, 0),
  definition_bytes = greatest(u.definition_bytes - freed.bytes, 0)
FROM freed, gone WHERE u.organization_id = gone.organization_id;

-- organization_usage
-- parameters: integer
-- columns: lists integer, definitionBytes double precision
-- rows: OrganizationUsage
SELECT lists, definition_bytes::float8 AS "definitionBytes" FROM organization_usage WHERE organization_id = $1;

-- organization_usage_grow
-- parameters: integer, integer, bigint, bigint, bigint
INSERT INTO organization_usage AS u (organization_id, lists, definition_bytes)
SELECT $1::int, $2::int, $3::bigint WHERE $3::bigint <= coalesce($5::bigint, $3::bigint)
ON CONFLICT (organization_id) DO UPDATE
SET lists = u.lists + excluded.lists, definition_bytes = u.definition_bytes + excluded.definition_bytes
WHERE (excluded.lists = 0 OR u.lists < coalesce($4::bigint, u.lists + 1))
  AND u.definition_bytes + excluded.definition_bytes <= coalesce($5::bigint, u.definition_bytes + excluded.definition_bytes);
