import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { validationFault } from '../../lib/fault.ts';
import { pointerStep } from '../../lib/json.ts';
import type { Principal } from '../../lib/principal.ts';
import { MAX_FIELD_ENTRIES } from '../../lib/request-limits.ts';
import { textKey } from '../../lib/text-key.ts';
import { requireLive } from '../access/locked-caller.ts';
import { ownFacetName } from '../facets/facet.ts';
import { effect } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { type Declaration, readDeclared } from './declarations.ts';
import type { OwnValue } from './own-field.ts';
import { readOwnValue } from './read-value.ts';
import {
  countValues,
  lockScope,
  raiseVersion,
  readStored,
  readValues,
  storeRows,
  textsOf,
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

/** Distinct values of a category (contract, section 20). */
export const MAX_CATEGORY_VALUES = 100_000;

interface Tools {
  pool: Pool;
  clock: Clock;
  quotas: Quotas;
  /** Finds companies by domains or slugs, in their order. */
  findCompanies: (identifiers: readonly string[]) => Promise<readonly ({ companyId: number } | undefined)[]>;
}

/** A valid value that is stated for a company. */
interface Stated {
  index: number;
  pointer: string;
  companyId: number;
  field: Declaration;
  /** Null clears. */
  value: OwnValue | null;
}

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
      const companies = await findCompanies(entries.map(({ identifier }) => identifier));
      return effect(pool, async (client) => {
        await requireLive(client, clock, principal);
        return storeValues(client, quotas, principal.organizationId, entries, companies);
      });
    },
  };
}

async function storeValues(
  client: PoolClient,
  quotas: Quotas,
  organizationId: number,
  entries: readonly StatedValues[],
  companies: readonly ({ companyId: number } | undefined)[],
): Promise<WrittenValues> {
  await lockScope(client, organizationId);
  const { fields } = await readDeclared(client, organizationId);
  const own = new Map(
    fields.filter(({ scope }) => scope === 'organization').map((field) => [field.key, field]),
  );
  const written: WrittenValues = { set: 0, cleared: 0, unchanged: 0, notTracked: [], invalid: [] };
  const stated: Stated[] = [];
  for (const [index, { identifier, fields: values }] of entries.entries()) {
    const company = companies[index];
    if (company) stated.push(...readEntry(index, company.companyId, values, own, written.invalid));
    else written.notTracked.push(identifier);
  }
  const accepted = await refuseNewValues(client, organizationId, stated, written.invalid);
  const ids = [...new Set(accepted.map(({ companyId }) => companyId))];
  const before = await readStored(client, organizationId, ids);
  const after = new Map(ids.map((id) => [id, { ...before.get(id) }]));
  const changed = new Map<number, Declaration>();
  let added = 0;
  for (const { companyId, field, value } of accepted) {
    const values: Record<string, OwnValue> = after.get(companyId) ?? {};
    const former = values[field.id];
    if (isEqual(former ?? null, value)) {
      written.unchanged += 1;
      continue;
    }
    changed.set(field.id, field);
    if (value === null) {
      delete values[field.id];
      written.cleared += 1;
      added -= 1;
    } else {
      values[field.id] = value;
      written.set += 1;
      if (former === undefined) added += 1;
    }
  }
  written.invalid.sort((a, b) => a.index - b.index);
  if (changed.size === 0) return written;
  if (added > 0) await quotas.assertRoom('field_values', added, () => countValues(client, organizationId));
  await storeRows(client, organizationId, after);
  await raiseVersion(client, organizationId, [...changed.values()], before, after);
  return written;
}

function* readEntry(
  index: number,
  companyId: number,
  values: StatedValues['fields'],
  own: ReadonlyMap<string, Declaration>,
  invalid: InvalidValue[],
): Generator<Stated> {
  for (const [key, raw] of Object.entries(values)) {
    const pointer = `/values/${index}/fields${pointerStep(key)}`;
    const field = own.get(key);
    const read = field && (raw === null ? { value: null } : readOwnValue(field, raw));
    if (field === undefined || read === undefined)
      invalid.push({ index, pointer, reason: 'is no field of your organization; GET /v1/fields lists them' });
    else if ('reason' in read) invalid.push({ index, pointer, reason: read.reason });
    else yield { index, pointer, companyId, field, value: isEmptyList(read.value) ? null : read.value };
  }
}

/** An empty list clears, as null does: a company that has it has no value. */
function isEmptyList(value: OwnValue | null): boolean {
  return typeof value === 'object' && value?.length === 0;
}

/** Refuses values that would be one too many for their category. @returns the others */
async function refuseNewValues(
  client: Queryable,
  organizationId: number,
  stated: readonly Stated[],
  invalid: InvalidValue[],
): Promise<readonly Stated[]> {
  const categories = stated.filter(({ field, value }) => field.type === 'category' && value !== null);
  if (categories.length === 0) return stated;
  const named = categories.flatMap(({ field, value }) =>
    textsOf(value).map((text) => ({ facet: ownFacetName(organizationId, field.id), key: textKey(text) })),
  );
  const { rows } = await client.query<{ facet: string; size: number; known: string[] }>({
    name: 'own_field_categories',
    runsOn: 'primary',
    text: `SELECT n.facet,
        (SELECT count(DISTINCT p.value_key)::int FROM facet_posting p
          WHERE p.field = n.facet AND p.value <> '' AND p.cardinality > 0) AS size,
        ARRAY(SELECT DISTINCT p.value_key FROM facet_posting p
          WHERE p.field = n.facet AND p.value_key = ANY (n.keys) AND p.cardinality > 0) AS known
      FROM (SELECT facet, array_agg(key) AS keys FROM unnest($1::text[], $2::text[]) AS k (facet, key) GROUP BY facet) n`,
    values: [named.map(({ facet }) => facet), named.map(({ key }) => key)],
  });
  const byFacet = new Map(rows.map(({ facet, size, known }) => [facet, { size, known: new Set(known) }]));
  return stated.filter(({ index, pointer, field, value }) => {
    const held = field.type === 'category' ? byFacet.get(ownFacetName(organizationId, field.id)) : undefined;
    if (!held || value === null) return true;
    const added = new Set(
      textsOf(value)
        .map(textKey)
        .filter((key) => !held.known.has(key)),
    );
    if (held.size + added.size > MAX_CATEGORY_VALUES) {
      invalid.push({
        index,
        pointer,
        reason: `would be a new value; a category has at most ${MAX_CATEGORY_VALUES}`,
      });
      return false;
    }
    held.size += added.size;
    for (const key of added) held.known.add(key);
    return true;
  });
}

function isEqual(a: OwnValue | null, b: OwnValue | null): boolean {
  return (
    a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
  );
}
