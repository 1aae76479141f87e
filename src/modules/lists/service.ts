import type { PoolClient } from '../../database/client.ts';
import { windowSql } from '../../database/keyset.ts';
import type { PageWindow } from '../../lib/page.ts';
import { textKey } from '../../lib/text-key.ts';
import { REGISTRY_VERSION } from '../filters/registry.ts';
import { effect, recalled } from '../idempotency/effects.ts';
import { deleteCountedList } from '../quotas/quotas.ts';
import {
  COLUMNS,
  changeList,
  DEFINITION_JOIN,
  DEFINITION_JSON,
  IS_FAVOURITE,
  type ListDependencies,
  requireList,
  TABLES,
  VISIBLE,
} from './access.ts';
import { AuditLog, type DetailsOf, eventSql, eventValues, recordEvent } from './audit/audit-log.ts';
import { insertList } from './create-list.ts';
import { type Checked, Definitions, definitionConflict } from './definitions/service.ts';
import { Domains } from './domains/service.ts';
import { Drafts } from './drafts/service.ts';
import { Exports } from './export/service.ts';
import { Favourites } from './favourites.ts';
import { type Caller, checkName, checkTag, checkTags, copyName, type List, toPattern } from './list.ts';
import { Members } from './members/service.ts';
import { type ListOrder, type ListRow, NAME_KEY } from './order.ts';
import { assertFits, listScope } from './references/list-scope.ts';
import { lockNamed, raiseAbove, readUsers, UsersOfLists } from './references/references.ts';
import { recordIfForOwner, Sharing } from './sharing/service.ts';
import { Views } from './views/service.ts';
import { Watches } from './watch/watches.ts';

/** Conditions on lists. Each that is given must hold. */
interface ListFilter {
  /** Part of a name, in any case. */
  search?: string | undefined;
  /** A tag, in any case. */
  tag?: string | undefined;
  /** Whether the caller has marked the list. */
  favourite?: boolean | undefined;
  /** Whether the caller owns the list. */
  owned?: boolean | undefined;
}

/** SQL of the conditions, and of none. Both have the same parameters. */
const FILTERS = {
  filtered: `($3::text IS NULL OR ${NAME_KEY} LIKE $3)
    AND ($4::text IS NULL OR $4 = ANY (coalesce(l.tag_keys, provisional_text_keys(l.tags))))
    AND ($5::boolean IS NULL OR ${IS_FAVOURITE} = $5)
    AND ($6::boolean IS NULL OR (l.owner_id = $2) = $6)`,
  all: '$3::text IS NULL AND $4::text IS NULL AND $5::boolean IS NULL AND $6::boolean IS NULL',
} as const;

/** SQL of pages with and without the definitions, which may be large. */
const CONTENTS = {
  whole: { columns: `, ${DEFINITION_JSON} AS definition`, join: DEFINITION_JOIN },
  plain: { columns: '', join: '' },
} as const;

/** Values of $3 to $6. @throws Fault validation_error */
function filterValues({ search, tag, favourite, owned }: ListFilter) {
  const pattern = search === undefined ? null : toPattern(search);
  const sought = tag === undefined ? null : textKey(checkTag(tag, '/tag'));
  const values = [pattern, sought, favourite ?? null, owned ?? null];
  const kind: keyof typeof FILTERS = values.some((value) => value !== null) ? 'filtered' : 'all';
  return { kind, values };
}

/** Fields to change; absent ones stay as they are. */
interface ListChanges {
  name?: string | undefined;
  tags?: readonly string[] | undefined;
}

/**
 * Lists, and the parts of the service around them. A method that takes the caller and a list id checks access by itself.
 * Others take a list, or its id, that was read for the caller.
 */
export class ListsService {
  readonly audit: AuditLog;
  readonly definitions: Definitions;
  readonly domains: Domains;
  readonly drafts: Drafts;
  readonly exports: Exports;
  readonly favourites: Favourites;
  readonly members: Members;
  readonly sharing: Sharing;
  readonly users: UsersOfLists;
  readonly views: Views;
  readonly watches: Watches;
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
    this.audit = new AuditLog(tools);
    this.definitions = new Definitions(tools);
    this.domains = new Domains(tools);
    this.drafts = new Drafts(tools);
    this.members = new Members(tools, this.definitions);
    this.exports = new Exports(tools, this.members);
    this.favourites = new Favourites(tools);
    this.sharing = new Sharing(tools);
    this.users = new UsersOfLists(tools.pools.reads);
    this.views = new Views(tools);
    this.watches = new Watches(tools, this.members);
  }

  /** @throws Fault list_not_found */
  find(caller: Caller, listId: number): Promise<List> {
    return requireList(this.#tools.pools.reads, caller, listId, 'viewer');
  }

  /** Lists by id, in any order and without definitions. Lists that the caller cannot see are left out. */
  async findMany({ organizationId, userId }: Caller, listIds: readonly number[]): Promise<List[]> {
    const { rows } = await this.#tools.pools.reads.query<List>({
      name: 'visible_lists_by_ids',
      text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE l.id = ANY ($3::int[]) AND ${VISIBLE}`,
      values: [organizationId, userId, listIds],
    });
    return rows;
  }

  /**
   * Returns those of some users whom a list shows to the caller: its owner, users with a permission, and all who have
   * changed it, such as the authors of its versions.
   */
  async findShownUsers({ organizationId, userId }: Caller, userIds: readonly number[]): Promise<number[]> {
    const { rows } = await this.#tools.pools.reads.query<{ id: number }>({
      name: 'users_of_visible_lists',
      text: `SELECT s.id FROM "user" s WHERE s.id = ANY ($3::int[]) AND s.organization_id = $1 AND EXISTS (
        SELECT FROM list l WHERE ${VISIBLE} AND (l.owner_id = s.id
          OR EXISTS (SELECT FROM list_permission p WHERE p.list_id = l.id AND p.user_id = s.id)
          OR EXISTS (SELECT FROM list_event e WHERE e.list_id = l.id AND e.actor_id = s.id)))`,
      values: [organizationId, userId, userIds],
    });
    return rows.map(({ id }) => id);
  }

  /**
   * Lists that the caller can see.
   *
   * @param withDefinitions whether to read the definitions as well. Read later, that of a list which was deleted meanwhile
   * is missing.
   * @throws Fault validation_error
   */
  async findPage(
    { organizationId, userId }: Caller,
    listOrder: ListOrder,
    filter: ListFilter,
    window: PageWindow,
    withDefinitions: boolean,
  ): Promise<ListRow[]> {
    const { kind, values: filters } = filterValues(filter);
    const content = withDefinitions ? 'whole' : 'plain';
    const { suffix, condition, order, values } = windowSql(listOrder, window, 7);
    const { rows } = await this.#tools.pools.reads.query<ListRow>({
      name: `visible_lists_${listOrder.name}_${kind}_${content}${suffix}`,
      text: `SELECT ${COLUMNS}, ${NAME_KEY} AS "nameKey" ${CONTENTS[content].columns}
        FROM ${TABLES} ${CONTENTS[content].join}
        WHERE ${VISIBLE} AND ${FILTERS[kind]} AND ${condition} ${order}`,
      values: [organizationId, userId, ...filters, ...values],
    });
    return rows;
  }

  /** Counts the lists that the caller can see. @throws Fault validation_error */
  async count({ organizationId, userId }: Caller, filter: ListFilter): Promise<number> {
    const { kind, values } = filterValues(filter);
    const { rows } = await this.#tools.pools.reads.query<{ total: number }>({
      name: `visible_lists_count_${kind}`,
      text: `SELECT count(*)::int AS total FROM list l WHERE ${VISIBLE} AND ${FILTERS[kind]}`,
      values: [organizationId, userId, ...values],
    });
    return rows[0]?.total ?? 0;
  }

  /** @param raw definition, if there is one. @throws Fault validation_error, invalid_definition, quota_exceeded */
  async create(
    caller: Caller,
    rawName: string,
    raw?: unknown,
    rawTags: readonly string[] = [],
  ): Promise<List> {
    const { pools, clock, quotas } = this.#tools;
    const name = checkName(rawName);
    const tags = checkTags(rawTags);
    const base = '/definition';
    const checked = raw === undefined ? EMPTY : await this.definitions.check(caller, raw, { base });
    return effect(pools.writes, async (client) => {
      await lockAndCheck(client, caller, checked, base);
      return insertList(client, quotas, caller, { name, tags, checked, at: clock.now() });
    });
  }

  /**
   * Creates a list of the caller with the definition, the domains and the tags of another one. Lists that the definition
   * names must be visible to the caller, as in one that is sent. Values that have left their vocabulary stay.
   *
   * @param rawName name of the new list; "Copy of" and the name of the other one if undefined.
   * @throws Fault list_not_found, validation_error, invalid_definition, definition_conflict, quota_exceeded
   */
  duplicate(caller: Caller, listId: number, rawName?: string): Promise<List> {
    return recalled(async () => {
      const { pools, quotas } = this.#tools;
      const seen = await requireList(pools.reads, caller, listId, 'viewer');
      const source = await this.definitions.of(seen);
      const name = rawName === undefined ? copyName(seen.name) : checkName(rawName);
      const checked =
        source.root === null
          ? { ...EMPTY, definition: source }
          : await this.definitions.check(caller, source, { saved: source });
      const copy = async (client: PoolClient, { definitionVersion, tags }: List, at: Date) => {
        if (definitionVersion !== seen.definitionVersion) throw definitionConflict(definitionVersion);
        return insertList(client, quotas, caller, { name, tags, checked, at, from: listId });
      };
      const lockGraph = (client: PoolClient) => lockAndCheck(client, caller, checked);
      return changeList(this.#tools, caller, listId, 'viewer', copy, lockGraph);
    });
  }

  /** @throws Fault list_not_found, insufficient_access, validation_error */
  update(caller: Caller, listId: number, changes: ListChanges): Promise<List> {
    return changeList(this.#tools, caller, listId, 'editor', async (client, list, at) => {
      const name = changes.name === undefined ? list.name : checkName(changes.name);
      const tags = changes.tags === undefined ? list.tags : checkTags(changes.tags);
      const isRenamed = name !== list.name;
      const isTagged = JSON.stringify(tags) !== JSON.stringify(list.tags);
      if (isRenamed) {
        const event = eventValues(caller, listId, 'list_renamed', { from: list.name, to: name }, at);
        await client.query({ ...RENAME, values: [...event, name, textKey(name)] });
      }
      if (isTagged) {
        const event = eventValues(caller, listId, 'tags_changed', { from: list.tags, to: tags }, at);
        await client.query({ ...TAG, values: [...event, tags, tags.map(textKey)] });
      }
      return isRenamed || isTagged ? { ...list, name, tags, updatedAt: at } : list;
    });
  }

  /** @throws Fault list_not_found, insufficient_access */
  delete(caller: Caller, listId: number): Promise<void> {
    return changeList(this.#tools, caller, listId, 'owner', async (client, list, at) => {
      const usedBy = list.isNamed ? await readUsers(client, listId) : [];
      const details: DetailsOf<'list_deleted'> = {
        name: list.name,
        used_by: usedBy.length > 0 ? usedBy : undefined,
      };
      await recordEvent(client, caller, listId, 'list_deleted', details, at);
      if (list.isNamed) await raiseAbove(client, listId);
      await recordIfForOwner(this.#tools, client, caller, list, 'list_deleted', {});
      await deleteCountedList(client, listId);
    });
  }
}

/** Definition of a list without a filter. */
const EMPTY: Checked = {
  definition: { registry_version: REGISTRY_VERSION, root: null },
  tree: null,
  named: [],
};

/** Locks the lists that the definition of a new list names, if any, and checks them as they are now. */
async function lockAndCheck(
  client: PoolClient,
  caller: Caller,
  { tree, named }: Checked,
  base?: string,
): Promise<void> {
  if (named.length === 0) return;
  await lockNamed(client, caller, named);
  await assertFits(client, { root: tree, scope: listScope(client, caller), ...(base && { base }) });
}

const RENAME = {
  name: 'list_rename',
  text: eventSql('changed AS (UPDATE list SET name = $8, name_key = $9, updated_at = $6 WHERE id = $3), '),
};

const TAG = {
  name: 'list_tag',
  text: eventSql('changed AS (UPDATE list SET tags = $8, tag_keys = $9, updated_at = $6 WHERE id = $3), '),
};
