import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { keySql } from '../../database/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { validationFault } from '../../lib/fault.ts';
import { pointerStep } from '../../lib/json.ts';
import type { Principal } from '../../lib/principal.ts';
import { MAX_ENTRY_KEYS, MAX_FIELD_ENTRIES } from '../../lib/request-limits.ts';
import { textKey } from '../../lib/text-key.ts';
import { requireLive } from '../access/locked-caller.ts';
import { ownFacetName } from '../facets/facet.ts';
import { effect } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { type Declaration, readScope } from './declarations.ts';
import type { OwnValue } from './own-field.ts';
import { readOwnValue } from './read-value.ts';
import { settleWritten } from './settle-values.ts';
import {
  countValues,
  lockScope,
  raiseVersion,
  readStored,
  readValues,
  storeValues,
  textsOf,
  type ValueChange,
} from './stored-values.ts';

/** Values of one company that a request states: by keys of fields; null clears. */
export interface StatedValues {
  identifier: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Why a value was not stored. */
export interface InvalidValue {
  /** Place of the entry in the request. */
  index: number;
  pointer: string;
  reason: string;
}

/** What a write of values did. The numbers count values. */
export interface WrittenValues {
  set: number;
  cleared: number;
  unchanged: number;
  /** Identifiers that no company has. */
  notTracked: string[];
  invalid: InvalidValue[];
}

const POSTING_KEY = keySql('p.value', 'p.value_key');

/** Distinct values of a category (contract, section 20). */
export const MAX_CATEGORY_VALUES = 100_000;

interface Tools {
  pool: Pool;
  clock: Clock;
  quotas: Quotas;
  /** Finds the ids of companies by domains or slugs, in their order. */
  findCompanies: (identifiers: readonly string[]) => Promise<readonly (number | undefined)[]>;
}

/** A valid value that is stated for a company. */
export interface Stated {
  companyId: number;
  field: Declaration;
  /** Null clears. */
  value: OwnValue | null;
}

/** What became of a stated value. */
export type Written = 'set' | 'cleared' | 'unchanged' | { reason: string };

export type FieldValuesService = ReturnType<typeof createFieldValues>;

/** Creates the service that writes the values of an organization's own fields. */
export function createFieldValues({ pool, clock, quotas, findCompanies }: Tools) {
  return {
    /** Reads the values of companies in the fields of the catalogue and of the caller's organization, by their ids. */
    read: ({ organizationId }: Pick<Principal, 'organizationId'>, companyIds: readonly number[]) =>
      readValues(pool, organizationId, companyIds),
    /**
     * Stores values of up to 1,000 companies, all that are valid together, by a set of statements whatever their number.
     *
     * @throws Fault validation_error for another number of entries; quota_exceeded, invalid_api_key
     */
    async write(principal: Principal, entries: readonly StatedValues[]): Promise<WrittenValues> {
      if (entries.length === 0 || entries.length > MAX_FIELD_ENTRIES)
        throw validationFault([
          { pointer: '/values', message: `must have 1 to ${MAX_FIELD_ENTRIES} entries` },
        ]);
      const crowded = entries.findIndex(({ fields }) => Object.keys(fields).length > MAX_ENTRY_KEYS);
      if (crowded >= 0)
        throw validationFault([
          { pointer: `/values/${crowded}/fields`, message: `must have at most ${MAX_ENTRY_KEYS} fields` },
        ]);
      const companies = await findCompanies(entries.map(({ identifier }) => identifier));
      const { organizationId } = principal;
      const written = await effect(pool, async (client) => {
        await requireLive(client, clock, principal);
        return storeEntries(client, quotas, organizationId, entries, companies);
      });
      const ids = companies.filter((id) => id !== undefined);
      await settleWritten(pool, organizationId, ids).catch(() => undefined);
      return written;
    },
  };
}

async function storeEntries(
  client: PoolClient,
  quotas: Quotas,
  organizationId: number,
  entries: readonly StatedValues[],
  companies: readonly (number | undefined)[],
): Promise<WrittenValues> {
  const own = await lockFields(client, organizationId);
  const written: WrittenValues = { set: 0, cleared: 0, unchanged: 0, notTracked: [], invalid: [] };
  const refuse = (index: number, key: string, reason: string) =>
    written.invalid.push({ index, pointer: `/values/${index}/fields${pointerStep(key)}`, reason });
  const stated: (Stated & { index: number })[] = [];
  for (const [index, { identifier, fields: values }] of entries.entries()) {
    const companyId = companies[index];
    if (companyId === undefined) {
      written.notTracked.push(identifier);
      continue;
    }
    for (const [key, raw] of Object.entries(values)) {
      const field = own.get(key);
      const read = field && (raw === null ? { value: null } : readOwnValue(field, raw));
      if (field === undefined || read === undefined) refuse(index, key, UNKNOWN_FIELD);
      else if ('reason' in read) refuse(index, key, read.reason);
      else stated.push({ index, companyId, field, value: isEmptyList(read.value) ? null : read.value });
    }
  }
  const outcomes = await storeStated(client, quotas, organizationId, stated);
  for (const [place, { index, field }] of stated.entries()) {
    const outcome = outcomes[place] ?? 'unchanged';
    if (typeof outcome === 'string') written[outcome] += 1;
    else refuse(index, field.key, outcome.reason);
  }
  written.invalid.sort((a, b) => a.index - b.index);
  return written;
}

/** Why a value of an unknown field is invalid. */
export const UNKNOWN_FIELD = 'is no field of your organization; GET /v1/fields lists them';

/** Locks the fields of an organization until the transaction ends: writes happen one after another. @returns them by their keys */
export async function lockFields(
  client: PoolClient,
  organizationId: number,
): Promise<ReadonlyMap<string, Declaration>> {
  await lockScope(client, organizationId);
  return new Map((await readScope(client, organizationId)).map((field) => [field.key, field]));
}

/**
 * Stores values of an organization whose fields the transaction has locked, by a set of statements whatever their number. Of several
 * values of a company and a field, the last one stays.
 *
 * @returns what became of each value, in their order.
 * @throws Fault quota_exceeded
 */
export async function storeStated(
  client: PoolClient,
  quotas: Quotas,
  organizationId: number,
  stated: readonly Stated[],
): Promise<Written[]> {
  const refused = await refuseNewValues(client, organizationId, stated);
  const accepted = stated.filter((each) => !refused.has(each));
  const stored = await readStored(
    client,
    organizationId,
    [...new Set(accepted.map(({ companyId }) => companyId))],
    [...new Set(accepted.map(({ field }) => field.id))],
  );
  const changes = new Map<string, ValueChange>();
  let added = 0;
  const outcomes = stated.map((each): Written => {
    const reason = refused.get(each);
    if (reason !== undefined) return { reason };
    const { companyId, field, value } = each;
    const name = `${companyId} ${field.id}`;
    const before = stored.get(companyId)?.[field.id] ?? null;
    const now = changes.get(name)?.after;
    const former = now === undefined ? before : now;
    if (isEqual(former, value)) return 'unchanged';
    if (isEqual(before, value)) changes.delete(name);
    else changes.set(name, { companyId, field, before, after: value });
    added += Number(value !== null) - Number(former !== null);
    return value === null ? 'cleared' : 'set';
  });
  if (changes.size === 0) return outcomes;
  if (added > 0) await quotas.assertRoom('field_values', added, () => countValues(client, organizationId));
  await storeValues(client, organizationId, [...changes.values()]);
  await raiseVersion(client, organizationId, [...changes.values()]);
  return outcomes;
}

/** An empty list clears, as null does: a company that has it has no value. */
function isEmptyList(value: OwnValue | null): boolean {
  return typeof value === 'object' && value?.length === 0;
}

/** Finds values that would be one too many for their category. @returns them with the reasons */
async function refuseNewValues(
  client: Queryable,
  organizationId: number,
  stated: readonly Stated[],
): Promise<ReadonlyMap<Stated, string>> {
  const refused = new Map<Stated, string>();
  const categories = stated.filter(({ field, value }) => field.type === 'category' && value !== null);
  if (categories.length === 0) return refused;
  const named = categories.flatMap(({ field, value }) =>
    textsOf(value).map((text) => ({ facet: ownFacetName(organizationId, field.id), key: textKey(text) })),
  );
  const { rows } = await client.query<{ facet: string; size: number; known: string[] }>({
    name: 'own_field_categories',
    runsOn: 'primary',
    text: `SELECT n.facet,
        (SELECT count(DISTINCT p.value_key)::int FROM facet_posting p
          WHERE p.field = n.facet AND p.value <> '' AND p.cardinality > 0) AS size,
        ARRAY(SELECT k.key FROM unnest(n.keys) AS k (key) WHERE EXISTS (
          SELECT FROM facet_posting p WHERE p.field = n.facet AND ${POSTING_KEY} = k.key AND p.cardinality > 0)) AS known
      FROM (SELECT facet, array_agg(DISTINCT key) AS keys
        FROM unnest($1::text[], $2::text[]) AS k (facet, key) GROUP BY facet) n`,
    values: [named.map(({ facet }) => facet), named.map(({ key }) => key)],
  });
  const byFacet = new Map(rows.map(({ facet, size, known }) => [facet, { size, known: new Set(known) }]));
  for (const each of categories) {
    const held = byFacet.get(ownFacetName(organizationId, each.field.id));
    if (!held) continue;
    const added = new Set(
      textsOf(each.value)
        .map(textKey)
        .filter((key) => !held.known.has(key)),
    );
    if (held.size + added.size > MAX_CATEGORY_VALUES) {
      refused.set(each, `would be a new value; a category has at most ${MAX_CATEGORY_VALUES}`);
      continue;
    }
    held.size += added.size;
    for (const key of added) held.known.add(key);
  }
  return refused;
}

function isEqual(a: OwnValue | null, b: OwnValue | null): boolean {
  return (
    a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
  );
}
