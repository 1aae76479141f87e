import type { PoolClient, Queryable } from '../../../database/client.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../../lib/request-limits.ts';
import { storedText, textKey } from '../../../lib/text-key.ts';
import { changeList, type ListDependencies, VISIBLE } from '../access.ts';
import { recordEvent } from '../audit/audit-log.ts';
import type { Caller, List } from '../list.ts';
import { checkContent, type ViewContent, withoutDeleted } from './content.ts';

/** How to look at the members of a list. */
export interface ListView extends ViewContent {
  viewId: number;
  listId: number;
  name: string;
  /** Whether it is the caller's own, which nobody else sees. */
  own: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A view of a list, by its name: that of everybody, or the caller's own. */
interface ViewName {
  listId: number;
  name: string;
  own: boolean;
}

interface StoredView extends ListView {
  ownFields: Record<string, number>;
}

const COLUMNS = `v.id AS "viewId", v.list_id AS "listId", v.name, v.user_id IS NOT NULL AS own, v.columns, v.sort,
  v.breakdowns, v.tier, v.own_fields AS "ownFields", v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

/** Views of lists. Those of a list are everybody's who can see it; each person can have further ones. */
export class Views {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Views of a list that was read for the caller: those of everybody, then the caller's own, by name. */
  async of({ organizationId, userId }: Caller, { listId }: List): Promise<ListView[]> {
    const { rows } = await this.#tools.pools.reads.query<StoredView>({
      name: 'list_views',
      text: `SELECT ${COLUMNS} FROM list_view v WHERE v.list_id = $1 AND (v.user_id IS NULL OR v.user_id = $2)
        ORDER BY v.user_id NULLS FIRST, v.name_key, v.id`,
      values: [listId, userId],
    });
    return this.#readable(organizationId, rows);
  }

  /** Views by id, in any order. Those that the caller cannot see are left out. */
  async findMany({ organizationId, userId }: Caller, viewIds: readonly number[]): Promise<ListView[]> {
    const { rows } = await this.#tools.pools.reads.query<StoredView>({
      name: 'list_views_by_ids',
      text: `SELECT ${COLUMNS} FROM list_view v JOIN list l ON l.id = v.list_id
        WHERE v.id = ANY ($3::int[]) AND (v.user_id IS NULL OR v.user_id = $2) AND ${VISIBLE}`,
      values: [organizationId, userId, viewIds],
    });
    return this.#readable(organizationId, rows);
  }

  /**
   * Creates a view, or replaces the one of this name. One of everybody needs access as editor.
   *
   * @throws Fault list_not_found, insufficient_access, validation_error, quota_exceeded
   */
  async save(caller: Caller, view: ViewName, sent: ViewContent): Promise<ListView> {
    const { filters, quotas } = this.#tools;
    const name = checkName(view.name);
    const { content, ownFields } = await checkContent(sent, await filters.current(caller.organizationId));
    const { columns, sort, breakdowns, tier } = content;
    return this.#change(caller, view, async (client, { listId }, at) => {
      const key = [listId, view.own ? caller.userId : null, textKey(name)];
      const found = await find(client, key);
      if (!found) await quotas.assertRoom('list_views', 1, () => count(client, key));
      const { rows } = await client.query<StoredView>({
        ...(found ? REPLACE : INSERT),
        values: [...key, at, name, columns, sort, breakdowns, tier, JSON.stringify(ownFields)],
      });
      if (!view.own) await recordEvent(client, caller, listId, 'view_saved', { name }, at);
      const { ownFields: _ownFields, ...saved } = rows[0] ?? notFound();
      return saved;
    });
  }

  /** Deletes a view. @returns its id. @throws Fault list_not_found, insufficient_access, view_not_found */
  delete(caller: Caller, view: ViewName): Promise<number> {
    return this.#change(caller, view, async (client, { listId }, at) => {
      // PostgreSQL takes no text that no view can have.
      if (!isStorable(view.name)) return notFound();
      const key = [listId, view.own ? caller.userId : null, textKey(storedText(view.name.trim()))];
      const { viewId, name } = (await find(client, key)) ?? notFound();
      await client.query({
        name: 'list_view_delete',
        text: 'DELETE FROM list_view WHERE id = $1',
        values: [viewId],
      });
      if (!view.own) await recordEvent(client, caller, listId, 'view_deleted', { name }, at);
      return viewId;
    });
  }

  #change<T>(
    caller: Caller,
    { listId, own }: ViewName,
    work: (client: PoolClient, list: List, at: Date) => Promise<T>,
  ): Promise<T> {
    return changeList(this.#tools, caller, listId, own ? 'viewer' : 'editor', work);
  }

  async #readable(organizationId: number, rows: readonly StoredView[]): Promise<ListView[]> {
    if (rows.length === 0) return [];
    const fields = await this.#tools.filters.current(organizationId);
    return rows.map((row) => withoutDeleted(row, fields));
  }
}

/** SQL that selects a view by list, owner and key of the name: $1 to $3. */
const IS_NAMED = 'v.list_id = $1 AND v.user_id IS NOT DISTINCT FROM $2::int AND v.name_key = $3';

async function find(client: Queryable, key: readonly unknown[]) {
  const { rows } = await client.query<{ viewId: number; name: string }>({
    name: 'list_view_find',
    text: `SELECT v.id AS "viewId", v.name FROM list_view v WHERE ${IS_NAMED}`,
    values: [...key],
  });
  return rows[0];
}

/** Counts the views of a list of one owner. */
async function count(client: Queryable, [listId, userId]: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<{ total: number }>({
    name: 'list_views_total',
    text: `SELECT count(*)::int AS total FROM list_view WHERE list_id = $1 AND user_id IS NOT DISTINCT FROM $2::int`,
    values: [listId, userId],
  });
  return rows[0]?.total ?? 0;
}

const INSERT = {
  name: 'list_view_insert',
  text: `INSERT INTO list_view AS v (list_id, user_id, name_key, created_at, updated_at, name, columns, sort, breakdowns, tier, own_fields)
    VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
};

const REPLACE = {
  name: 'list_view_replace',
  text: `UPDATE list_view v SET updated_at = $4, name = $5, columns = $6, sort = $7, breakdowns = $8, tier = $9, own_fields = $10
    WHERE ${IS_NAMED} RETURNING ${COLUMNS}`,
};

/** @throws Fault validation_error */
function checkName(raw: string): string {
  const name = storedText(raw.trim());
  if (isWithin(name, TEXT_LIMITS.viewName) && isStorable(name)) return name;
  throw invalidValue('/name', `must be 1 to ${TEXT_LIMITS.viewName.maxLength} characters long`);
}

/** Missing views and those of others have the same error. */
function notFound(): never {
  throw new Fault('view_not_found', 'The list has no view of this name that you can see.');
}
