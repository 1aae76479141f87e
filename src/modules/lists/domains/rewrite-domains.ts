import type { PoolClient, Queryable } from '../../../database/client.ts';
import { inTransaction } from '../../../database/migrate.ts';
import { parsePastedDomain } from '../../../lib/pasted-domain.ts';

/** Number of rows that are read, and rewritten, in one transaction. */
const PART = 1000;

interface Row {
  listId: number;
  domain: string;
}

interface Rewritten extends Row {
  rewritten: string;
}

/**
 * Gives the domains of lists the form in which they are stored now. Early builds of 0.1.0 stored URLs and e-mail
 * addresses as they were sent. Texts that are no domains stay. Running it again changes nothing.
 */
export async function rewriteListDomains(client: PoolClient): Promise<void> {
  let after: Row | undefined = { listId: 0, domain: '' };
  while (after) {
    const from: Row = after;
    after = await inTransaction(client, () => rewritePart(client, from));
  }
}

/** Rewrites the rows that follow `after`. @returns the last of them; undefined when there are no more. */
async function rewritePart(client: Queryable, after: Row): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({
    // Without a name, as each statement here: the connection ends after the migration.
    text: `SELECT list_id AS "listId", domain FROM list_domain
      WHERE (list_id, domain) > ($1, $2) ORDER BY list_id, domain LIMIT $3`,
    values: [after.listId, after.domain, PART],
  });
  const changed = rows.flatMap((row): Rewritten[] => {
    const rewritten = rewrite(row.domain);
    return rewritten === row.domain ? [] : [{ ...row, rewritten }];
  });
  if (changed.length > 0) await store(client, changed);
  return rows.at(-1);
}

/** One leading `www.` was already removed before a domain was stored. A second one belongs to the domain, and stays. */
function rewrite(stored: string): string {
  const pasted = stored.startsWith('www.') ? `www.${stored}` : stored;
  return parsePastedDomain(pasted).domain ?? stored;
}

/** Replaces the rows. Of rows that become the same, and one that is there, the latest action stays. */
async function store(client: Queryable, changed: readonly Rewritten[]): Promise<void> {
  const listIds = changed.map(({ listId }) => listId);
  // Locks the lists as every change does, and makes their members stale.
  await client.query({
    text: 'UPDATE list SET revision = revision + 1 WHERE id = ANY ($1::int[])',
    values: [listIds],
  });
  await client.query({
    text: `WITH taken AS (
        DELETE FROM list_domain d
        USING unnest($1::int[], $2::text[], $3::text[]) AS c (list_id, domain, rewritten)
        WHERE d.list_id = c.list_id AND d.domain = c.domain
        RETURNING d.list_id, c.rewritten, d.kind, d.added_by_id, d.added_at
      )
      INSERT INTO list_domain AS d (list_id, domain, kind, added_by_id, added_at)
      SELECT DISTINCT ON (list_id, rewritten) list_id, rewritten, kind, added_by_id, added_at
      FROM taken ORDER BY list_id, rewritten, added_at DESC
      ON CONFLICT (list_id, domain) DO UPDATE SET kind = excluded.kind, added_by_id = excluded.added_by_id,
        added_at = excluded.added_at WHERE excluded.added_at > d.added_at`,
    values: [listIds, changed.map(({ domain }) => domain), changed.map(({ rewritten }) => rewritten)],
  });
}
