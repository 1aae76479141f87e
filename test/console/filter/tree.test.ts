import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asGroup, type FilterNode } from '../../../console/src/filter/definition.ts';
import { type OutcomeNode, outcomesOf } from '../../../console/src/filter/outcomes.ts';
import { parseDefinition } from '../../../console/src/filter/parse-definition.ts';
import { fromDefinition, toDefinition, toDraftDefinition } from '../../../console/src/filter/tree.ts';
import { conditionsToCheck } from '../../../console/src/workspace/numbers/condition-checks.ts';
import { anyDefinition, catalogue, definitionOf, is } from './support.ts';

const at = (definition: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => Reflect.get(Object(value), step), definition);

describe('the editor tree', () => {
  it('returns any definition byte for byte', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const parsed = parseDefinition(JSON.parse(JSON.stringify(definition)));
        if (!parsed.ok) throw new Error(parsed.fault.message);
        const tree = fromDefinition(parsed.value);
        const expected = JSON.stringify(definition);
        expect(JSON.stringify(toDefinition(tree, catalogue).definition)).toBe(expected);
        expect(JSON.stringify(toDraftDefinition(tree))).toBe(expected);
      }),
    );
  });

  it('keeps the order of the keys of a condition, and nots and groups of one', () => {
    const text =
      '{"root":{"not":{"not":{"and":[{"condition":{"values":["b","a","b"],"operator":"any_of","field":"x"}}]}}},"registry_version":"1"}';
    const parsed = parseDefinition(JSON.parse(text));
    if (!parsed.ok) throw new Error(parsed.fault.message);
    expect(JSON.stringify(toDefinition(fromDefinition(parsed.value), catalogue).definition)).toBe(text);
  });

  it('names every node and value by a pointer, in both directions', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const tree = fromDefinition(definition);
        const { places } = toDefinition(tree, catalogue);
        const visit = (node: FilterNode, pointer: string): void => {
          const place = places.placeOf(pointer);
          expect(at(definition, pointer)).toBe(node);
          expect(place && places.pointerOf(place.id)).toBe(pointer);
          if ('not' in node) visit(node.not, `${pointer}/not`);
          for (const [index, child] of asGroup(node)?.children.entries() ?? [])
            visit(child, `${pointer}/${asGroup(node)?.kind}/${index}`);
          if (!('condition' in node)) return;
          const value = `${pointer}/condition/values/0`;
          expect(places.placeOf(value)).toEqual({ id: place?.id, part: 'values', valueIndex: 0 });
          expect(place && places.pointerOf(place.id, 0)).toBe(value);
        };
        if (definition.root) visit(definition.root, '/root');
      }),
      { numRuns: 30 },
    );
  });

  it('leaves out unfinished conditions and the groups that they leave empty, and names them', () => {
    const tree = fromDefinition(
      definitionOf({ and: [is('industry', 'SaaS'), { not: { or: [is('country')] } }] }),
    );
    const { definition, dropped } = toDefinition(tree, catalogue);
    expect(definition).toEqual(definitionOf({ and: [is('industry', 'SaaS')] }));
    expect(dropped).toEqual(['n3', 'n4', 'n5']);
  });
});

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
