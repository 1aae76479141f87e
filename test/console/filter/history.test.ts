import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EditAction } from '../../../console/src/filter/edit-actions.ts';
import { type EditorState, reduceEditor, startEditor } from '../../../console/src/filter/history.ts';
import { fromDefinition, idsOf, toDefinition } from '../../../console/src/filter/tree.ts';
import { Problems } from '../../../src/modules/filters/definition.ts';
import { BUILT_IN } from '../../../src/modules/filters/field-set.ts';
import { parseDefinition } from '../../../src/modules/filters/parse.ts';
import { withKnownValues } from '../../modules/filters/arbitrary-trees.ts';
import { anyDefinition, catalogue, definitionOf, is } from './support.ts';

/** Draws an action on any node of the state that it meets. */
const anyAction = fc
  .record({
    type: fc.nat(14),
    id: fc.nat(1000),
    other: fc.nat(1000),
    place: fc.nat(2),
    field: fc.constantFrom(...catalogue.fields),
    operator: fc.constantFrom(...catalogue.operators.map(({ key }) => key)),
    flag: fc.boolean(),
    when: fc.constantFrom({ first_seen: '90d' }, { not_seen: '30d' }),
    values: fc.oneof(
      fc.array(fc.constantFrom('DE', 'AT', 'SaaS'), { maxLength: 3 }),
      fc.tuple(fc.integer({ min: 1, max: 3000 })),
    ),
  })
  .map((drawn) => (state: EditorState): EditAction => {
    const ids = idsOf(state.tree.root);
    const pick = (index: number) => ids[index % ids.length] ?? '';
    const [id, other] = [pick(drawn.id), pick(drawn.other)];
    const { values, operator } = drawn;
    const at = [{ into: other }, { before: other }, { after: other }][drawn.place] ?? { into: other };
    const kind = drawn.flag ? 'and' : 'or';
    const field = drawn.field.key;
    const actions: EditAction[] = [
      { type: 'addCondition', at, field, values, negated: drawn.flag },
      { type: 'addCondition', at: { into: state.tree.root.id }, field, values },
      { type: 'addGroup', at, kind },
      { type: 'setField', id, field },
      { type: 'setOperator', id, operator },
      { type: 'setValues', id, values },
      { type: 'setWhen', id, ...(drawn.flag && { when: drawn.when }) },
      { type: 'negate', id },
      { type: 'setKind', id, kind },
      { type: 'remove', id },
      { type: 'duplicate', id },
      { type: 'move', id, to: at },
      { type: 'moveBy', id, by: drawn.flag ? 'up' : 'down' },
      { type: 'indent', id, into: drawn.flag ? 'new' : 'neighbour' },
      { type: 'lift', id },
    ];
    return actions[drawn.type] ?? { type: 'remove', id };
  });

/** Definitions within all bounds, that of patterns included. */
const validDefinition = anyDefinition.map((definition) => ({
  ...definition,
  root: definition.root && withKnownValues(definition.root, new Map()),
}));

describe('the reducer', () => {
  it('leaves a definition that the service parses after every action, and undoes each', () => {
    fc.assert(
      fc.property(validDefinition, fc.array(anyAction, { maxLength: 25, size: 'max' }), (start, actions) => {
        let state = startEditor(fromDefinition(start));
        for (const action of actions) {
          const next = reduceEditor(state, action(state), catalogue);
          const problems = new Problems();
          parseDefinition(toDefinition(next.tree, catalogue).definition, problems, BUILT_IN);
          expect(problems.errors).toEqual([]);
          const ids = idsOf(next.tree.root);
          expect(new Set(ids).size).toBe(ids.length);
          if (next.tree !== state.tree)
            expect(reduceEditor(next, { type: 'undo' }, catalogue).tree).toBe(state.tree);
          state = next;
        }
        while (state.past.length > 0) state = reduceEditor(state, { type: 'undo' }, catalogue);
        expect(toDefinition(state.tree, catalogue).definition).toEqual(start);
      }),
      { numRuns: 100 },
    );
  });

  it('undoes quick edits of one condition together, and nothing before a save', () => {
    let state = startEditor(fromDefinition(definitionOf(is('industry', 'SaaS'))));
    state = reduceEditor(state, { type: 'setValues', id: 'n2', values: ['a'], time: 0 }, catalogue);
    state = reduceEditor(state, { type: 'setValues', id: 'n2', values: ['ab'], time: 100 }, catalogue);
    expect(state.past).toHaveLength(1);
    state = reduceEditor(state, { type: 'saved' }, catalogue);
    expect(reduceEditor(state, { type: 'undo' }, catalogue)).toBe(state);
  });

  it('refuses a move into itself, and a ninth level', () => {
    const deep = [1, 2, 3, 4, 5, 6].reduce((node) => ({ and: [node] }), is('country', 'DE'));
    const state = startEditor(fromDefinition(definitionOf({ and: [deep] })));
    const wrap = reduceEditor(state, { type: 'indent', id: 'n8', into: 'new' }, catalogue);
    expect(wrap.refusal).toBe('too_deep');
    expect(wrap.tree).toBe(state.tree);
    const move = reduceEditor(state, { type: 'move', id: 'n2', to: { into: 'n3' } }, catalogue);
    expect(move.refusal).toBe('into_itself');
  });
});
