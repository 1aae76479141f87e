import { type FilterNode, isNegative } from './definition.ts';

/**
 * Tells whether every match of a tree meets at least one positive condition (contract, section 6). A positive condition
 * is bounded, a negated one is not. `and` is bounded if one child is, `or` if all are. `not` swaps the two.
 */
export function isBounded(node: FilterNode, negated = false): boolean {
  switch (node.kind) {
    case 'condition':
      return isNegative(node) === negated;
    case 'not':
      return isBounded(node.child, !negated);
    case 'and':
    case 'or': {
      const needsAll = (node.kind === 'or') !== negated;
      return needsAll
        ? node.children.every((child) => isBounded(child, negated))
        : node.children.some((child) => isBounded(child, negated));
    }
  }
}
