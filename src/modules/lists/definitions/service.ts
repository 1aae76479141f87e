import DataLoader from 'dataloader';
import type { PoolClient, Queryable } from '../../../database/client.ts';
import { sqlOrder, windowSql } from '../../../database/keyset.ts';
import { Fault } from '../../../lib/fault.ts';
import { type PageWindow, toRowId } from '../../../lib/page.ts';
import { isCredentialLiveSql } from '../../access/credential-rules.ts';
import { holdFields } from '../../fields/declarations.ts';
import type { FilterNode } from '../../filters/definition.ts';
import { ownFieldsIn } from '../../filters/field-set.ts';
import { namedIn, ownSize, parseStored } from '../../filters/referenced-lists.ts';
import { recalled } from '../../idempotency/effects.ts';
import { growUsage } from '../../quotas/quotas.ts';
import {
  COLUMNS,
  DEFINITION_JSON,
  type ListDependencies,
  listNotFound,
  lockList,
  requireLevel,
  requireList,
  requireListForChange,
  VISIBLE,
} from '../access.ts';
import { DEFINITION_CHANGED, eventSql, eventValues } from '../audit/audit-log.ts';
import { type Caller, type List, type ListUser, type StoredDefinition, userJson } from '../list.ts';
import { assertFits, listScope } from '../references/list-scope.ts';
import { lockNamed, RAISE_ABOVE, storeReferences } from '../references/references.ts';

/** One version of a list's definition. */
export interface DefinitionVersion {
  listId: number;
  version: number;
  author: ListUser;
  createdAt: Date;
  /** Undefined until it is loaded: pages of versions leave it out. */
  definition: StoredDefinition | undefined;
}

interface CheckOptions {
  base?: string;
  list?: List;
  kept?: readonly number[];
  saved?: unknown;
}

/** A definition that was checked. */
export interface Checked {
  definition: StoredDefinition;
  tree: FilterNode | null;
  /** Ids of the lists that it names. */
  named: readonly number[];
}

/** A definition that becomes the next version of a list. */
interface Appended {
  raw: unknown;
  /** The version that it follows. */
  active: StoredDefinition;
  /** Definition whose values are accepted, even if they have left their vocabulary. */
  saved: StoredDefinition | undefined;
  /** Number of the version that is appended once more. */
  restored?: number;
}

export type VersionKey = Pick<DefinitionVersion, 'listId' | 'version'>;

/** Returns a text for what identifies a version. Its global id has it. */
export const keyOf = ({ listId, version }: VersionKey): string => `${listId}-${version}`;

const VERSION_COLUMNS = `
  d.list_id AS "listId", d.version, d.created_at AS "createdAt", ${userJson('u')} AS author`;

/** Order of versions, newest first. */
export const VERSION_ORDER = sqlOrder('version', [{ sql: 'd.version', type: 'integer', descending: true }]);

/** The versions of the definitions of lists. */
export class Definitions {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Creates a loader of definitions that pages leave out: all of one turn in one statement. */
  loader() {
    const { reads } = this.#tools.pools;
    return new DataLoader<VersionKey, StoredDefinition, string>((keys) => findDefinitions(reads, keys), {
      cacheKeyFn: keyOf,
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

  /** Versions of any lists, in any order, without their definitions. Those of lists that the caller cannot see are left out. */
  async findMany(
    { organizationId, userId }: Caller,
    keys: readonly VersionKey[],
  ): Promise<DefinitionVersion[]> {
    const { rows } = await this.#tools.pools.reads.query<DefinitionVersion>({
      name: 'list_versions_by_keys',
      text: `SELECT ${VERSION_COLUMNS} FROM unnest($3::int[], $4::int[]) AS wanted (list_id, version)
        JOIN list_definition d ON d.list_id = wanted.list_id AND d.version = wanted.version
        JOIN list l ON l.id = d.list_id JOIN "user" u ON u.id = d.author_id WHERE ${VISIBLE}`,
      values: [organizationId, userId, keys.map(({ listId }) => listId), keys.map(({ version }) => version)],
    });
    return rows;
  }

  /** Versions of a list, newest first. They are numbered without gaps, so the current number is their total. */
  async page({ listId }: List, window: PageWindow): Promise<DefinitionVersion[]> {
    const { suffix, condition, order, values } = windowSql(VERSION_ORDER, window, 2);
    const { rows } = await this.#tools.pools.reads.query<DefinitionVersion>({
      name: `list_versions${suffix}`,
      text: `SELECT ${VERSION_COLUMNS} FROM list_definition d JOIN "user" u ON u.id = d.author_id
        WHERE d.list_id = $1 AND ${condition} ${order}`,
      values: [listId, ...values],
    });
    return rows;
  }

  /**
   * Appends a version of the definition (contract, section 6, "Versions and cache").
   *
   * @param ifVersions versions of which one must be current; undefined for no check.
   * @throws Fault invalid_definition; definition_conflict also when the list changes while the definition is checked.
   */
  replace(caller: Caller, listId: number, raw: unknown, ifVersions?: readonly number[]): Promise<List> {
    // Recalled before the version is checked: a change that was made before has raised the version itself.
    return recalled(async () => {
      const seen = await this.#readToChange(caller, listId, ifVersions);
      const active = await this.of(seen);
      return this.#append(caller, seen, { raw, active, saved: active });
    });
  }

  /**
   * Appends an earlier version once more, even if one of its values has left its vocabulary since (contract, section 8).
   *
   * @param ifVersions as for `replace`.
   * @throws Fault version_not_found, definition_conflict, invalid_definition
   */
  restore(caller: Caller, listId: number, version: number, ifVersions?: readonly number[]): Promise<List> {
    return recalled(async () => {
      const seen = await this.#readToChange(caller, listId, ifVersions);
      const { definition } = await this.find(listId, version);
      const active = await this.of(seen);
      return this.#append(caller, seen, { raw: definition, active, saved: definition, restored: version });
    });
  }

  /** Reads a list before its definition changes. @throws Fault definition_conflict when another version is current */
  async #readToChange(
    caller: Caller,
    listId: number,
    ifVersions: readonly number[] | undefined,
  ): Promise<List> {
    const list = await requireList(this.#tools.pools.reads, caller, listId, 'editor');
    const { definitionVersion } = list;
    if (ifVersions && !ifVersions.includes(definitionVersion)) throw definitionConflict(definitionVersion);
    return list;
  }

  /**
   * Validates a definition and gives it the shape in which it is stored.
   *
   * @param options.base JSON pointer of the definition in the request.
   * @param options.list list that it belongs to. @param options.kept lists that its current definition names.
   * @param options.saved definition whose values are accepted, even if they have left their vocabulary.
   * @throws Fault invalid_definition
   */
  async check(
    caller: Caller,
    raw: unknown,
    { base, list, kept, saved }: CheckOptions = {},
  ): Promise<Checked> {
    const { filters, pools } = this.#tools;
    const scope = listScope(pools.reads, caller, list, kept);
    const { registryVersion, root: tree } = await filters.validate(raw, base, scope, saved);
    const root = typeof raw === 'object' && raw !== null && 'root' in raw ? raw.root : null;
    return { definition: { registry_version: registryVersion, root }, tree, named: namedIn(tree) };
  }

  async #append(caller: Caller, seen: List, { raw, active, saved, restored }: Appended): Promise<List> {
    const { quotas } = this.#tools;
    const { listId, revision } = seen;
    const former = parseStored(active);
    const kept = namedIn(former);
    const { definition, tree, named } = await this.check(caller, raw, { list: seen, kept, saved });
    const append = async (client: PoolClient, at: Date) => {
      // Lists may have changed since they were read. From now on they do not.
      if (seen.isNamed || named.length > 0)
        await assertFits(client, {
          root: tree,
          scope: listScope(client, caller, seen, kept),
          active: former,
        });
      const version = seen.definitionVersion + 1;
      const action = restored === undefined ? 'definition_replaced' : 'definition_restored';
      const details = restored === undefined ? { version } : { version, restored_version: restored };
      const { columns, bytes } = await toColumns(client, definition, tree);
      const { rows } = await client.query<List>({
        name: 'list_definition_append',
        text: APPEND,
        values: [...eventValues(caller, listId, action, details, at), revision, ...columns, caller.keyId],
      });
      if (!rows[0]) {
        const list = await requireListForChange(client, caller, listId, 'editor', at);
        throw definitionConflict(list.definitionVersion);
      }
      const list = requireLevel(rows[0], 'editor');
      if (named.length > 0 || kept.length > 0) await storeReferences(client, listId, named);
      await growUsage(client, quotas, caller.organizationId, { lists: 0, definitionBytes: bytes });
      return { ...list, definition };
    };
    const lockGraph = (client: PoolClient) => lockNamed(client, caller, named);
    return lockList(this.#tools, caller, listId, append, named.length > 0 ? lockGraph : undefined);
  }
}

/** Columns of what is stored of a definition: its text, its size without the lists that it names, and its own fields. */
export const STORED_COLUMNS =
  'registry_version, root, bytes, condition_count, value_count, pattern_count, own_fields';

/**
 * Appends a version to a list that still has the revision $8 and is visible to the caller, whose credential $16 is live, and
 * returns the list. Access may have changed since the list was read, although the revision has not: the caller checks the
 * returned level.
 */
const APPEND = eventSql(
  `${RAISE_ABOVE}changed AS (
    UPDATE list l SET definition_version = l.definition_version + 1, revision = l.revision + 1, updated_at = $6
    FROM "user" u WHERE u.id = l.owner_id AND l.id = $3 AND l.revision = $8 AND ${VISIBLE} AND ${isCredentialLiveSql('$16', '$6')}
    RETURNING ${COLUMNS}),
  version AS (
    INSERT INTO list_definition (list_id, version, author_id, created_at, ${STORED_COLUMNS})
    SELECT "listId", "definitionVersion", $2, $6, $9, $10, $11, $12, $13, $14, $15::int[] FROM changed), ${DEFINITION_CHANGED}`,
  'changed',
);

/** 409: the list was changed by somebody else (contract, section 1). */
export function definitionConflict(currentVersion: number): Fault {
  const message = `The list has changed in the meantime; its definition is now version ${currentVersion}. Read it again and retry.`;
  return new Fault('definition_conflict', message, { details: { current_version: currentVersion } });
}

/** Returns STORED_COLUMNS of a definition, whose own fields stay until it is stored. @throws Fault unavailable */
export async function toColumns(
  client: Queryable,
  { registry_version, root }: StoredDefinition,
  tree: FilterNode | null,
) {
  const ownFields = ownFieldsIn(tree);
  await holdFields(client, ownFields);
  const text = root === null ? null : JSON.stringify(root);
  const bytes = Buffer.byteLength(registry_version) + Buffer.byteLength(text ?? '');
  const { conditions, values, patterns } = ownSize(tree);
  const columns = [registry_version, text, bytes, conditions, values, patterns, ownFields];
  return { columns, bytes };
}

async function findDefinitions(db: Queryable, keys: readonly VersionKey[]) {
  const { rows } = await db.query<VersionKey & { definition: StoredDefinition }>({
    name: 'list_definitions',
    text: `SELECT d.list_id AS "listId", d.version, ${DEFINITION_JSON} AS definition FROM list_definition d
      JOIN unnest($1::int[], $2::int[]) AS k (list_id, version) USING (list_id, version)`,
    values: [keys.map(({ listId }) => listId), keys.map(({ version }) => version)],
  });
  const found = new Map(rows.map(({ listId, version, definition }) => [`${listId}:${version}`, definition]));
  return keys.map(({ listId, version }) => {
    // Missing only if the list was deleted while the request ran.
    return found.get(`${listId}:${version}`) ?? listNotFound();
  });
}
