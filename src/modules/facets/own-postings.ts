import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import type { OwnFieldType, OwnValue } from '../fields/own-field.ts';
import { IdList, listOf } from './bitmap.ts';
import { ExistenceCollector } from './collect.ts';
import { EVER } from './evidence-windows.ts';
import {
  existenceKey,
  type Facet,
  inScope,
  type OwnSource,
  organizationOfFacet,
  type Scope,
} from './facet.ts';
import { type BitRange, DAY_BITS, DECIMAL_BITS, dayNumber } from './number-encoding.ts';
import { SliceCollector } from './number-postings.ts';
import type { Postings } from './postings.ts';

/** Collects the postings of one own field, company by company. */
interface Collector {
  add(id: number, value: OwnValue): void;
  finish(postings: Postings, field: string): void;
}

/** A posting for each value, and the existence bitmap. */
class ValueCollector implements Collector {
  readonly #byValue = new Map<string, IdList>();
  readonly #ids = new IdList();

  add(id: number, value: OwnValue): void {
    this.#ids.push(id);
    for (const each of typeof value === 'object' ? value : [String(value)])
      listOf(this.#byValue, each).push(id);
  }

  finish(postings: Postings, field: string): void {
    postings.set(existenceKey(field), this.#ids.toBitmap());
    for (const [value, ids] of this.#byValue) postings.set({ field, value, window: EVER }, ids.toBitmap());
  }
}

/** The slices of numbers that values stand for. */
class SlicesOf implements Collector {
  readonly #slices: SliceCollector;
  readonly #toNumber: (value: OwnValue) => number;

  constructor(bits: BitRange, toNumber: (value: OwnValue) => number) {
    this.#slices = new SliceCollector(bits);
    this.#toNumber = toNumber;
  }

  add(id: number, value: OwnValue): void {
    this.#slices.add(id, this.#toNumber(value));
  }

  finish(postings: Postings, field: string): void {
    this.#slices.finish(postings, field);
  }
}

/** No condition compares texts and addresses: the companies that have one are enough. */
const COLLECTORS: Record<OwnFieldType, () => Collector> = {
  category: () => new ValueCollector(),
  boolean: () => new ValueCollector(),
  number: () => new SlicesOf(DECIMAL_BITS, Number),
  date: () => new SlicesOf(DAY_BITS, (day) => dayNumber(String(day))),
  text: () => new ExistenceCollector(),
  url: () => new ExistenceCollector(),
};

/** Values of a company, by the ids of fields, as they are stored. */
export type StoredValues = Readonly<Record<string, OwnValue>>;

/** The facet of an own field. */
export interface OwnFacet {
  field: string;
  source: OwnSource;
}

/** Collects the postings of own fields from the values of companies. */
export class OwnPostings {
  readonly #fields: ReadonlyMap<number, { facet: string; collector: Collector }>;

  constructor(facets: readonly OwnFacet[]) {
    this.#fields = new Map(
      facets.map(({ field, source: { id, type } }) => [id, { facet: field, collector: COLLECTORS[type]() }]),
    );
  }

  /** Values of other fields are left out: they are of deleted ones. */
  add(companyId: number, fieldId: number, value: OwnValue): void {
    this.#fields.get(fieldId)?.collector.add(companyId, value);
  }

  finish(postings: Postings): void {
    for (const { facet, collector } of this.#fields.values()) collector.finish(postings, facet);
  }
}

/** Collects own fields, reading the values that the catalogue or an organization has of the companies of the scope once. */
export async function collectOwn(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  const own = facets.flatMap(({ field, source }) => (source.from === 'own' ? { field, source } : []));
  for (const owner of new Set(own.map(({ field }) => organizationOfFacet(field)))) {
    const collected = new OwnPostings(own.filter(({ field }) => organizationOfFacet(field) === owner));
    const query = `SELECT v.company_id, v.values::text FROM own_field_values v ${inScope(scope, 'v.company_id')}
      WHERE v.scope_id = ${owner}`;
    await copyRows(client, query, (row) => {
      const values: StoredValues = JSON.parse(row.text(1));
      for (const id in values) collected.add(row.int4(0), Number(id), values[id] ?? '');
    });
    collected.finish(postings);
  }
}
