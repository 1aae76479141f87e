import { CopyBuffer } from '../../database/copy-buffer.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import { InvalidField, optional, parseKey, parseName, required, type Warn } from './fields.ts';
import { deduplicateChanged, type Importer, type ImporterContext } from './importer.ts';

const STAGING_TABLE = `
  CREATE TEMP TABLE import_technology (
    line integer NOT NULL, tech_key text NOT NULL, display_name text NOT NULL, category text
  ) ON COMMIT DROP`;

/** Imports technologies, to which detections refer. */
export class TechnologyImporter implements Importer {
  readonly fields: ReadonlySet<string> = new Set(['tech_key', 'display_name', 'category']);
  readonly #context: ImporterContext;
  readonly #rows = new CopyBuffer();

  constructor(context: ImporterContext) {
    this.#context = context;
  }

  async prepare(): Promise<void> {
    await this.#context.client.query(STAGING_TABLE);
  }

  add(line: number, row: JsonObject, text: string): InvalidField | undefined {
    const { problems } = this.#context;
    const technology = parseTechnology(row, (field, reason) => problems.warn(line, field, reason, text));
    if (technology instanceof InvalidField) return technology;
    this.#rows.row(4);
    this.#rows.int4(line);
    this.#rows.text(technology.key);
    this.#rows.text(technology.name);
    this.#rows.text(technology.category);
    return undefined;
  }

  async flush(): Promise<void> {
    await this.#rows.send(this.#context.client, 'import_technology (line, tech_key, display_name, category)');
  }

  async merge(): Promise<void> {
    const { client } = this.#context;
    await client.query(LATEST);
    const { rows } = await client.query<{ id: number }>(UPDATE_EXISTING);
    await client.query(INSERT_NEW);
    if (rows.length > 0) {
      await client.query(
        'INSERT INTO import_changed SELECT company_id FROM company_technology WHERE technology_id = ANY ($1)',
        [rows.map((row) => row.id)],
      );
    }
    await deduplicateChanged(client);
  }
}

const readKey = required(parseKey);
const readName = required(parseName);
const readCategory = optional(parseKey, '');

function parseTechnology(row: JsonObject, warn: Warn) {
  const key = readKey(row, 'tech_key');
  if (key instanceof InvalidField) return key;
  const name = readName(row, 'display_name');
  if (name instanceof InvalidField) return name;
  return { key, name, category: readCategory(row, 'category', warn) };
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
