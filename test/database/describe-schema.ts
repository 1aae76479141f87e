import type pg from 'pg';

/** Selects the objects in the schema `public` that do not belong to an extension. */
const OWN = "IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)";

/** One query for each kind of object. Each returns lines of text. */
const QUERIES: Readonly<Record<string, string>> = {
  relations: `SELECT concat_ws(' ', relkind, relname, relpersistence, reloptions, relacl, obj_description(oid, 'pg_class')) AS line
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'`,
  columns: `SELECT concat_ws(' ', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attcollation,
      CASE WHEN attnotnull THEN 'NOT NULL' END, attidentity, attgenerated, 'storage', attstorage, attcompression,
      attstattarget, attacl, pg_get_expr(adbin, adrelid)) AS line
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid ${OWN} AND attnum > 0 AND attrelid NOT IN (SELECT indexrelid FROM pg_index)`,
  constraints: `SELECT concat_ws(' ', conrelid::regclass, conname, contype, convalidated, condeferrable,
      pg_get_constraintdef(oid)) AS line
    FROM pg_constraint WHERE conrelid ${OWN}`,
  indexes: `SELECT concat_ws(' ', indrelid::regclass, indisunique, indisprimary, indisvalid, indisclustered,
      pg_get_indexdef(indexrelid)) AS line
    FROM pg_index WHERE indrelid ${OWN}`,
  statistics: `SELECT pg_get_statisticsobjdef(oid) AS line FROM pg_statistic_ext`,
  sequences: `SELECT concat_ws(' ', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache,
      seqcycle, refobjid::regclass, refobjsubid) AS line
    FROM pg_sequence LEFT JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = seqrelid
      AND deptype = 'a'`,
  types: `SELECT concat_ws(' ', enumtypid::regtype, row_number() OVER (PARTITION BY enumtypid ORDER BY enumsortorder),
      enumlabel) AS line
    FROM pg_enum`,
  functions: `SELECT pg_get_functiondef(p.oid) AS line FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
  triggers: `SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE NOT tgisinternal`,
  schemas: `SELECT concat_ws(' ', nspname, nspacl, obj_description(oid, 'pg_namespace')) AS line FROM pg_namespace
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
  extensions: `SELECT concat_ws(' ', extname, extversion, extnamespace::regnamespace) AS line FROM pg_extension`,
};

/** Describes the schema of a database as sorted lines of text by kind of object, like `pg_dump --schema-only`. */
export async function describeSchema(pool: pg.Pool): Promise<Record<string, string[]>> {
  const described = await Promise.all(
    Object.entries(QUERIES).map(async ([kind, sql]) => {
      const { rows } = await pool.query<{ line: string }>(sql);
      return [kind, rows.map(({ line }) => line).sort()] as const;
    }),
  );
  return Object.fromEntries(described);
}
