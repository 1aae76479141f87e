import type { PoolClient, Queryable } from '../../../database/client.ts';
import { sqlOrder, windowSql } from '../../../database/keyset.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import { isJsonObject, isNestedBeyond, MAX_JSON_DEPTH } from '../../../lib/json.ts';
import { type PageWindow, toRowId } from '../../../lib/page.ts';
import { isWithin, MAX_DRAFT_BYTES, TEXT_LIMITS } from '../../../lib/request-limits.ts';
import { storedText } from '../../../lib/text-key.ts';
import { requireLive } from '../../access/locked-caller.ts';
import { effect } from '../../idempotency/effects.ts';
import { type ListDependencies, requireList } from '../access.ts';
import type { Caller } from '../list.ts';

/** A definition that a person works on. It need not be valid, and nobody else sees it. */
export interface Draft {
  draftId: number;
  /** The list that it changes; null for a new one. */
  listId: number | null;
  /** The version of the list's definition that it began with. */
  definitionVersion: number | null;
  name: string | null;
  definition: unknown;
  /** Raised by each change. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What a draft says; each save replaces all of it. */
interface DraftContent {
  listId?: number | undefined;
  definitionVersion?: number | undefined;
  name?: string | undefined;
  definition: unknown;
}

const COLUMNS = `id AS "draftId", list_id AS "listId", definition_version AS "definitionVersion", name, definition,
  version, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Order of drafts, the latest changed first. */
export const DRAFT_ORDER = sqlOrder('updated_at', [
  { sql: 'updated_at', type: 'timestamptz', descending: true },
  { sql: 'id', type: 'integer', descending: true },
]);

/** The drafts of the caller. Every statement selects by the user, so that nobody reads those of others. */
export class Drafts {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Drafts of the caller, the latest changed first. @param listId list that they change; undefined for all. */
  async page({ userId }: Caller, listId: number | undefined, window: PageWindow): Promise<Draft[]> {
    const { suffix, condition, order, values } = windowSql(DRAFT_ORDER, window, 3);
    const { rows } = await this.#tools.pools.reads.query<Draft>({
      name: `drafts${suffix}`,
      text: `SELECT ${COLUMNS} FROM draft WHERE user_id = $1 AND ($2::int IS NULL OR list_id = $2)
        AND ${condition} ${order}`,
      values: [userId, listId ?? null, ...values],
    });
    return rows;
  }

  /** Counts the drafts of a user. */
  count(userId: number, listId?: number): Promise<number> {
    return countDrafts(this.#tools.pools.reads, userId, listId);
  }

  /** Drafts by id, in any order. Those of others are left out. */
  async findMany({ userId }: Caller, draftIds: readonly number[]): Promise<Draft[]> {
    const { rows } = await this.#tools.pools.reads.query<Draft>({
      name: 'drafts_by_ids',
      text: `SELECT ${COLUMNS} FROM draft WHERE user_id = $1 AND id = ANY ($2::int[])`,
      values: [userId, draftIds],
    });
    return rows;
  }

  /** @throws Fault draft_not_found */
  async find({ userId }: Caller, draftId: number): Promise<Draft> {
    const { rows } = await this.#tools.pools.reads.query<Draft>({
      name: 'draft',
      text: `SELECT ${COLUMNS} FROM draft WHERE user_id = $1 AND id = $2`,
      values: [userId, toRowId(draftId)],
    });
    return rows[0] ?? notFound();
  }

  /** @throws Fault validation_error, list_not_found, quota_exceeded */
  create(caller: Caller, content: DraftContent): Promise<Draft> {
    const { pools, clock, quotas } = this.#tools;
    const { userId } = caller;
    return effect(pools.writes, async (client) => {
      await requireLive(client, clock, caller);
      const columns = await this.#check(client, caller, content);
      await quotas.assertRoom('drafts', 1, async () => {
        await client.query({
          name: 'draft_owner_lock',
          text: 'SELECT FROM "user" WHERE id = $1 FOR NO KEY UPDATE',
          values: [userId],
        });
        return countDrafts(client, userId);
      });
      const { rows } = await client.query<Draft>({
        name: 'draft_insert',
        text: `INSERT INTO draft (user_id, created_at, updated_at, list_id, definition_version, name, definition)
          VALUES ($1, $2, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
        values: [userId, clock.now(), ...columns],
      });
      return rows[0] ?? notFound();
    });
  }

  /**
   * Replaces what a draft says. Without versions, the last one who saves wins.
   *
   * @param ifVersions versions of the draft of which one must be current.
   * @throws Fault draft_not_found, draft_conflict, validation_error, list_not_found
   */
  replace(
    caller: Caller,
    draftId: number,
    content: DraftContent,
    ifVersions?: readonly number[],
  ): Promise<Draft> {
    const { pools, clock } = this.#tools;
    return effect(pools.writes, async (client) => {
      const values = [caller.userId, toRowId(draftId)];
      const { rows: found } = await client.query<Pick<Draft, 'version' | 'listId'>>({
        name: 'draft_lock',
        text: 'SELECT version, list_id AS "listId" FROM draft WHERE user_id = $1 AND id = $2 FOR NO KEY UPDATE',
        values,
      });
      await requireLive(client, clock, caller);
      const stored = found[0] ?? notFound();
      const { version } = stored;
      if (ifVersions && !ifVersions.includes(version)) {
        const message = `The draft was saved elsewhere meanwhile; it is at version ${version} now. Read it again.`;
        throw new Fault('draft_conflict', message, { details: { current_version: version } });
      }
      const columns = await this.#check(client, caller, content, stored.listId);
      const { rows } = await client.query<Draft>({
        name: 'draft_replace',
        text: `UPDATE draft SET version = version + 1, updated_at = $3, list_id = $4, definition_version = $5, name = $6,
          definition = $7 WHERE user_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        values: [...values, clock.now(), ...columns],
      });
      return rows[0] ?? notFound();
    });
  }

  /** @throws Fault draft_not_found */
  async delete(caller: Caller, draftId: number): Promise<void> {
    const { pools, clock } = this.#tools;
    await effect(pools.writes, async (client) => {
      await requireLive(client, clock, caller);
      const { rowCount } = await client.query({
        name: 'draft_delete',
        text: 'DELETE FROM draft WHERE user_id = $1 AND id = $2',
        values: [caller.userId, toRowId(draftId)],
      });
      if (rowCount === 0) notFound();
    });
  }

  /**
   * Checks what a draft says. A list must be visible when it is named first; losing access later loses no draft.
   *
   * @param kept list that the draft names already.
   * @returns the columns `list_id`, `definition_version`, `name` and `definition`.
   */
  async #check(
    client: PoolClient,
    caller: Caller,
    { listId, definitionVersion, name: raw = '', definition }: DraftContent,
    kept?: number | null,
  ): Promise<unknown[]> {
    const name = storedText(raw.trim());
    const { maxLength } = TEXT_LIMITS.listName;
    if (!isWithin(name, { maxLength }) || !isStorable(name))
      throw invalidValue('/name', `must be at most ${maxLength} characters long`);
    if (definitionVersion !== undefined && toRowId(definitionVersion) === 0)
      throw invalidValue('/definitionVersion', 'must be the number of a version, from 1');
    const text = toText(definition);
    if (listId === undefined) return [null, null, name || null, text];
    if (listId !== kept) await requireList(client, caller, listId, 'viewer');
    return [listId, definitionVersion ?? null, name || null, text];
  }
}

/** Returns a definition as it is stored. @throws Fault validation_error */
function toText(definition: unknown): string {
  if (!isJsonObject(definition)) throw invalidValue('/definition', 'must be a JSON object');
  if (isNestedBeyond(definition, MAX_JSON_DEPTH))
    throw invalidValue('/definition', `is nested deeper than ${MAX_JSON_DEPTH} levels`);
  const text = JSON.stringify(definition);
  if (Buffer.byteLength(text) <= MAX_DRAFT_BYTES) return text;
  throw invalidValue('/definition', `must be at most ${MAX_DRAFT_BYTES / 1024} KiB of JSON`);
}

async function countDrafts(db: Queryable, userId: number, listId?: number): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'drafts_total',
    text: 'SELECT count(*)::int AS total FROM draft WHERE user_id = $1 AND ($2::int IS NULL OR list_id = $2)',
    values: [userId, listId ?? null],
  });
  return rows[0]?.total ?? 0;
}

/** Missing drafts and those of others have the same error. */
function notFound(): never {
  throw new Fault('draft_not_found', 'Draft not found, or it is not yours.');
}
