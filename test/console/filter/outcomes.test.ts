import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conditionsToCheck } from '../../../console/src/features/builder/numbers/condition-checks.ts';
import type { FilterNode } from '../../../console/src/filter/definition.ts';
import { type OutcomeNode, outcomesOf } from '../../../console/src/filter/outcomes.ts';
import { anyDefinition, is } from './support.ts';

/** Conditions that hold, by their text. */
type Holds = (condition: object) => boolean;

function matches(node: FilterNode | null, holds: Holds): boolean {
  if (node === null) return true;
  if ('not' in node) return !matches(node.not, holds);
  if ('condition' in node) return holds(node.condition);
  return 'and' in node
    ? node.and.every((child) => matches(child, holds))
    : node.or.some((child) => matches(child, holds));
}

const outcomes = (root: FilterNode | null, holds: Holds) =>
  outcomesOf(
    conditionsToCheck(root).map((check) => ({ ...check, met: holds(check.condition) !== check.negated })),
  );

/** A tree in short: `any+(+ 0)` is a met any-of with a met condition and one that is not needed. */
function short(node: OutcomeNode<unknown>): string {
  const mark = { met: '+', failed: '-', unneeded: '0' }[node.outcome];
  return node.kind === 'condition' ? mark : `${node.kind}${mark}(${node.children.map(short).join(' ')})`;
}

describe('the outcomes of a filter for a company', () => {
  it('end with that of the filter itself, whatever is negated', () => {
    const hash = (text: string) => [...text].reduce((sum, each) => sum + (each.codePointAt(0) ?? 0), 0);
    fc.assert(
      fc.property(anyDefinition, fc.nat({ max: 6 }), ({ root }, seed) => {
        const holds: Holds = (condition) => (hash(JSON.stringify(condition)) + seed) % 3 === 0;
        expect(outcomes(root, holds).outcome === 'met').toBe(matches(root, holds));
      }),
    );
  });

  it('never have a failed mark below a met one', () => {
    const failedBelowMet = (node: OutcomeNode<unknown>, isMet = false): boolean =>
      (isMet && node.outcome === 'failed') ||
      (node.kind !== 'condition' &&
        node.children.some((child) => failedBelowMet(child, isMet || node.outcome === 'met')));
    fc.assert(
      fc.property(anyDefinition, fc.nat({ max: 2 }), ({ root }, rest) => {
        const tree = outcomes(root, (condition) => JSON.stringify(condition).length % 3 === rest);
        expect(failedBelowMet(tree)).toBe(false);
      }),
    );
  });

  const [yes, no] = [is('country', 'yes'), is('country', 'no')];
  it.each<[FilterNode | null, string]>([
    [null, 'all+()'],
    [yes, '+'],
    [no, '-'],
    [{ or: [yes, no] }, 'any+(+ 0)'],
    [{ or: [no, no] }, 'any-(- -)'],
    [{ and: [yes, { or: [no, yes] }] }, 'all+(+ any+(0 +))'],
    [{ and: [no, { or: [no, yes] }] }, 'all-(- any+(0 +))'],
    [{ or: [{ and: [yes, no] }, yes] }, 'any+(all0(+ 0) +)'],
    [{ not: { or: [yes, no] } }, 'all-(- +)'],
    [{ not: { and: [yes, no] } }, 'any+(0 +)'],
    [{ not: { not: { or: [yes, no] } } }, 'any+(+ 0)'],
  ])('%j: %s', (root, expected) => {
    expect(short(outcomes(root, (condition) => JSON.stringify(condition).includes('yes')))).toBe(expected);
  });
});
