import type { PoolClient, Queryable } from '../../database/client.ts';
import { textKey } from '../../lib/text-key.ts';
import { growUsage, type Quotas } from '../quotas/quotas.ts';
import { requireListForChange } from './access.ts';
import { recordEvent } from './audit/audit-log.ts';
import { type Checked, STORED_COLUMNS, toColumns } from './definitions/service.ts';
import type { Caller, List } from './list.ts';
import { storeReferences } from './references/references.ts';

interface NewList {
  name: string;
  tags: readonly string[];
  checked: Checked;
  at: Date;
  /** List whose domains it gets, if it is a copy. The caller has locked it. */
  from?: number;
}

/** Stores a new list of the caller, in a transaction of the caller. @throws Fault quota_exceeded, invalid_api_key */
export async function insertList(
  client: PoolClient,
  quotas: Quotas,
  caller: Caller,
  { name, tags, checked, at, from }: NewList,
): Promise<List> {
  const { organizationId, userId } = caller;
  const { rows } = await client.query<{ id: number }>({
    name: 'list_insert',
    text: `INSERT INTO list (organization_id, owner_id, name, name_key, created_at, updated_at, tags, tag_keys)
      VALUES ($1, $2, $3, $6, $4, $4, $5, $7) RETURNING id`,
    values: [organizationId, userId, name, at, tags, textKey(name), tags.map(textKey)],
  });
  const listId = rows[0]?.id ?? 0;
  const definitionBytes = await insertFirstVersion(client, listId, checked, caller, at);
  if (checked.named.length > 0) await storeReferences(client, listId, checked.named);
  if (from !== undefined) await copyDomains(client, quotas, caller, { from, listId, at });
  const details = from === undefined ? { name } : { name, copy_of: from };
  await recordEvent(client, caller, listId, 'list_created', details, at);
  const list = await requireListForChange(client, caller, listId, 'owner', at);
  await growUsage(client, quotas, organizationId, { lists: 1, definitionBytes });
  return list;
}

/** Stores the first version of a definition. @returns its bytes, which count against the quota of the organization. */
async function insertFirstVersion(
  client: Queryable,
  listId: number,
  { definition, tree }: Pick<Checked, 'definition' | 'tree'>,
  { userId }: Caller,
  at: Date,
): Promise<number> {
  const { columns, bytes } = await toColumns(client, definition, tree);
  await client.query({
    name: 'list_definition_insert',
    text: `INSERT INTO list_definition (list_id, version, author_id, created_at, ${STORED_COLUMNS})
     VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [listId, userId, at, ...columns],
  });
  return bytes;
}

/** Copies the domains of a list. Its quota may have become smaller since they were added. */
async function copyDomains(
  client: PoolClient,
  quotas: Quotas,
  { userId }: Caller,
  { from, listId, at }: { from: number; listId: number; at: Date },
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'list_domains_copy',
    text: `INSERT INTO list_domain (list_id, domain, kind, added_by_id, added_at)
      SELECT $1, domain, kind, $2, $3 FROM list_domain WHERE list_id = $4`,
    values: [listId, userId, at, from],
  });
  await quotas.assertRoom('list_domains', rowCount ?? 0, 0);
}
