import {
  asGroup,
  type Condition,
  type Definition,
  type FilterNode,
  MAX_CONDITIONS,
} from '../../filter/definition.ts';

/** A condition of a filter, its place, and whether an odd number of `not` stands around it. */
interface CheckedCondition {
  pointer: string;
  condition: Condition;
  negated: boolean;
}

/** Returns all conditions of a definition in document order. */
export function conditionsToCheck(
  node: FilterNode | null,
  pointer = '/root',
  negated = false,
): CheckedCondition[] {
  if (node === null) return [];
  if ('condition' in node) return [{ pointer, condition: node.condition, negated }];
  if ('not' in node) return conditionsToCheck(node.not, `${pointer}/not`, !negated);
  const { kind, children } = asGroup(node) ?? { kind: 'and', children: [] };
  return children.flatMap((child, index) => conditionsToCheck(child, `${pointer}/${kind}/${index}`, negated));
}

/**
 * Returns a definition whose funnel tells which conditions a company meets: the node `/root/or/N` counts the company if it
 * meets condition N, and nothing otherwise. Undefined for more conditions than one definition has room for.
 *
 * @param domain a domain of the company.
 */
export function checkDefinition(
  registryVersion: string,
  domain: string,
  checks: readonly CheckedCondition[],
): Definition | undefined {
  if (checks.length === 0 || checks.length * 2 > MAX_CONDITIONS) return undefined;
  const company: FilterNode = { condition: { field: 'domain', operator: 'equals', values: [domain] } };
  const nodes = checks.map(({ condition, negated }): FilterNode => {
    const node: FilterNode = { condition };
    return { and: [company, negated ? { not: node } : node] };
  });
  return { registry_version: registryVersion, root: { or: nodes } };
}
