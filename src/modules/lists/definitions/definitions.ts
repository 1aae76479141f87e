import DataLoader from 'dataloader';
import type { Queryable } from '../../../database/client.ts';
import { Fault } from '../../../lib/fault.ts';
import type { Page } from '../../../lib/page.ts';
import { toRowId } from '../../../lib/row-id.ts';
import type { FiltersService } from '../../filters/filters-service.ts';
import { recalled } from '../../idempotency/effects.ts';
import { growUsage } from '../../quotas/organization-usage.ts';
import { recordEvent } from '../audit/audit-log.ts';
import {
  type Caller,
  type List,
  type ListUser,
  type PageOf,
  type StoredDefinition,
  userJson,
} from '../list.ts';
import { changeList, DEFINITION_JSON, findList } from '../list-access.ts';
import type { ListTools } from '../list-tools.ts';

/** One version of a list's definition. */
export interface DefinitionVersion {
  listId: number;
  version: number;
  author: ListUser;
  createdAt: Date;
  /** Undefined until it is loaded: pages of versions leave it out. */
  definition: StoredDefinition | undefined;
}

type VersionKey = Pick<DefinitionVersion, 'listId' | 'version'>;

const VERSION_COLUMNS = `
  d.list_id AS "listId", d.version, d.created_at AS "createdAt", ${userJson('u')} AS author`;

/** The versions of the definitions of lists. */
export class Definitions {
  readonly #tools: ListTools;

  constructor(tools: ListTools) {
    this.#tools = tools;
  }

  /** Creates a loader of definitions that pages leave out: all of one turn in one statement. */
  loader() {
    const { reads } = this.#tools.pools;
    return new DataLoader<VersionKey, StoredDefinition, string>((keys) => findDefinitions(reads, keys), {
      cacheKeyFn: ({ listId, version }) => `${listId}:${version}`,
    });
  }

  /** The definition of a list, read unless it came with the list. */
  async of({ listId, definitionVersion: version, definition }: List): Promise<StoredDefinition> {
    return definition ?? this.loader().load({ listId, version });
  }

  /** @throws Fault version_not_found */
  async find(listId: number, version: number): Promise<DefinitionVersion> {
    const { rows } = await this.#tools.pools.reads.query<DefinitionVersion>({
      name: 'list_version',
      text: `SELECT ${VERSION_COLUMNS}, ${DEFINITION_JSON} AS definition
        FROM list_definition d JOIN "user" u ON u.id = d.author_id WHERE d.list_id = $1 AND d.version = $2`,
      values: [listId, toRowId(version)],
    });
    if (rows[0]) return rows[0];
    throw new Fault('version_not_found', 'Version not found in the definition of this list.');
  }

  /** Versions of a list, newest first. They are numbered without gaps, so the current number is their total. */
  async page(
    { listId, definitionVersion: total }: List,
    { limit, offset }: Page,
  ): Promise<PageOf<DefinitionVersion>> {
    const { rows } = await this.#tools.pools.reads.query<DefinitionVersion>({
      name: 'list_versions',
      text: `SELECT ${VERSION_COLUMNS} FROM list_definition d JOIN "user" u ON u.id = d.author_id
        WHERE d.list_id = $1 ORDER BY d.version DESC LIMIT $2 OFFSET $3`,
      values: [listId, limit, offset],
    });
    return { items: rows, total };
  }

  /**
   * Appends a version of the definition (contract, section 6, "Versions and cache").
   *
   * @param ifVersion the version that the caller has read; if another one is current, the change is refused.
   * @throws Fault invalid_definition; definition_conflict also when the list changes while the definition is checked.
   */
  replace(caller: Caller, listId: number, raw: unknown, ifVersion?: number): Promise<List> {
    // Recalled before the version is checked: a change that was made before has raised the version itself.
    return recalled(async () => {
      const seen = await this.#readToChange(caller, listId, ifVersion);
      const current = await this.of(seen);
      return this.#append(caller, seen, await checkDefinition(this.#tools.filters, raw, '', current));
    });
  }

  /**
   * Appends an earlier version once more, even if one of its values has left its vocabulary since (contract, section 8).
   *
   * @param ifVersion as for `replace`.
   * @throws Fault version_not_found, definition_conflict, invalid_definition
   */
  restore(caller: Caller, listId: number, version: number, ifVersion?: number): Promise<List> {
    return recalled(async () => {
      const seen = await this.#readToChange(caller, listId, ifVersion);
      const { definition } = await this.find(listId, version);
      const checked = await checkDefinition(this.#tools.filters, definition, '', definition);
      return this.#append(caller, seen, checked, version);
    });
  }

  /** Reads a list before its definition changes. @throws Fault definition_conflict when another version is current */
  async #readToChange(caller: Caller, listId: number, ifVersion: number | undefined): Promise<List> {
    const list = await findList(this.#tools.pools.reads, caller, listId, 'editor');
    const { definitionVersion } = list;
    if (ifVersion !== undefined && ifVersion !== definitionVersion)
      throw definitionConflict(definitionVersion);
    return list;
  }

  #append(caller: Caller, seen: List, definition: StoredDefinition, restored?: number): Promise<List> {
    const { quotas } = this.#tools;
    return changeList(this.#tools, caller, seen.listId, 'editor', async (client, list, at) => {
      if (list.revision !== seen.revision) throw definitionConflict(list.definitionVersion);
      const { listId } = list;
      const version = list.definitionVersion + 1;
      const definitionBytes = await insertVersion(client, listId, version, definition, caller, at);
      await client.query({
        name: 'list_set_definition',
        text: 'UPDATE list SET definition_version = $2, revision = revision + 1, updated_at = $3 WHERE id = $1',
        values: [listId, version, at],
      });
      const action = restored === undefined ? 'definition_replaced' : 'definition_restored';
      const details = restored === undefined ? { version } : { version, restored_version: restored };
      await recordEvent(client, caller, listId, action, details, at);
      const changed = await findList(client, caller, listId);
      await growUsage(client, quotas, caller.organizationId, { lists: 0, definitionBytes });
      return changed;
    });
  }
}

/** 409: the list was changed by somebody else (contract, section 1). */
export function definitionConflict(currentVersion: number): Fault {
  const message = `The list has changed in the meantime; its definition is now version ${currentVersion}. Read it again and retry.`;
  return new Fault('definition_conflict', message, { details: { current_version: currentVersion } });
}

/**
 * Validates a definition and gives it the shape in which it is stored.
 *
 * @param base JSON pointer of the definition in the request.
 * @param saved definition whose values are accepted, even if they have left their vocabulary.
 * @throws Fault invalid_definition
 */
export async function checkDefinition(
  filters: FiltersService,
  raw: unknown,
  base?: string,
  saved?: unknown,
): Promise<StoredDefinition> {
  const { registryVersion } = await filters.validate(raw, base, saved);
  const root = typeof raw === 'object' && raw !== null && 'root' in raw ? raw.root : null;
  return { registry_version: registryVersion, root };
}

/** Stores a version of a definition. @returns its bytes, which count against the quota of the organization. */
export async function insertVersion(
  client: Queryable,
  listId: number,
  version: number,
  { registry_version, root }: StoredDefinition,
  { userId }: Caller,
  at: Date,
): Promise<number> {
  const tree = root === null ? null : JSON.stringify(root);
  const bytes = Buffer.byteLength(registry_version) + Buffer.byteLength(tree ?? '');
  await client.query({
    name: 'list_definition_insert',
    text: `INSERT INTO list_definition (list_id, version, registry_version, root, bytes, author_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [listId, version, registry_version, tree, bytes, userId, at],
  });
  return bytes;
}

async function findDefinitions(
  db: Queryable,
  keys: readonly VersionKey[],
): Promise<(StoredDefinition | Error)[]> {
  const { rows } = await db.query<VersionKey & { definition: StoredDefinition }>({
    name: 'list_definitions',
    text: `SELECT d.list_id AS "listId", d.version, ${DEFINITION_JSON} AS definition FROM list_definition d
      JOIN unnest($1::int[], $2::int[]) AS k (list_id, version) USING (list_id, version)`,
    values: [keys.map(({ listId }) => listId), keys.map(({ version }) => version)],
  });
  const found = new Map(rows.map(({ listId, version, definition }) => [`${listId}:${version}`, definition]));
  return keys.map(({ listId, version }) => {
    // Missing only if the list was deleted while the request ran.
    return found.get(`${listId}:${version}`) ?? new Error(`version ${version} of list ${listId} is gone`);
  });
}
