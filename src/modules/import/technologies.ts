import type { PoolClient } from '../../database/client.ts';
import type { JsonObject } from '../../lib/json.ts';
import { textKey } from '../../lib/text-key.ts';
import {
  InvalidField,
  optional,
  parseKey,
  parseLabel,
  parseName,
  readDeleted,
  required,
  type Warn,
} from './fields.ts';
import type { FileChanges, Importer, ImporterContext } from './importer.ts';
import { excerpt } from './problems.ts';
import { createStaged, StagedRows } from './staged-rows.ts';

/** `row_text` is set for deletes only. */
const TECHNOLOGY = {
  name: 'import_technology',
  columns: {
    line: 'integer NOT NULL',
    tech_key: 'text NOT NULL',
    display_name: 'text',
    display_name_key: 'text',
    category: 'text',
    category_key: 'text',
    row_text: 'text',
  },
};

/** Imports technologies, to which detections refer. */
export async function createTechnologyImporter(context: ImporterContext): Promise<Importer> {
  const { client, problems, present } = context;
  const rows = new StagedRows(TECHNOLOGY);
  await client.query(createStaged(TECHNOLOGY));
  const { rows: known } = await client.query<NamedTechnology>(
    'SELECT tech_key, display_name FROM technology ORDER BY id',
  );
  const readKey = createKeyReader(known);
  return {
    keyFields: ['tech_key'],
    add(line, row, text) {
      const key = readKey(row);
      const isDeleted = readDeleted(row);
      const warn: Warn = (field, reason, effect) => problems.warn(line, field, reason, text, effect);
      const name = isDeleted ? undefined : readName(row, 'display_name');
      const category = isDeleted ? undefined : readCategory(row, 'category', warn);
      present?.add(key);
      const named = [name, name && textKey(name), category, category && textKey(category)];
      rows.add(line, key, ...named, isDeleted ? excerpt(text) : undefined);
    },
    notePresent(row) {
      present?.add(readKey(row));
    },
    async flush() {
      await rows.flush(client);
      await present?.flush(client);
    },
    merge: () => mergeTechnologies(client),
    async findMissing() {
      const { rowCount } = await client.query(MISSING);
      return rowCount ?? 0;
    },
    async retireMissing() {
      await retireTechnologies(client, 'SELECT id FROM import_missing');
      return { kinds: ['technologies', 'company_technologies'] };
    },
  };
}

const readGivenKey = required(parseKey);

/** Creates a reader of keys, which are made of the names of rows that have none. */
function createKeyReader(known: readonly NamedTechnology[]): (row: JsonObject) => string {
  // Few files have no keys.
  let keys: TechnologyKeys | undefined;
  return (row) => {
    if (row.tech_key !== undefined || row.display_name === undefined) return readGivenKey(row, 'tech_key');
    keys ??= new TechnologyKeys(known);
    return keys.keyOf(readName(row, 'display_name'), 'display_name');
  };
}

const readName = required(parseName);
const readCategory = optional(parseLabel, '');

async function mergeTechnologies(client: PoolClient): Promise<FileChanges> {
  await client.query(LATEST);
  await client.query(WARN_UNKNOWN);
  const retired = await retireTechnologies(
    client,
    'SELECT t.id FROM technology t JOIN import_latest s USING (tech_key) WHERE s.row_text IS NOT NULL',
  );
  const { rows } = await client.query<{ id: number }>(UPDATE_EXISTING);
  await client.query(INSERT_NEW);
  await client.query('DELETE FROM retired_technology g USING technology t WHERE t.id = g.id');
  if (rows.length > 0) {
    await client.query(
      'INSERT INTO import_changed SELECT DISTINCT company_id FROM company_technology WHERE technology_id = ANY ($1)',
      [rows.map((row) => row.id)],
    );
  }
  if (retired === 0) return { kinds: ['technologies'] };
  return { kinds: ['technologies', 'company_technologies'], counts: { retired } };
}

/** Retires technologies with all their detections. @param ids SQL of their ids @returns their number */
async function retireTechnologies(client: PoolClient, ids: string): Promise<number> {
  await client.query('DROP TABLE IF EXISTS import_leaving_technology, import_without');
  const { rowCount } = await client.query(`
    CREATE TEMP TABLE import_leaving_technology ON COMMIT DROP AS
    SELECT id, tech_key FROM technology WHERE id IN (${ids})`);
  if (!rowCount) return 0;
  await client.query('CREATE TEMP TABLE import_without (company_id integer NOT NULL) ON COMMIT DROP');
  await client.query(`
    WITH gone AS (
      DELETE FROM company_technology d USING import_leaving_technology l WHERE d.technology_id = l.id
      RETURNING d.company_id
    )
    INSERT INTO import_without SELECT DISTINCT company_id FROM gone`);
  await client.query(`
    UPDATE company c SET updated_at = now(),
      technology_count = (SELECT count(*) FROM company_technology d WHERE d.company_id = c.id)
    WHERE c.id IN (SELECT company_id FROM import_without)`);
  await client.query('INSERT INTO import_changed SELECT company_id FROM import_without');
  await client.query('INSERT INTO import_withdrawn SELECT tech_key FROM import_leaving_technology');
  await client.query(
    'INSERT INTO retired_technology (id, tech_key) SELECT id, tech_key FROM import_leaving_technology',
  );
  await client.query('DELETE FROM technology t USING import_leaving_technology l WHERE t.id = l.id');
  return rowCount;
}

/** One row per key: whether the last line deletes it, the last name, and the last stated category ('' clears it). */
const LATEST = `
  CREATE TEMP TABLE import_latest ON COMMIT DROP AS
  SELECT tech_key, min(line) AS line, max(line) AS last_line,
    (array_agg(row_text ORDER BY line DESC))[1] AS row_text,
    (array_agg(display_name ORDER BY line DESC))[1] AS display_name,
    (array_agg(display_name_key ORDER BY line DESC))[1] AS display_name_key,
    (array_agg(category ORDER BY line DESC) FILTER (WHERE category IS NOT NULL))[1] AS category,
    (array_agg(category_key ORDER BY line DESC) FILTER (WHERE category IS NOT NULL))[1] AS category_key
  FROM import_technology GROUP BY tech_key`;

const WARN_UNKNOWN = `
  INSERT INTO import_problem
  SELECT s.last_line, 'warning', 'tech_key', 'no technology has the key; there is nothing to delete', s.row_text
  FROM import_latest s
  WHERE s.row_text IS NOT NULL AND NOT EXISTS (SELECT FROM technology t WHERE t.tech_key = s.tech_key)
    AND NOT EXISTS (SELECT FROM retired_technology g WHERE g.tech_key = s.tech_key)`;

const UPDATE_EXISTING = `
  UPDATE technology t
  SET display_name = s.display_name, display_name_key = s.display_name_key,
      category = CASE WHEN s.category IS NULL THEN t.category ELSE nullif(s.category, '') END,
      category_key = CASE WHEN s.category IS NULL THEN t.category_key ELSE nullif(s.category_key, '') END
  FROM import_latest s
  WHERE t.tech_key = s.tech_key AND s.row_text IS NULL
    AND (t.display_name <> s.display_name OR (s.category IS NOT NULL AND s.category <> coalesce(t.category, '')))
  RETURNING t.id`;

/** A technology that was retired gets its id back. */
const INSERT_NEW = `
  INSERT INTO technology (id, tech_key, display_name, display_name_key, category, category_key)
  SELECT coalesce(g.id, nextval((SELECT pg_get_serial_sequence('technology', 'id')::regclass))), s.tech_key,
    s.display_name, s.display_name_key, nullif(s.category, ''), nullif(s.category_key, '')
  FROM (SELECT * FROM import_latest ORDER BY line) s LEFT JOIN retired_technology g USING (tech_key)
  WHERE s.row_text IS NULL AND NOT EXISTS (SELECT FROM technology t WHERE t.tech_key = s.tech_key)
  ORDER BY s.line`;

const MISSING = `
  CREATE TEMP TABLE import_missing ON COMMIT DROP AS
  SELECT id FROM technology t WHERE NOT EXISTS (SELECT FROM import_present p WHERE p.key = t.tech_key)`;

/** A technology with what names it. */
export interface NamedTechnology {
  tech_key: string;
  display_name: string;
}

/** Characters that tell names apart and have words: `C`, `C++` and `C#` are three technologies. */
const SIGNS: Readonly<Record<string, string>> = { '+': ' plus ', '#': ' sharp ', '&': ' and ', '@': ' at ' };
const ACCENTS = /[\u0300-\u036f]/g;
const MAX_KEY_LENGTH = 200;

/** Finds the keys of technologies that are given by their names. */
export class TechnologyKeys {
  /** Keys by names. Of technologies with one name, the first counts. */
  readonly #byName = new Map<string, string>();
  /** Names by keys. */
  readonly #names = new Map<string, string>();

  constructor(known: readonly NamedTechnology[]) {
    for (const { tech_key, display_name } of known) {
      const name = nameKey(display_name);
      if (!this.#byName.has(name)) this.#byName.set(name, tech_key);
      this.#names.set(tech_key, display_name);
    }
  }

  /**
   * Returns the key of the technology that has the name, in any case, or that has it as its key. Makes a key of the name
   * if there is none (`deriveTechnologyKey`).
   *
   * @throws InvalidField if no key can be made, or it belongs to another name: two technologies would become one.
   */
  keyOf(name: string, field: string): string {
    const known = this.#byName.get(nameKey(name));
    if (known !== undefined) return known;
    const key = this.#names.has(name) ? name : deriveTechnologyKey(name);
    if (key === '') throw new InvalidField(field, 'has no letter or digit to make a tech_key of; state one');
    const owner = this.#names.get(key);
    if (owner !== undefined && key !== name && deriveTechnologyKey(owner) !== key)
      throw new InvalidField(
        field,
        `makes the tech_key "${key}", which is that of ${JSON.stringify(owner)}; state a tech_key`,
      );
    this.#byName.set(nameKey(name), key);
    this.#names.set(key, owner ?? name);
    return key;
  }
}

/**
 * Makes a key of a name: `Apache Kafka` → `apache-kafka`. Letters lose case and accents, `+`, `#`, `&` and `@` become
 * words, and hyphens stand for all other characters.
 */
function deriveTechnologyKey(name: string): string {
  return textKey(name)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[+#&@]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/^-|-$/g, '');
}

function nameKey(name: string): string {
  return textKey(name).replace(/\s+/g, ' ');
}
