import { describe, expect, it, test } from '@jest/globals';
import { edit } from '../../../console/src/filter/edit.ts';
import { additionTo } from '../../../console/src/filter/edit-actions.ts';
import { searchCandidates } from '../../../console/src/filter/quick-add.ts';
import { rankCandidates } from '../../../console/src/filter/rank.ts';
import { fromDefinition, toDraftDefinition } from '../../../console/src/filter/tree.ts';
import { catalogue, definitionOf, is } from './support.ts';

const fieldOf = (key: string) => {
  const field = catalogue.fields.find((each) => each.key === key);
  if (!field) throw new Error(`no field ${key}`);
  return field;
};
const without = (field: string, ...values: string[]) => ({
  condition: { field, operator: 'none_of', values },
});

describe('a value that is added to a group', () => {
  const GERMANY = is('country', 'DE');

  test.each([
    [
      'joins the condition on the same field',
      { and: [GERMANY] },
      is('country', 'AT'),
      [is('country', 'DE', 'AT')],
    ],
    ['joins it in a group of any', { or: [GERMANY] }, is('country', 'AT'), [is('country', 'DE', 'AT')]],
    ['that is there already changes nothing', { and: [GERMANY] }, GERMANY, [GERMANY]],
    [
      'joins an unfinished condition',
      { and: [is('industry')] },
      is('industry', 'SaaS'),
      [is('industry', 'SaaS')],
    ],
    [
      'joins the band of employees',
      { and: [is('employee_range', '1-10')] },
      is('employee_range', '11-50'),
      [is('employee_range', '1-10', '11-50')],
    ],
    [
      'joins those that are left out',
      { and: [GERMANY, without('country', 'AT')] },
      without('country', 'CH'),
      [GERMANY, without('country', 'AT', 'CH')],
    ],
    [
      'stays alone where "or" would change its meaning',
      { or: [without('country', 'AT')] },
      without('country', 'CH'),
      [without('country', 'AT'), without('country', 'CH')],
    ],
    [
      'stays alone beside a negated condition',
      { and: [{ not: GERMANY }] },
      is('country', 'AT'),
      [{ not: GERMANY }, is('country', 'AT')],
    ],
    [
      'stays alone where a company can have both',
      { and: [is('technology', 'kubernetes')] },
      is('technology', 'nomad'),
      [is('technology', 'kubernetes'), is('technology', 'nomad')],
    ],
    [
      'stays alone in a field with many values for each company',
      { and: [is('technology_category', 'Containers')] },
      is('technology_category', 'Databases'),
      [is('technology_category', 'Containers'), is('technology_category', 'Databases')],
    ],
  ])('%s', (_, root, added, expected) => {
    if (!('condition' in added)) throw new Error('no condition');
    const tree = fromDefinition(definitionOf(root));
    const addition = { ...added.condition, negated: false };
    const result = edit(tree, additionTo(tree, tree.root.id, addition, catalogue), catalogue);
    const [kind] = Object.keys(root);
    expect(result.ok && toDraftDefinition(result.tree).root).toEqual({ [kind ?? '']: expected });
  });

  it('is refused where the condition is full', () => {
    const full = Array.from({ length: 250 }, (_, index) => `X${index}`);
    const tree = fromDefinition(definitionOf({ and: [is('country', ...full)] }));
    const addition = { field: 'country', operator: 'any_of', values: ['AT'], negated: false };
    expect(edit(tree, additionTo(tree, tree.root.id, addition, catalogue), catalogue)).toEqual({
      ok: false,
      refusal: 'too_many_values',
    });
  });
});

test('suggestions begin with the exact match that companies have, with values that none has before guesses', () => {
  const found = (key: string, label: string, companyCount: number) =>
    searchCandidates(fieldOf(key), [{ value: label, label, companyCount }], 'kubernetes', false);
  const ranked = rankCandidates(
    found('technology_category', 'Kubernetes', 0),
    found('technology', 'Kubernetes add-ons', 900),
    found('technology', 'Kubernetes', 669),
    [
      {
        field: 'name',
        operator: 'contains',
        values: ['kubernetes'],
        negated: false,
        label: 'kubernetes',
        grade: 4,
      },
    ],
  );
  expect(ranked.map(({ field, label }) => `${field}: ${label}`)).toEqual([
    'technology: Kubernetes',
    'technology: Kubernetes add-ons',
    'technology_category: Kubernetes',
    'name: kubernetes',
  ]);
});
