import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asGroup, type FilterNode } from '../../../console/src/filter/definition.ts';
import { parseDefinition } from '../../../console/src/filter/parse-definition.ts';
import { fromDefinition, toDefinition, toDraftDefinition } from '../../../console/src/filter/tree.ts';
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
