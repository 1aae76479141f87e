import type { Queryable } from '../../database/client.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { readState } from '../facets/index-state.ts';
import { createFacetReader, type FacetReader, type Snapshot } from '../facets/reader.ts';
import { WINDOWS } from '../facets/windows.ts';
import { isBounded } from './boundedness.ts';
import { type FilterCatalog, findValues, readCatalog } from './catalog.ts';
import { findDoubtful, refuseUnknown } from './check-values.ts';
import type { Definition, FilterNode } from './definition.ts';
import { dependsOnWindow, evaluate } from './evaluate.ts';
import { explain, type Verdict } from './explain.ts';
import { parseDefinition } from './parse.ts';
import { type AreAllOpen, Preview, readFor } from './preview.ts';
import { invalidDefinition, Problems } from './problems.ts';
import type { FieldKey } from './registry.ts';
import { requirementsOf } from './requirements.ts';
import { idsOf } from './selection.ts';
import type { ValuePage, ValueSearch } from './values.ts';

/** The companies that a definition matches, each in one tier (contract, section 6, "Tiers"). */
export interface Matches {
  /** The version of the index that was read. */
  version: number;
  high: Bitmap;
  medium: Bitmap;
  exploratory: Bitmap;
}

export interface FiltersService {
  /**
   * Checks a definition as it was sent: shape, bounds, values, boundedness. Preview and save use this one check.
   *
   * @param base the JSON pointer of the definition in what was sent.
   * @throws Fault invalid_definition with everything that is wrong.
   */
  validate(raw: unknown, base?: string): Promise<Definition>;
  /**
   * What an unsaved definition would match.
   *
   * @param areAllOpen whether the caller may read the partners of companies; absent: of all.
   * @throws Fault invalid_definition, also for a definition without a tree, which would match nothing.
   */
  preview(raw: unknown, areAllOpen?: AreAllOpen): Promise<Preview>;
  /** The matches of a definition, tier by tier. @throws Fault invalid_definition as `preview` does. */
  select(raw: unknown): Promise<Matches>;
  /**
   * The matches of a definition that was checked when it was saved. A value that left its vocabulary since then
   * matches nothing; a definition without a tree matches nothing by itself.
   *
   * @throws Fault invalid_definition when its fields and operators are no longer there.
   */
  match(saved: unknown): Promise<Matches>;
  /** What each condition of a saved definition says of some companies. */
  explain(saved: unknown, companyIds: readonly number[]): Promise<Map<number, Verdict[]>>;
  /** The version of the index that holds now. */
  version(): Promise<number>;
  /** The fields and operators that a filter can use, with counts. */
  catalog(): Promise<FilterCatalog>;
  /** Values of a field. @throws Fault validation_error for a field whose values cannot be listed. */
  values(field: FieldKey, search: ValueSearch): Promise<ValuePage>;
  readonly reader: FacetReader;
}

/**
 * @param db evaluates.
 * @param options.reads for what is read in passing; the same unless given.
 */
export function createFiltersService(
  db: Queryable,
  { cacheBytes, reads = db }: { cacheBytes: number; reads?: Queryable },
): FiltersService {
  const reader = createFacetReader(db, cacheBytes);

  /** A parsed tree and all that is needed to evaluate it for all times. */
  async function check(raw: unknown, base: string): Promise<{ definition: Definition; snapshot?: Snapshot }> {
    const problems = new Problems();
    const definition = parseDefinition(raw, problems, base);
    if (definition === undefined) throw invalidDefinition(problems.errors);
    if (definition.root === null) return { definition };
    if (!isBounded(definition.root)) refuseUnbounded(problems, `${base}/root`);
    const snapshot = await readFor(db, reader, requirementsOf(definition.root));
    const doubtful = findDoubtful(definition.root, snapshot);
    if (doubtful.length > 0) await refuseUnknown(db, doubtful, problems);
    if (problems.errors.length > 0) throw invalidDefinition(problems.errors);
    return { definition, snapshot };
  }

  async function checkTree(raw: unknown): Promise<{ root: FilterNode; snapshot: Snapshot }> {
    const { definition, snapshot } = await check(raw, '');
    if (definition.root !== null && snapshot) return { root: definition.root, snapshot };
    const problems = new Problems();
    refuseUnbounded(problems, '/root');
    throw invalidDefinition(problems.errors);
  }

  async function matchTree(root: FilterNode, snapshot: Snapshot): Promise<Matches> {
    if (!dependsOnWindow(root)) return toMatches(root, snapshot);
    return toMatches(root, await readFor(db, reader, requirementsOf(root, WINDOWS)));
  }

  return {
    reader,
    version: async () => (await readState(reads)).version,
    catalog: () => readCatalog(db),
    values: (field, search) => findValues(db, field, search),
    validate: async (raw, base = '') => (await check(raw, base)).definition,
    async preview(raw, areAllOpen) {
      const { root, snapshot } = await checkTree(raw);
      return new Preview(db, reader, root, snapshot, areAllOpen);
    },
    async select(raw) {
      const { root, snapshot } = await checkTree(raw);
      return matchTree(root, snapshot);
    },
    explain: (saved, companyIds) => explain(db, reader, parseSaved(saved).root, companyIds),
    async match(saved) {
      const definition = parseSaved(saved);
      const snapshot = await readFor(db, reader, requirementsOf(definition.root, WINDOWS));
      if (definition.root !== null) return toMatches(definition.root, snapshot);
      const { version } = snapshot;
      return { version, high: new Bitmap(), medium: new Bitmap(), exploratory: new Bitmap() };
    },
  };
}

function parseSaved(saved: unknown): Definition {
  const problems = new Problems();
  const definition = parseDefinition(saved, problems, '', Number.POSITIVE_INFINITY);
  if (definition === undefined) throw invalidDefinition(problems.errors);
  return definition;
}

function toMatches(root: FilterNode, snapshot: Snapshot): Matches {
  const windows = dependsOnWindow(root) ? WINDOWS : WINDOWS.slice(-1);
  const [high = new Bitmap(), recent = high, all = recent] = windows.map(
    (window) => new Bitmap(idsOf(evaluate(root, snapshot, window))),
  );
  return {
    version: snapshot.version,
    high,
    medium: Bitmap.andNot(recent, high),
    exploratory: Bitmap.andNot(all, recent),
  };
}

function refuseUnbounded(problems: Problems, pointer: string): void {
  problems.add({
    pointer,
    code: 'unbounded_definition',
    message:
      'would match companies that meet no positive condition; add one that says what a company has, with "and"',
  });
}
