import { InvalidField, parseKey, parseName } from './fields.ts';
import type { Importer, ImporterContext } from './importer.ts';
import { createObservationImporter } from './observation-importer.ts';
import { type NamedTechnology, TechnologyKeys } from './technologies.ts';

/** Imports company_technologies: how often, when first and when last a technology was detected at a company. */
export async function createDetectionImporter(context: ImporterContext): Promise<Importer> {
  const { client } = context;
  const { rows } = await client.query<NamedTechnology & { id: number }>(
    'SELECT tech_key, display_name, id FROM technology ORDER BY id',
  );
  const technologies = new Map(rows.map(({ tech_key, id }) => [tech_key, id]));
  // Few files have names instead of keys.
  let keys: TechnologyKeys | undefined;
  return createObservationImporter(context, {
    objectField: 'tech_key',
    parseObject: parseKey,
    objectIsDomain: false,
    objectName: {
      field: 'display_name',
      find(value, field) {
        keys ??= new TechnologyKeys(rows);
        return keys.keyOf(parseName(value, field), field);
      },
    },
    defaultCount: 1,
    table: {
      name: 'company_technology',
      key: ['company_id', 'technology_id'],
      values: ['detection_count', 'first_seen', 'last_seen'],
    },
    resolveObject(key) {
      const id = technologies.get(key);
      if (id === undefined) throw new InvalidField('tech_key', `no technology has the key "${key}"`);
      return id;
    },
    async mergeKeys({ start: [company, technology] }) {
      await client.query('DROP TABLE IF EXISTS import_counted');
      // New keys beyond the largest existing one are counted in one pass, other companies by their new and deleted keys.
      // Companies of which only values changed keep their count, which is null here.
      await client.query(`
        CREATE TEMP TABLE import_counted ON COMMIT DROP AS
        WITH counted AS (
          SELECT company_id, count(*) AS technologies FROM company_technology WHERE company_id >= ${company}
          GROUP BY company_id HAVING company_id > ${company} OR max(technology_id) > ${technology}
          UNION
          SELECT k.company_id, count(d.technology_id)
          FROM (SELECT a AS company_id FROM import_key WHERE is_new UNION SELECT a FROM import_deleted) k
          LEFT JOIN company_technology d USING (company_id) GROUP BY k.company_id
        )
        TABLE counted
        UNION ALL
        SELECT DISTINCT a, NULL::bigint FROM import_key WHERE a NOT IN (SELECT company_id FROM counted)`);
      await client.query('INSERT INTO import_changed SELECT company_id FROM import_counted');
      await client.query(`
        INSERT INTO import_withdrawn
        SELECT tech_key FROM technology WHERE id IN (SELECT b FROM import_deleted)`);
      await client.query('ANALYZE import_counted');
      await client.query(`
        UPDATE company c SET technology_count = coalesce(n.technologies, c.technology_count), updated_at = now()
        FROM import_counted n WHERE c.id = n.company_id`);
      return { kinds: ['company_technologies'] };
    },
  });
}
