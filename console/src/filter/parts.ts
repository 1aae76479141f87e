import { FLAG_OPERATOR } from './catalogue.ts';
import { asGroup, type Definition, type FilterNode, type GroupKind } from './definition.ts';

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
 * Returns the definition of the companies among which a condition chooses: those that meet the other conditions that
 * hold together with it. Without a root if there are none.
 *
 * @param pointer place of the condition, with any `not` around it.
 * @param keepsOwn whether the condition itself belongs to them, as where a further value narrows it.
 */
export function contextOf(
  { registry_version, root }: Definition,
  pointer: string,
  keepsOwn: boolean,
): Definition {
  const { node, steps } = find(root, pointer);
  const others = steps.flatMap(({ kind, children, index }) =>
    kind === 'and' ? children.toSpliced(index, 1) : [],
  );
  const nodes = keepsOwn && node ? [...others, node] : others;
  return { registry_version, root: nodes.length === 0 ? null : bounded(all(nodes)) };
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
  if ('condition' in node) return isNegative(node) === negated;
  if ('not' in node) return isBounded(node.not, !negated);
  const { kind, children } = asGroup(node) ?? { kind: 'and', children: [] };
  const each = (child: FilterNode) => isBounded(child, negated);
  return (kind === 'or') !== negated ? children.every(each) : children.some(each);
}

function isNegative({
  condition: { operator, values },
}: Extract<FilterNode, { condition: unknown }>): boolean {
  return operator === 'none_of' || (operator === FLAG_OPERATOR && values[0] === false);
}
