import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { optional, parseKey, parseName, required } from './fields.ts';
import type { Importer, ImporterContext } from './importer.ts';

const STAGING_TABLE = `
  CREATE TEMP TABLE import_technology (
    line integer NOT NULL, tech_key text NOT NULL, display_name text NOT NULL, category text
  ) ON COMMIT DROP`;

/** Imports technologies, to which detections refer. */
export async function createTechnologyImporter({ client, problems }: ImporterContext): Promise<Importer> {
  const rows = new CopyBuffer();
  await client.query(STAGING_TABLE);
  return {
    fields: new Set(['tech_key', 'display_name', 'category']),
    add(line, row, text) {
      const key = readKey(row, 'tech_key');
      const name = readName(row, 'display_name');
      const warn = (field: string, reason: string) => problems.warn(line, field, reason, text);
      const category = readCategory(row, 'category', warn);
      rows.row(4);
      rows.int4(line);
      rows.text(key);
      rows.text(name);
      rows.text(category);
    },
    flush: () => rows.send(client, 'import_technology (line, tech_key, display_name, category)'),
    merge: () => mergeTechnologies(client),
  };
}

const readKey = required(parseKey);
const readName = required(parseName);
const readCategory = optional(parseKey, '');

async function mergeTechnologies(client: PoolClient): Promise<void> {
  await client.query(LATEST);
  const { rows } = await client.query<{ id: number }>(UPDATE_EXISTING);
  await client.query(INSERT_NEW);
  if (rows.length === 0) return;
  await client.query(
    'INSERT INTO import_changed SELECT DISTINCT company_id FROM company_technology WHERE technology_id = ANY ($1)',
    [rows.map((row) => row.id)],
  );
  await client.query('ANALYZE import_changed');
}

/** One row per key: the last name, and the last stated category ('' clears it). */
const LATEST = `
  CREATE TEMP TABLE import_latest ON COMMIT DROP AS
  SELECT tech_key, min(line) AS line,
    (array_agg(display_name ORDER BY line DESC))[1] AS display_name,
    (array_agg(category ORDER BY line DESC) FILTER (WHERE category IS NOT NULL))[1] AS category
  FROM import_technology GROUP BY tech_key`;

const UPDATE_EXISTING = `
  UPDATE technology t
  SET display_name = s.display_name,
      category = CASE WHEN s.category IS NULL THEN t.category ELSE nullif(s.category, '') END
  FROM import_latest s
  WHERE t.tech_key = s.tech_key
    AND (t.display_name <> s.display_name OR (s.category IS NOT NULL AND s.category <> coalesce(t.category, '')))
  RETURNING t.id`;

const INSERT_NEW = `
  INSERT INTO technology (tech_key, display_name, category)
  SELECT s.tech_key, s.display_name, nullif(s.category, '')
  FROM import_latest s WHERE NOT EXISTS (SELECT FROM technology t WHERE t.tech_key = s.tech_key)
  ORDER BY s.line`;
