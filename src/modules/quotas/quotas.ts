import type { Queryable } from '../../database/client.ts';
import { Fault } from '../../lib/fault.ts';
import { recordOf } from '../../lib/json.ts';
import { counted } from '../../lib/text.ts';

/** Names of the quotas in the error `quota_exceeded`. Sizes are in bytes. */
export const QUOTA_NAMES = [
  'lists',
  'definition_bytes',
  'list_domains',
  'list_views',
  'watched_lists',
  'export_bytes',
  'flags',
  'keys',
  'passkeys',
  'replay_log_bytes',
  'webhooks',
  'drafts',
  'catalogue_fields',
  'own_fields',
  'field_values',
  'job_bytes',
  'import_bytes',
] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** Maximum of each quota; undefined: no limit. */
type QuotaLimits = Readonly<Partial<Record<QuotaName, number | undefined>>>;

/** Quotas that are no settings: they bound what a program fills by mistake. */
export const FIXED_QUOTAS: Readonly<
  Record<Exclude<QuotaName, 'lists' | 'watched_lists' | 'field_values' | 'job_bytes'>, number | undefined>
> = {
  /** Definitions as stored, all versions of all lists together: a quarter of a million of 1 kB. */
  definition_bytes: 256 * 1024 * 1024,
  /** Exports that can still be downloaded: thousands, of a million companies each. */
  export_bytes: 1024 * 1024 * 1024,
  /** Keys of a person or of an organization that work at a time. Service accounts have keys of their own. */
  keys: 50,
  /** Domains that are added to a list or excluded from it. What somebody chose by hand is far shorter. */
  list_domains: 100_000,
  /** Flags that wait for their review. People review them one by one. */
  flags: 10_000,
  /** Passkeys of one person: all are sent to the browser when one is added. */
  passkeys: 20,
  /** Stored responses of 24 hours: half a million of 512 bytes. */
  replay_log_bytes: 256 * 1024 * 1024,
  /** A process sends to more endpoints at once (src/modules/webhooks/deliveries.ts), so one organization never takes all places. */
  webhooks: 20,
  /** Views of a list, and those of a person in a list. */
  list_views: 50,
  /** Files of the catalogue that wait for their import, and their rejected rows, of the whole installation. */
  import_bytes: 4 * 1024 * 1024 * 1024,
  /** Drafts of one person: of at most 256 KiB each. */
  drafts: 200,
  /** Fields that operators declare for everybody. */
  catalogue_fields: 500,
  /** Fields of an organization. */
  own_fields: 200,
};

/** What a refused request found. */
interface Refused {
  /** What is used without the request. */
  used: number;
  /** What the request would add. */
  needed: number;
  limit: number;
  /** When there will be room, if that is known. */
  until?: Date | undefined;
}

/** What callers are told, and what they can do about it. service.ts knows how the use of each quota is counted. */
const REFUSALS: Readonly<Record<QuotaName, (refused: Refused) => string>> = {
  lists: ({ used, limit }) =>
    `Your organization has ${counted(used, 'list')}; the limit is ${limit}. Delete lists that are no longer needed.`,
  definition_bytes: ({ used, needed, limit }) =>
    `The definitions of your organization, all versions together, take ${showBytes(used)} of ${showBytes(limit)}; ` +
    `this one needs ${showBytes(needed)}. Delete lists that are no longer needed: their versions go with them.`,
  list_domains: ({ used, needed, limit }) =>
    `The list has ${counted(used, 'domain')}, added and excluded together, and this would add ${needed}; the limit is ${limit}. ` +
    'Remove domains first, or create another list.',
  list_views: ({ used, limit }) =>
    `There are ${counted(used, 'view')} of this list, or of yours in it; the limit is ${limit}. Delete a view that is no longer needed.`,
  watched_lists: ({ used, limit }) =>
    `Your organization watches ${counted(used, 'list')}; the limit is ${limit}. Stop watching lists whose changes nobody needs.`,
  export_bytes: ({ used, needed, limit }) =>
    `The exports of your organization that can still be downloaded take ${showBytes(used)} of ${showBytes(limit)}; this one needs ${showBytes(needed)}. ` +
    'Nothing was charged. Wait until some of them expire, or delete lists that are no longer needed: their exports go with them.',
  flags: ({ used, limit }) =>
    `Your organization has ${counted(used, 'flag')} waiting for review; the limit is ${limit}. Raise further flags once some of them are resolved.`,
  keys: ({ used, limit }) =>
    `This owner already has ${counted(used, 'active key')}; the limit is ${limit}. Revoke keys that are no longer used, or rotate one with an overlap of 0 seconds.`,
  passkeys: ({ used, limit }) =>
    `You have ${counted(used, 'passkey')}; the limit is ${limit}. Remove one that you no longer use.`,
  webhooks: ({ used, limit }) =>
    `Your organization has ${counted(used, 'webhook')}; the limit is ${limit}. Delete one that is no longer needed.`,
  drafts: ({ used, limit }) =>
    `You have ${counted(used, 'draft')}; the limit is ${limit}. Delete drafts that you no longer need.`,
  catalogue_fields: ({ used, limit }) =>
    `The catalogue has ${counted(used, 'field')} of its own; the limit is ${limit}. Delete fields that nobody uses.`,
  own_fields: ({ used, limit }) =>
    `Your organization has ${counted(used, 'field')}; the limit is ${limit}. Delete fields that nobody uses.`,
  field_values: ({ used, needed, limit }) =>
    `Your organization has stored ${counted(used, 'value')} in its fields, and this would add ${needed}; the limit is ${limit}. ` +
    'Nothing was stored. Clear values or delete fields that nobody uses.',
  job_bytes: ({ used, limit }) =>
    `The files of your organization's jobs take ${showBytes(used)} of ${showBytes(limit)}, and this one does not fit. ` +
    'Nothing of it was kept. Delete jobs that are no longer needed: their files go with them.',
  import_bytes: ({ used, limit }) =>
    `The import files of the installation take ${showBytes(used)} of ${showBytes(limit)}, and this one does not fit. ` +
    'Apply what was tried, or wait until it expires after seven days.',
  replay_log_bytes: ({ used, limit, until }) =>
    `The stored responses to your organization's Idempotency-Keys take ${showBytes(used)} of ${showBytes(limit)}. ` +
    'Keys that were used before still replay; a new one is refused.' +
    `${until ? ` The oldest response is kept until ${until.toISOString()}.` : ''} Try again then, or send the request without the header.`,
};

/** Quotas of a process, with the number of refusals by each. */
export class Quotas {
  readonly limits: QuotaLimits;
  readonly refusals = recordOf(QUOTA_NAMES, () => 0);

  constructor(limits: QuotaLimits) {
    this.limits = limits;
  }

  /**
   * Refuses a change that does not fit. Of parallel requests, none sees the same room as another if `readUsed` takes a
   * lock that lasts until the transaction of the change ends. The transaction must roll back after a refusal.
   *
   * @param needed what the change adds; nothing is read if that is nothing, or if there is no limit.
   * @param used what is used without the change, or a function that reads it.
   * @throws Fault quota_exceeded
   */
  async assertRoom(quota: QuotaName, needed: number, used: number | (() => Promise<number>)): Promise<void> {
    const limit = this.limits[quota];
    if (needed === 0 || limit === undefined) return;
    const known = typeof used === 'number' ? used : await used();
    if (known + needed > limit) throw this.exceeded(quota, { used: known, needed });
  }

  /** Counts a refusal. @returns the fault quota_exceeded. */
  exceeded(quota: QuotaName, refused: Omit<Refused, 'limit'>): Fault {
    this.refusals[quota] += 1;
    const { used } = refused;
    const limit = this.limits[quota] ?? used;
    const message = REFUSALS[quota]({ ...refused, limit });
    return new Fault('quota_exceeded', message, { details: { quota, limit, used } });
  }
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** Formats a number of bytes for people, such as `256 MiB` or `1.5 KiB`. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}

interface OrganizationUsage {
  lists: number;
  definitionBytes: number;
}

/**
 * Reserves room for a list or a version of a definition. Call it last: it locks the organization's row until the
 * transaction ends, so that parallel requests cannot exceed a quota together.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function growUsage(
  client: Queryable,
  quotas: Quotas,
  organizationId: number,
  { lists, definitionBytes }: OrganizationUsage,
): Promise<void> {
  const { rows } = await client.query<OrganizationUsage>({
    name: 'organization_usage_grow',
    text: `INSERT INTO organization_usage AS u (organization_id, lists, definition_bytes) VALUES ($1, $2, $3)
      ON CONFLICT (organization_id) DO UPDATE
      SET lists = u.lists + excluded.lists, definition_bytes = u.definition_bytes + excluded.definition_bytes
      RETURNING lists - $2 AS lists, (definition_bytes - $3)::float8 AS "definitionBytes"`,
    values: [organizationId, lists, definitionBytes],
  });
  const used = rows[0] ?? { lists: 0, definitionBytes: 0 };
  await quotas.assertRoom('lists', lists, used.lists);
  await quotas.assertRoom('definition_bytes', definitionBytes, used.definitionBytes);
}

/**
 * Reserves room for a watched list, after it was stored. It locks as `growUsage` does: call it last.
 *
 * @throws Fault quota_exceeded; the caller's transaction must roll back.
 */
export async function growWatched(client: Queryable, quotas: Quotas, organizationId: number): Promise<void> {
  await growUsage(client, quotas, organizationId, { lists: 0, definitionBytes: 0 });
  await quotas.assertRoom('watched_lists', 1, async () => (await countWatched(client, organizationId)) - 1);
}

export async function countWatched(db: Queryable, organizationId: number): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'watched_lists_total',
    text: `SELECT count(*)::int AS total FROM list_watch w JOIN list l ON l.id = w.list_id WHERE l.organization_id = $1`,
    values: [organizationId],
  });
  return rows[0]?.total ?? 0;
}

/** Deletes a list that the caller has locked, and releases its room. */
export async function deleteCountedList(client: Queryable, listId: number): Promise<void> {
  await client.query({
    name: 'delete_list',
    text: `WITH freed AS (SELECT coalesce(sum(bytes), 0) AS bytes FROM list_definition WHERE list_id = $1),
      gone AS (DELETE FROM list WHERE id = $1 RETURNING organization_id)
      UPDATE organization_usage u SET lists = greatest(u.lists - 1, 0),
        definition_bytes = greatest(u.definition_bytes - freed.bytes, 0)
      FROM freed, gone WHERE u.organization_id = gone.organization_id`,
    values: [listId],
  });
}

export async function readUsage(db: Queryable, organizationId: number): Promise<OrganizationUsage> {
  const { rows } = await db.query<OrganizationUsage>({
    name: 'organization_usage',
    text: `SELECT lists, definition_bytes::float8 AS "definitionBytes" FROM organization_usage WHERE organization_id = $1`,
    values: [organizationId],
  });
  return rows[0] ?? { lists: 0, definitionBytes: 0 };
}
