import type { Queryable } from '../../database/client.ts';
import { sizeCost } from '../../lib/cost-class.ts';
import { chargeMore } from '../../lib/request-context.ts';
import type { PostingKey } from '../facets/facet.ts';
import { readState } from '../facets/index-state.ts';
import { createFacetReader, type IndexSnapshot, type IndexVersions } from '../facets/reader.ts';
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
import { explain } from './explain.ts';
import {
  BUILT_IN,
  type CurrentFields,
  createFieldReader,
  type FieldSet,
  fieldsOfStored,
  mayUseOwnFields,
  watched,
  withDeleted,
} from './field-set.ts';
import { type Matches, toMatches } from './matches.ts';
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
import type { Field } from './registry.ts';
import { readRequirements, requirementsOf, windowsOf } from './requirements.ts';
import type { ValueSearch } from './values.ts';

interface Parsed {
  definition: Definition;
  /** The fields that the caller can use now, where the definition had to be parsed by them. */
  current?: CurrentFields | undefined;
}

type Draft = { raw: unknown; base: string };

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
  const readOwn = createFieldReader(db);

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
    const { declared } = await readOwn(organizationId);
    return (definition) => fieldsOfStored(definition, declared, organizationId);
  }

  /** Reads the fields that an organization can use now. */
  const readFields = async (organizationId: number): Promise<FieldSet> => (await readOwn(organizationId)).set;

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
  async function parse(raw: unknown, base: string, organizationId: number, saved?: unknown): Promise<Parsed> {
    const attempt = (fields: FieldSet) => {
      const problems = new Problems();
      return { definition: parseDefinition(raw, problems, fields, base), errors: problems.errors };
    };
    if (!mayUseOwnFields(raw)) {
      const built = watched(BUILT_IN);
      const { definition, errors } = attempt(built.fields);
      if (definition) return { definition };
      if (!built.missed()) throw invalidDefinition(errors);
    }
    if (raw === saved) {
      const stored = attempt((await storedFields(organizationId, [saved]))(saved));
      if (stored.definition) return { definition: stored.definition };
      throw invalidDefinition(stored.errors);
    }
    const current = await readOwn(organizationId);
    const kept = new Set<string>();
    if (saved !== undefined && mayUseOwnFields(saved)) {
      const tree = parseStored(saved, (await storedFields(organizationId, [saved]))(saved));
      for (const { condition } of conditionsOf(tree))
        if (condition.field.type === 'deleted') kept.add(condition.field.key);
    }
    const { set } = current;
    const fields = { ...withDeleted(set, (key) => kept.has(key), organizationId), knows: set.knows };
    const { definition, errors } = attempt(fields);
    if (definition === undefined) throw invalidDefinition(errors);
    // Which fields its keys mean follows from the version that it is stored with.
    const usesOwn = [...conditionsOf(definition.root)].some(({ condition }) => scopeOf(condition.field.key));
    return {
      definition: usesOwn ? { ...definition, registryVersion: set.version } : definition,
      current,
    };
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
   * Parses and validates definitions, and takes the points of the lists that they name. Returns them with the snapshot that evaluates
   * their own conditions in the window ever, which one read gets for all. The named lists are not read.
   */
  async function check(
    drafts: readonly Draft[],
    scope: ListScope = NOBODY,
    saved: unknown = scope.saved,
  ): Promise<{ parsed: Parsed[]; snapshot?: IndexSnapshot }> {
    const problems = new Problems();
    const parsed: Parsed[] = [];
    for (const { raw, base } of drafts) {
      const each = await parse(raw, base, scope.organizationId, saved);
      parsed.push(each);
      const { root } = each.definition;
      if (root === null) continue;
      if (!isBounded(root)) problems.add(`${base}/root`, 'unbounded_definition', UNBOUNDED);
      const expansion = await checkLists(lists, root, scope, problems);
      if (expansion) await chargeMore(sizeCost(expansion));
    }
    const roots = parsed.flatMap(({ definition }) => definition.root ?? []);
    if (roots.length === 0) return { parsed };
    const snapshot = await readTogether(roots, parsed.find(({ current }) => current)?.current?.versions);
    const unused = roots.flatMap((root) => findUnusedValues(root, snapshot));
    if (unused.length > 0) await refuseUnknownValues(db, withoutValuesOf(unused, saved), problems);
    if (problems.errors.length > 0) throw invalidDefinition(problems.errors);
    return { parsed, snapshot };
  }

  /** The same with the trees of the lists. */
  async function checkTrees(drafts: readonly Draft[], scope: ListScope = NOBODY) {
    const { parsed, snapshot } = await check(drafts, scope);
    const roots: FilterNode[] = [];
    let own = snapshot;
    for (const [index, { definition }] of parsed.entries()) {
      const root = await withLists(definition.root, scope.organizationId);
      const pointer = `${drafts[index]?.base}/root`;
      if (root === null)
        throw invalidDefinition([{ pointer, code: 'unbounded_definition', message: UNBOUNDED }]);
      if (root !== definition.root) own = undefined;
      roots.push(root);
    }
    return { roots, snapshot: own ?? (await readTogether(roots, snapshot)), current: parsed[0]?.current };
  }

  async function checkTree(raw: unknown, scope?: ListScope) {
    const { roots, ...read } = await checkTrees([{ raw, base: '' }], scope);
    return { root: roots[0] as FilterNode, ...read };
  }

  /** Reads what trees need in the window ever. @param known versions that the request has read before */
  function readTogether(trees: readonly FilterNode[], known?: IndexVersions): Promise<IndexSnapshot> {
    const root: FilterNode = { kind: 'or', pointer: '', children: trees };
    return readRequirements(db, reader, requirementsOf(root), known);
  }

  return {
    reader,
    /** Reads the current index version. */
    version: async () => (await readState(reads)).version,
    fields: readFields,
    /** The same with the versions of the index at that time. */
    current: readOwn,
    /** Reads postings of the current index version. */
    postings: (postings: readonly PostingKey[]) => readRequirements(db, reader, { postings, conditions: [] }),
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
     * Validates a definition from a request, whose JSON pointer is `base`.
     *
     * @param scope lists that it may name; default: none.
     * @param saved the list's definition: values that it has, in the same field, may have left their vocabulary.
     * @throws Fault invalid_definition with all errors.
     */
    validate: async (raw: unknown, base = '', scope?: ListScope, saved?: unknown) =>
      (await check([{ raw, base }], scope, saved)).parsed[0]?.definition as Definition,
    /**
     * Validates an unsaved definition and prepares its counts.
     *
     * @param areAllOpen tells whether the caller may read the partners of companies; undefined when everybody may.
     * @throws Fault invalid_definition, also when the root is null.
     */
    async preview(raw: unknown, areAllOpen?: AreAllOpen, scope?: ListScope) {
      const { root, snapshot, current } = await checkTree(raw, scope);
      let own = current && Promise.resolve(current.set);
      const fieldOf = (key: string, pointer: string) =>
        findField(key, pointer, () => {
          own ??= readFields(scope?.organizationId ?? 0);
          return own;
        });
      return new Preview({ db, reader, root, snapshot, areAllOpen, fieldOf });
    },
    /** Validates unsaved definitions together and returns their trees, with those of their lists. @throws as `preview` does */
    trees: checkTrees,
    /** Returns the tree of a saved definition, with those of its lists. @throws Fault invalid_definition as `match` does */
    savedTree: resolve,
    read: readTogether,
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
    /** Takes the points of lists that a saved definition names. Call it before they are read. @throws Fault rate_limited, invalid_definition */
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
