import type { PoolClient } from '../../database/client.ts';
import type { CompanyAction } from './company-row.ts';

/** Staged renames, merges and deletes. The values of a rename are in `import_company`, under the same line. */
export const ACTION = {
  name: 'import_action',
  columns: {
    line: 'integer NOT NULL',
    action: 'text NOT NULL',
    primary_domain: 'text NOT NULL',
    other_domain: 'text',
    row_text: 'text NOT NULL',
  },
};

/** Consecutive lines of a file that are carried out together, in order of `part`. */
export interface FilePart {
  part: number;
  /** `update` for rows of values. */
  action: CompanyAction | 'update';
}

/**
 * Actions of a file that may depend on other lines. Each is a part of its own, with some twenty temporary tables, whose
 * locks PostgreSQL holds until the transaction ends. It has room for about 6,000 locks.
 */
const MAX_DEPENDENT = 50;

/**
 * Splits the lines of a companies file into parts, in `import_part (part, line)`. The parts have the same outcome as the
 * lines one by one, as far as renames, merges and deletes are concerned.
 *
 * Nearly all of them are independent of other lines. Independent renames come first, in one part; independent merges and
 * deletes come last, in one part each. A dependent rename or merge is a part of its own, in its place among the other
 * lines. Those beyond MAX_DEPENDENT are rejected.
 *
 * @returns the parts in their order; undefined when the file has rows of values only.
 */
export async function splitIntoParts(client: PoolClient): Promise<FilePart[] | undefined> {
  const { rows } = await client.query('SELECT FROM import_action LIMIT 1');
  if (rows.length === 0) return undefined;
  for (const statement of STEPS) await client.query(statement);
  await rejectExcess(client);
  await client.query(PARTS);
  await client.query('ANALYZE import_part');
  const parts = await client.query<FilePart>('SELECT DISTINCT part, action FROM import_part ORDER BY part');
  return parts.rows;
}

async function rejectExcess(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query(`
    CREATE TEMP TABLE import_excess ON COMMIT DROP AS
    SELECT line FROM import_dependent ORDER BY line OFFSET ${MAX_DEPENDENT}`);
  if (!rowCount) return;
  await reportActions(
    client,
    'rejected',
    `SELECT line, NULL AS field, 'concerns a company that other lines of the file change as well, and ${MAX_DEPENDENT} such lines are carried out; import it with a later file' AS reason
     FROM import_excess`,
  );
  await client.query('DELETE FROM import_action a USING import_excess e WHERE a.line = e.line');
  await client.query('DELETE FROM import_company c USING import_excess e WHERE c.line = e.line');
}

const PARTS = `
  CREATE TEMP TABLE import_part ON COMMIT DROP AS
  WITH independent AS (
    SELECT line, action FROM import_action a
    WHERE NOT EXISTS (SELECT FROM import_dependent d WHERE d.line = a.line)
  ), in_place AS (
    SELECT line, 'update' AS action FROM import_company c
    WHERE NOT EXISTS (SELECT FROM import_action a JOIN import_dependent USING (line) WHERE a.line = c.line)
    UNION ALL
    SELECT line, action FROM import_action a JOIN import_dependent USING (line)
  ), marked AS (
    SELECT line, action,
      (action IN ('rename', 'merge') OR action IS DISTINCT FROM lag(action) OVER (ORDER BY line))::integer AS starts
    FROM in_place
  ), placed AS (
    SELECT line, action, (sum(starts) OVER (ORDER BY line))::integer AS part FROM marked
  )
  SELECT line, action, part FROM placed
  UNION ALL SELECT line, action, 0 FROM independent WHERE action = 'rename'
  UNION ALL SELECT line, action, 2147483646 FROM independent WHERE action = 'merge'
  UNION ALL SELECT line, action, 2147483647 FROM independent WHERE action = 'delete'`;

/** Warns of, or rejects, the lines of a query with the columns line, field and reason. */
export async function reportActions(client: PoolClient, level: 'rejected' | 'warning', query: string) {
  await client.query(`
    INSERT INTO import_problem
    SELECT f.line, '${level}', f.field, f.reason, a.row_text
    FROM (${query}) f JOIN import_action a USING (line)`);
}

const STEPS = [
  // The domains that each line names.
  `CREATE TEMP TABLE import_named ON COMMIT DROP AS
    SELECT c.line, c.primary_domain AS domain, false AS is_survivor, a.line IS NOT NULL AS is_action
    FROM import_company c LEFT JOIN import_action a USING (line)
    UNION ALL
    SELECT d.line, d.domain, false, a.line IS NOT NULL FROM import_domain d LEFT JOIN import_action a USING (line)
    UNION ALL SELECT line, primary_domain, false, true FROM import_action WHERE action <> 'rename'
    UNION ALL SELECT line, other_domain, action = 'merge', true FROM import_action WHERE other_domain IS NOT NULL`,
  // The domains that an action concerns: those that it names, the others of their companies, and those that other
  // lines give to them.
  `CREATE TEMP TABLE import_reach ON COMMIT DROP AS
    WITH owned AS (
      SELECT line, action, named.domain, named.is_survivor
      FROM import_named named JOIN import_action USING (line)
      UNION
      SELECT line, action, other.domain, named.is_survivor
      FROM import_named named
      JOIN import_action USING (line)
      JOIN company_domain d ON d.domain = named.domain
      JOIN company_domain other ON other.company_id = d.company_id
    )
    SELECT line, action, domain, is_survivor FROM owned
    UNION
    SELECT o.line, o.action, d.domain, false
    FROM owned o JOIN import_company c ON c.primary_domain = o.domain JOIN import_domain d ON d.line = c.line
    WHERE NOT o.is_survivor`,
  'ANALYZE import_named, import_reach',
  // Actions that cannot leave their places. A rename that comes first must not overtake a row of its company, nor a
  // row a merge or delete that comes last. Rows of the survivor come before a merge in any case. Merges into the same
  // survivor do not depend on each other; other actions on one company do.
  `CREATE TEMP TABLE import_dependent ON COMMIT DROP AS
    SELECT DISTINCT r.line
    FROM import_reach r JOIN import_named n ON n.domain = r.domain AND n.line <> r.line
    WHERE CASE
      WHEN n.is_action THEN NOT (r.is_survivor AND n.is_survivor)
      WHEN r.is_survivor THEN false
      WHEN r.action = 'rename' THEN n.line < r.line
      ELSE n.line > r.line END`,
];
