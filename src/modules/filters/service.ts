import type { Queryable } from '../../database/client.ts';
import { sizeCost } from '../../lib/cost-class.ts';
import { chargeMore } from '../../lib/request-context.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { readState } from '../facets/index-state.ts';
import { createFacetReader, type IndexSnapshot, type IndexVersions } from '../facets/reader.ts';
import { readDeclared } from '../fields/declarations.ts';
import { scopeOf } from '../fields/own-field.ts';
import { findInAll, findValues, readCatalog } from './catalog.ts';
import {
  checkLists,
  excessOfDomains,
  findUnusedValues,
  type ListScope,
  refuseUnknownValues,
  withoutValuesOf,
} from './checks.ts';
import {
  conditionsOf,
  type Definition,
  type FilterNode,
  invalidDefinition,
  isBounded,
  Problems,
} from './definition.ts';
import { evaluate, ownedIds } from './evaluate.ts';
import { explain } from './explain.ts';
import {
  BUILT_IN,
  type FieldSet,
  fieldSet,
  fieldsOfStored,
  mayUseOwnFields,
  watched,
  withDeleted,
} from './field-set.ts';
import { type BitSlices, sliceKeys, slicesOf } from './number-comparison.ts';
import { parseDefinition } from './parse.ts';
import { fieldOf } from './parse-condition.ts';
import { type AreAllOpen, Preview } from './preview.ts';
import {
  ANY_FIELDS,
  type Expansion,
  expansionOf,
  type ListSource,
  NO_SIZES,
  namedIn,
  parseStored,
  readSizesOf,
  readTrees,
} from './referenced-lists.ts';
import { type Field, type IntegerKey, isNumberField } from './registry.ts';
import { readRequirements, requirementsOf, windowsOf } from './requirements.ts';
import type { ValueSearch } from './values.ts';

/** Companies that a definition matches, each in one tier (contract, section 6, "Tiers"). */
export interface Matches extends IndexVersions {
  high: Bitmap;
  medium: Bitmap;
  exploratory: Bitmap;
}

const NO_LISTS: ListSource = { readNamed: async () => [], readSizes: async () => NO_SIZES };
const NOBODY: ListScope = { organizationId: 0, visible: async () => [] };

const UNBOUNDED = 'must narrow the catalogue; combine it with a positive condition, using "and"';

export type FiltersService = ReturnType<typeof createFiltersService>;

/**
 * @param db pool for evaluating filters.
 * @param options.cacheBytes limits the memory of cached bitmaps and their keys.
 * @param options.reads pool for short reads; default `db`.
 */
export function createFiltersService(
  db: Queryable,
  { cacheBytes, reads = db, lists = NO_LISTS }: { cacheBytes: number; reads?: Queryable; lists?: ListSource },
) {
  const reader = createFacetReader(db, cacheBytes);

  /** Gives a saved tree the trees of the lists that it names. */
  async function resolve(saved: unknown, organizationId: number): Promise<FilterNode | null> {
    const problems = new Problems();
    const fields = (await storedFields(organizationId, [saved]))(saved);
    const definition = parseDefinition(saved, problems, fields, '', Number.POSITIVE_INFINITY);
    if (definition === undefined) throw invalidDefinition(problems.errors);
    await expand(definition.root, organizationId);
    return withLists(definition.root, organizationId);
  }

  function withLists(root: FilterNode | null, organizationId: number): Promise<FilterNode | null> {
    return readTrees(lists, organizationId, root, (definitions) => storedFields(organizationId, definitions));
  }

  /** Returns what tells the fields that stored definitions mean. Reads declarations only if one may use own fields. */
  async function storedFields(
    organizationId: number,
    definitions: readonly unknown[],
  ): Promise<(definition: unknown) => FieldSet> {
    if (!definitions.some(mayUseOwnFields)) return () => ANY_FIELDS;
    const declared = await readDeclared(db, organizationId);
    return (definition) => fieldsOfStored(definition, declared, organizationId);
  }

  /** Reads the fields that an organization can use now. */
  const readFields = async (organizationId: number): Promise<FieldSet> =>
    fieldSet(await readDeclared(db, organizationId), organizationId);

  /** Finds the field that an argument names. @throws Fault validation_error */
  async function findField(key: string, pointer: string, ownFields: () => Promise<FieldSet>): Promise<Field> {
    const isBuiltIn = BUILT_IN.get(key) !== undefined;
    return fieldOf(isBuiltIn ? BUILT_IN : await ownFields(), key, pointer);
  }

  /**
   * Parses an unvalidated definition. Own fields are read only where it is none of the built-in fields alone.
   *
   * @param saved definition of the list: conditions on own fields that it has may stay when the fields are deleted. When it is the
   *   definition itself, which is copied or restored, all keys keep their meaning.
   * @throws Fault invalid_definition
   */
  async function parse(
    raw: unknown,
    base: string,
    organizationId: number,
    saved?: unknown,
  ): Promise<Definition> {
    const attempt = (fields: FieldSet) => {
      const problems = new Problems();
      return { definition: parseDefinition(raw, problems, fields, base), errors: problems.errors };
    };
    const built = watched(BUILT_IN);
    const first = attempt(built.fields);
    if (first.definition) return first.definition;
    if (!built.missed()) throw invalidDefinition(first.errors);
    if (raw === saved) {
      const stored = attempt((await storedFields(organizationId, [saved]))(saved));
      if (stored.definition) return stored.definition;
      throw invalidDefinition(stored.errors);
    }
    const current = await readFields(organizationId);
    const kept = new Set<string>();
    if (saved !== undefined && mayUseOwnFields(saved)) {
      const tree = parseStored(saved, (await storedFields(organizationId, [saved]))(saved));
      for (const { condition } of conditionsOf(tree))
        if (condition.field.type === 'deleted') kept.add(condition.field.key);
    }
    const fields = { ...withDeleted(current, (key) => kept.has(key), organizationId), knows: current.knows };
    const { definition, errors } = attempt(fields);
    if (definition === undefined) throw invalidDefinition(errors);
    // Which fields its keys mean follows from the version that it is stored with.
    const usesOwn = [...conditionsOf(definition.root)].some(({ condition }) => scopeOf(condition.field.key));
    return usesOwn ? { ...definition, registryVersion: current.version } : definition;
  }

  /**
   * Reads the sizes of the lists that a saved tree names. Those of definitions were within their bounds when they were saved.
   *
   * @throws Fault invalid_definition if the lists have too many domains by now.
   */
  async function expand(root: FilterNode | null, organizationId: number): Promise<Expansion> {
    const named = namedIn(root);
    const expansion = expansionOf(named, await readSizesOf(lists, organizationId, named));
    const [excess] = excessOfDomains(expansion);
    if (!excess) return expansion;
    const [code, message] = excess;
    throw invalidDefinition([{ pointer: '/root', code, message }]);
  }

  /**
   * Parses and validates a definition, and takes the points of the lists that it names. Returns it with the snapshot that
   * evaluates its own conditions in the window ever. The named lists are not read.
   */
  async function check(
    raw: unknown,
    base: string,
    scope: ListScope = NOBODY,
    saved?: unknown,
  ): Promise<{ definition: Definition; snapshot?: IndexSnapshot }> {
    const problems = new Problems();
    const definition = await parse(raw, base, scope.organizationId, saved);
    const { root } = definition;
    if (root === null) return { definition };
    if (!isBounded(root)) problems.add(`${base}/root`, 'unbounded_definition', UNBOUNDED);
    const expansion = await checkLists(lists, root, scope, problems);
    if (expansion) await chargeMore(sizeCost(expansion));
    const snapshot = await readRequirements(db, reader, requirementsOf(root));
    const unused = findUnusedValues(root, snapshot);
    if (unused.length > 0) await refuseUnknownValues(db, withoutValuesOf(unused, saved), problems);
    if (problems.errors.length > 0) throw invalidDefinition(problems.errors);
    return { definition, snapshot };
  }

  async function checkTree(
    raw: unknown,
    scope: ListScope = NOBODY,
  ): Promise<{ root: FilterNode; snapshot: IndexSnapshot }> {
    const { definition, snapshot } = await check(raw, '', scope);
    const root = await withLists(definition.root, scope.organizationId);
    if (root === null || !snapshot)
      throw invalidDefinition([{ pointer: '/root', code: 'unbounded_definition', message: UNBOUNDED }]);
    if (root === definition.root) return { root, snapshot };
    return { root, snapshot: await readRequirements(db, reader, requirementsOf(root), snapshot) };
  }

  return {
    reader,
    /** Reads the current index version. */
    version: async () => (await readState(reads)).version,
    /** Reads an integer field of all companies, as bit slices of the current index version. */
    async slices(key: IntegerKey): Promise<BitSlices> {
      const field = BUILT_IN.get(key);
      if (!field || !isNumberField(field)) throw new Error(`${key} is no integer field`);
      return slicesOf(
        field,
        await readRequirements(db, reader, { postings: sliceKeys(field), conditions: [] }),
      );
    },
    /** Searches the values of all fields. @throws Fault validation_error */
    findValues: async (organizationId: number, search: string, limit: number) =>
      findInAll({ db, reader }, await readFields(organizationId), search, limit),
    /** Reads the fields and operators of filters, with counts. */
    catalog: async (organizationId: number, latestList?: number) =>
      readCatalog({ db, reader }, await readFields(organizationId), latestList),
    /** Searches the values of a field. @throws Fault validation_error for integers and text, which have no list. */
    values: async (organizationId: number, field: string, search: ValueSearch) =>
      findValues({ db, reader }, await findField(field, '/field', () => readFields(organizationId)), search),
    /**
     * Validates the shape, bounds, values and boundedness of a definition from a request. Preview and save both use it.
     *
     * @param base JSON pointer of the definition in the request.
     * @param scope lists that it may name; default: none.
     * @param saved the list's definition: values that it has, in the same field, may have left their vocabulary.
     * @throws Fault invalid_definition with all errors.
     */
    validate: async (raw: unknown, base = '', scope?: ListScope, saved?: unknown) =>
      (await check(raw, base, scope, saved)).definition,
    /**
     * Validates an unsaved definition and prepares its counts.
     *
     * @param areAllOpen tells whether the caller may read the partners of companies; undefined when everybody may.
     * @throws Fault invalid_definition, also when the root is null.
     */
    async preview(raw: unknown, areAllOpen?: AreAllOpen, scope?: ListScope) {
      const { root, snapshot } = await checkTree(raw, scope);
      let own: Promise<FieldSet> | undefined;
      const readOwn = () => {
        own ??= readFields(scope?.organizationId ?? 0);
        return own;
      };
      const fieldOf = (key: string, pointer: string) => findField(key, pointer, readOwn);
      return new Preview({ db, reader, root, snapshot, areAllOpen, fieldOf });
    },
    /** Validates an unsaved definition and returns its matches. @throws Fault invalid_definition as `preview` does. */
    async select(raw: unknown) {
      const { root, snapshot } = await checkTree(raw);
      const windows = windowsOf(root);
      if (windows.length === 1) return toMatches(root, snapshot);
      return toMatches(root, await readRequirements(db, reader, requirementsOf(root, windows)));
    },
    /** Explains how some companies meet each condition of a saved definition. */
    explain: async (saved: unknown, companyIds: readonly number[], organizationId: number) =>
      explain(db, reader, await resolve(saved, organizationId), companyIds),
    /**
     * Takes the points of the lists that a saved definition names, by their stored sizes: call it before they are read.
     *
     * @throws Fault rate_limited, invalid_definition
     */
    async chargeLists(saved: unknown, organizationId: number): Promise<void> {
      await chargeMore(sizeCost(await expand(parseStored(saved), organizationId)));
    },
    /**
     * Returns the matches of a saved definition. A value that has left its vocabulary since then matches nothing, and so
     * does a root that is null.
     *
     * @throws Fault invalid_definition when a field or operator no longer exists.
     */
    async match(saved: unknown, organizationId: number): Promise<Matches> {
      const root = await resolve(saved, organizationId);
      return toMatches(root, await readRequirements(db, reader, requirementsOf(root, windowsOf(root))));
    },
  };
}

function toMatches(root: FilterNode | null, snapshot: IndexSnapshot): Matches {
  const [high = new Bitmap(), recent, all] = windowsOf(root).map((window) =>
    root === null ? new Bitmap() : ownedIds(evaluate(root, { snapshot, window })),
  );
  // A wider window includes the narrower ones. In place: no bitmap is left to the garbage collector.
  const exploratory = all && recent ? all.andNotInPlace(recent) : new Bitmap();
  const medium = recent?.andNotInPlace(high) ?? new Bitmap();
  const { version, ownVersion } = snapshot;
  return { version, ownVersion, high, medium, exploratory };
}
