import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_SIZES, type ReferencedList } from '../../../src/modules/filters/referenced-lists.ts';
import { REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { Workspace } from '../import/support.ts';
import { catalogue, PRIMARY, SECONDARY } from './arbitraries.ts';
import { anyTree, type Known, withKnownValues } from './arbitrary-trees.ts';
import { askOracle, type Meant } from './oracle.ts';
import { nodesOf, type Tree } from './oracle-tree.ts';
import { emptyEverything, importFile, readKnown, settings } from './property-support.ts';

let database: TestDatabase;
let workspace: Workspace;
beforeAll(async () => {
  database = await createTestDatabase();
  workspace = await Workspace.create();
});
afterAll(async () => {
  await workspace.remove();
  await database.drop();
});

/** A list as it is drawn: it may name earlier lists. */
interface Drawn {
  tree: Tree | null;
  joins: Join[];
  added: string[];
  excluded: string[];
}

/** How a tree names a list. */
interface Join {
  list: number;
  operator: 'any_of' | 'none_of';
  kind: 'and' | 'or' | 'and not';
}

const domains = fc.array(fc.constantFrom(...PRIMARY.slice(0, 20), ...SECONDARY), { maxLength: 4 });
const join: fc.Arbitrary<Join> = fc.record({
  list: fc.nat(2),
  operator: fc.constantFrom('any_of', 'none_of'),
  kind: fc.constantFrom('and', 'or', 'and not'),
});
/** Leaves room for the conditions on lists within the bounds of a definition. */
const tree = anyTree.filter((drawn) => depthOf(drawn) <= 5 && [...nodesOf(drawn)].length < 90);
const list: fc.Arbitrary<Drawn> = fc.record({
  tree: fc.option(tree, { freq: 4 }),
  joins: fc.array(join, { maxLength: 2 }),
  added: domains,
  excluded: domains,
});

function depthOf(tree: Tree): number {
  const children = 'and' in tree ? tree.and : 'or' in tree ? tree.or : 'not' in tree ? [tree.not] : [];
  return 1 + Math.max(0, ...children.map(depthOf));
}

/** Joins a bounded tree with conditions on lists, which `named` makes of their ids. */
function joined(tree: Meant, joins: readonly Join[], named: (join: Join) => Meant): Meant {
  return joins.reduce<Meant>((root, each) => {
    const other = named(each);
    if (each.kind === 'and') return { and: [root, other] };
    // A union with a negative condition would not be bounded.
    if (each.kind === 'or' && each.operator === 'any_of') return { or: [root, other] };
    return { and: [root, { not: other }] };
  }, tree);
}

const asCondition = ({ list: id, operator }: Join): Meant => ({
  condition: { field: 'list', operator, values: [id + 1] },
});

const NOBODY: Tree = { condition: { field: 'domain', operator: 'equals', values: ['nobody.invalid'] } };
const equals = (values: string[]): Tree =>
  values.length === 0 ? NOBODY : { condition: { field: 'domain', operator: 'equals', values } };

/** What the oracle takes a list for: its tree without tiers, and its domains. */
function inlined(lists: readonly Drawn[], index: number, known: Known): Meant {
  const drawn = lists[index];
  if (drawn === undefined) return { ever: NOBODY };
  const { tree, added, excluded } = drawn;
  const parts = [equals(added), ...(tree === null ? [] : [expand(lists, drawn, index, known)])];
  return { ever: { and: [{ or: parts }, { not: equals(excluded) }] } };
}

function expand(lists: readonly Drawn[], { tree, joins }: Drawn, index: number, known: Known): Meant {
  return joined(withKnownValues(tree ?? NOBODY, known), joins, (each) => {
    // Later lists are deleted for earlier ones, so that there are no circles.
    const other = each.list < index ? inlined(lists, each.list, known) : { ever: NOBODY };
    return each.operator === 'any_of' ? other : { not: other };
  });
}

it('conditions on lists mean their members without tiers, as plain SQL finds them', async () => {
  const { pool } = database;
  const cases = fc.array(list, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      cases,
      fc.array(list, { minLength: 1, maxLength: 8 }),
      catalogue,
      async (lists, asked, files) => {
        await emptyEverything(pool);
        for (const file of files) await importFile(pool, workspace, file);
        const known = await readKnown(pool);
        const rootOf = ({ tree, joins }: Drawn, below: number) =>
          tree &&
          joined(withKnownValues(tree, known), joins, (each) =>
            asCondition(each.list < below ? each : { ...each, list: 98 }),
          );
        const stored: ReferencedList[] = lists.map((drawn, index) => ({
          listId: index + 1,
          definition: { registry_version: REGISTRY_VERSION, root: rootOf(drawn, index) },
          added: drawn.added.map(domainToASCII),
          excluded: drawn.excluded.map(domainToASCII),
        }));
        const filters = createFiltersService(pool, {
          cacheBytes: 1_000_000,
          lists: { readNamed: async () => stored, readSizes: async () => NO_SIZES },
        });
        for (const drawn of asked) {
          const root = rootOf(drawn, lists.length);
          if (root === null) continue;
          const expected = await askOracle(pool, expand(lists, drawn, lists.length, known));
          const { high, medium, exploratory } = await filters.match(
            { registry_version: REGISTRY_VERSION, root },
            1,
          );
          expect({
            root,
            high: high.toArray(),
            medium: medium.toArray(),
            exploratory: exploratory.toArray(),
          }).toEqual({
            root,
            ...expected,
          });
        }
      },
    ),
    settings(12, 90_000),
  );
});
