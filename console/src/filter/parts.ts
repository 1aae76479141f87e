import type { Catalogue } from './catalogue.ts';
import {
  asGroup,
  conditionsOf,
  type Definition,
  type FilterNode,
  type GroupKind,
  isNegative,
  MAX_CONDITIONS,
} from './definition.ts';
import { findRow } from './rows.ts';
import { type EditorNode, type Tree, toDefinition } from './tree.ts';

/** Matches each company. The service refuses a definition that only says what to leave out, unless this stands before it. */
const EVERY: FilterNode = { condition: { field: 'partnership_count', operator: 'gte', values: [0] } };

/** A node above another one, and the place of the child that leads there. */
interface Step {
  kind: GroupKind;
  children: readonly FilterNode[];
  index: number;
}

/** Finds a node by its JSON pointer, with the groups above it from the root on. */
function find(root: FilterNode | null, pointer: string): { node: FilterNode | null; steps: Step[] } {
  let node = root;
  const steps: Step[] = [];
  for (const [, index] of pointer.matchAll(/\/(?:not|(?:and|or)\/(\d+))/g)) {
    const group = node && asGroup(node);
    if (group) {
      steps.push({ ...group, index: Number(index) });
      node = group.children[Number(index)] ?? null;
    } else node = node && 'not' in node ? node.not : null;
  }
  return { node, steps };
}

/** Finds the node at a JSON pointer such as `/root/and/0/not`. */
export const nodeAt = ({ root }: Definition, pointer: string): FilterNode | undefined =>
  find(root, pointer).node ?? undefined;

/** Returns the definition of what a node matches by itself. */
export function aloneOf({ registry_version, root }: Definition, pointer: string): Definition {
  const { node } = find(root, pointer);
  return { registry_version, root: node && bounded(node) };
}

/** Returns the definition of what remains after a node and those before it in its `and`; elsewhere of the node by itself. */
export function prefixOf(definition: Definition, pointer: string): Definition {
  const above = find(definition.root, pointer).steps.at(-1);
  if (above?.kind !== 'and' || !/\/and\/\d+$/.test(pointer)) return aloneOf(definition, pointer);
  const first = above.children.slice(0, above.index + 1);
  return { registry_version: definition.registry_version, root: bounded(all(first)) };
}

/**
 * Returns a definition whose funnel counts a filter without each one of the nodes that must all be met: the node `/root/or/N`
 * is the filter without the N-th of the pointers. Undefined where there is nothing to leave out, or no room for it.
 */
export function withoutEach({ registry_version, root }: Definition) {
  const group = root && asGroup(root);
  if (group?.kind !== 'and' || group.children.length < 2) return undefined;
  const variants = group.children.flatMap((_, index) => {
    const rest = all(group.children.toSpliced(index, 1));
    // Without a node that finds companies, nearly all would match.
    return isBounded(rest, false) ? [{ pointer: `/root/and/${index}`, rest }] : [];
  });
  const or = variants.map(({ rest }) => rest);
  const definition: Definition = { registry_version, root: { or } };
  const count = [...conditionsOf(definition.root)].length;
  if (or.length === 0 || count > MAX_CONDITIONS) return undefined;
  return { definition, pointers: variants.map(({ pointer }) => pointer) };
}

/**
 * Returns the definition of the companies among which the values of a condition choose: those that meet the finished
 * conditions that hold together with it. Without a root if there are none, which means all companies.
 *
 * @param id condition, which may be unfinished.
 * @param keepsOwn whether the condition itself belongs to them, as where a further value narrows it.
 */
export function contextOf(tree: Tree, catalogue: Catalogue, id: string, keepsOwn: boolean): Definition {
  const own = keepsOwn ? findRow(tree.root, id)?.item : undefined;
  const children = [...(besides(tree.root, id) ?? []), ...(own ? [own] : [])];
  const root = { ...tree.root, kind: 'and' as const, children };
  const { definition } = toDefinition({ ...tree, root, implied: true }, catalogue);
  return { ...definition, root: definition.root && bounded(definition.root) };
}

/** Returns the definition of all companies. */
export const everyCompany = (registry_version: string): Definition => ({ registry_version, root: EVERY });

/** Nodes that hold together with one below a node: its siblings in each `and`. Undefined if it is not there. */
function besides(node: EditorNode, id: string): readonly EditorNode[] | undefined {
  if (node.kind === 'condition') return node.id === id ? [] : undefined;
  if (node.kind === 'not') return besides(node.child, id);
  for (const child of node.children) {
    const found = besides(child, id);
    if (found)
      return node.kind === 'and' ? [...node.children.filter((each) => each !== child), ...found] : found;
  }
  return undefined;
}

function all(nodes: readonly FilterNode[]): FilterNode {
  const [only, ...others] = nodes;
  return only && others.length === 0 ? only : { and: nodes };
}

function bounded(node: FilterNode): FilterNode {
  if (isBounded(node, false)) return node;
  return { and: [EVERY, ...('and' in node ? node.and : [node])] };
}

/** Tells whether a node says which companies to find, by the rule of the service. */
function isBounded(node: FilterNode, negated: boolean): boolean {
  if ('condition' in node) return isNegative(node.condition) === negated;
  if ('not' in node) return isBounded(node.not, !negated);
  const { kind, children } = asGroup(node) ?? { kind: 'and', children: [] };
  const each = (child: FilterNode) => isBounded(child, negated);
  return (kind === 'or') !== negated ? children.every(each) : children.some(each);
}

/** Returns the fields that a filter fixes: those of a condition that holds for each match, and says what it has. */
export function fixedFields(root: FilterNode | null): Set<string> {
  const nodes = root === null ? [] : 'and' in root ? root.and : [root];
  return new Set(
    nodes.flatMap((node) =>
      'condition' in node && !isNegative(node.condition) ? [node.condition.field] : [],
    ),
  );
}
