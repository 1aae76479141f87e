import type { Queryable } from '../../../database/client.ts';
import type { Pools } from '../../../database/pools.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Fault } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/row-id.ts';
import type { FiltersService } from '../../filters/filters-service.ts';
import { recalled } from '../../idempotency/effects.ts';
import { growUsage } from '../../quotas/organization-usage.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { recordEvent } from '../audit/audit-log.ts';
import type { Caller, List, PageOf, PageRequest, StoredDefinition } from '../list.ts';
import { changeList, findList } from '../list-access.ts';
import { type ListUser, userJson } from '../list-user.ts';
import { DEFINITION_JSON } from './stored-definitions.ts';

/** One version of a list's definition. */
export interface DefinitionVersion {
  listId: number;
  version: number;
  author: ListUser;
  createdAt: Date;
  /** Undefined until it is loaded: pages of versions leave it where it is. */
  definition: StoredDefinition | undefined;
}

export interface DefinitionTools {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  filters: FiltersService;
  quotas: Quotas;
}

/** 409: somebody else was quicker (contract, section 1). */
export function definitionConflict(currentVersion: number): Fault {
  const message = `The list has changed in the meantime; its definition is now version ${currentVersion}. Read it again and retry.`;
  return new Fault('definition_conflict', message, { details: { current_version: currentVersion } });
}

/**
 * Checks a definition by the one validator and gives it the shape in which it is stored.
 *
 * @throws Fault invalid_definition
 */
export async function checkDefinition(
  filters: FiltersService,
  raw: unknown,
  base?: string,
): Promise<StoredDefinition> {
  const { registryVersion } = await filters.validate(raw, base);
  const root = typeof raw === 'object' && raw !== null && 'root' in raw ? raw.root : null;
  return { registry_version: registryVersion, root };
}

/**
 * Appends a version of the definition (contract, section 6, "Versions and cache").
 *
 * @param ifVersion the version that the caller has seen; anything else being current is a conflict.
 * @throws Fault invalid_definition; definition_conflict when the list moves while the definition is checked.
 */
export async function replaceDefinition(
  tools: DefinitionTools,
  caller: Caller,
  listId: number,
  raw: unknown,
  ifVersion?: number,
  base?: string,
): Promise<List> {
  // Made before, it has moved the version itself, which would be a conflict.
  return recalled(caller.memory, async () => {
    const seen = await findList(tools.pools.reads, caller, listId, 'editor');
    requireVersion(seen, ifVersion);
    const definition = await checkDefinition(tools.filters, raw, base);
    return append(tools, caller, seen, definition, (version) => ({
      action: 'definition_replaced',
      details: { version },
    }));
  });
}

/** Appends an earlier version once more. @throws Fault version_not_found, definition_conflict, invalid_definition */
export async function restoreDefinition(
  tools: DefinitionTools,
  caller: Caller,
  listId: number,
  version: number,
): Promise<List> {
  return recalled(caller.memory, async () => {
    const seen = await findList(tools.pools.reads, caller, listId, 'editor');
    const restored = await findVersion(tools.pools.reads, listId, version);
    const definition = await checkDefinition(tools.filters, restored.definition);
    return append(tools, caller, seen, definition, (current) => ({
      action: 'definition_restored',
      details: { version: current, restored_version: version },
    }));
  });
}

async function append(
  { pools, clock, quotas }: DefinitionTools,
  caller: Caller,
  seen: List,
  definition: StoredDefinition,
  describe: (version: number) => { action: 'definition_replaced' | 'definition_restored'; details: object },
): Promise<List> {
  return changeList(pools.writes, caller, seen.listId, 'editor', async (client, list) => {
    if (list.revision !== seen.revision) throw definitionConflict(list.definitionVersion);
    const version = list.definitionVersion + 1;
    const at = clock.now();
    const bytes = await insertVersion(client, list.listId, version, definition, caller, at);
    await client.query(
      'UPDATE list SET definition_version = $2, revision = revision + 1, updated_at = $3 WHERE id = $1',
      [list.listId, version, at],
    );
    const { action, details } = describe(version);
    await recordEvent(client, caller, list.listId, action, { ...details }, at);
    const changed = await findList(client, caller, list.listId);
    await growUsage(client, quotas, caller.organizationId, { lists: 0, definitionBytes: bytes });
    return changed;
  });
}

/** Stores a version of a definition. @returns its bytes, which count against the quota of the organization. */
export async function insertVersion(
  client: Queryable,
  listId: number,
  version: number,
  { registry_version, root }: StoredDefinition,
  caller: Caller,
  at: Date,
): Promise<number> {
  const tree = root === null ? null : JSON.stringify(root);
  const bytes = Buffer.byteLength(registry_version) + Buffer.byteLength(tree ?? '');
  await client.query(
    `INSERT INTO list_definition (list_id, version, registry_version, root, bytes, author_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [listId, version, registry_version, tree, bytes, caller.userId, at],
  );
  return bytes;
}

function requireVersion({ definitionVersion }: List, wanted: number | undefined): void {
  if (wanted !== undefined && wanted !== definitionVersion) throw definitionConflict(definitionVersion);
}

const VERSION_COLUMNS = `
  d.list_id AS "listId", d.version, d.created_at AS "createdAt", ${userJson('u')} AS author`;

/** One version of a list that the caller was found to see. @throws Fault version_not_found */
export async function findVersion(
  db: Queryable,
  listId: number,
  version: number,
): Promise<DefinitionVersion> {
  const { rows } = await db.query<DefinitionVersion>({
    name: 'list_version',
    text: `SELECT ${VERSION_COLUMNS}, ${DEFINITION_JSON} AS definition FROM list_definition d JOIN "user" u ON u.id = d.author_id
      WHERE d.list_id = $1 AND d.version = $2`,
    values: [listId, toRowId(version)],
  });
  if (rows[0]) return rows[0];
  throw new Fault('version_not_found', 'Version not found in the definition of this list.');
}

/** The versions of a list that the caller was found to see, newest first. */
export async function findVersions(
  db: Queryable,
  listId: number,
  total: number,
  { limit, offset }: PageRequest,
): Promise<PageOf<DefinitionVersion>> {
  const { rows } = await db.query<DefinitionVersion>({
    name: 'list_versions',
    text: `SELECT ${VERSION_COLUMNS} FROM list_definition d JOIN "user" u ON u.id = d.author_id
      WHERE d.list_id = $1 ORDER BY d.version DESC LIMIT $2 OFFSET $3`,
    values: [listId, limit, offset],
  });
  // Versions are numbered without gaps.
  return { items: rows, total };
}
