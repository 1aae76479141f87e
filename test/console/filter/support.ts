import fc from 'fast-check';
import { type Catalogue, toCatalogue } from '../../../console/src/filter/catalogue.ts';
import type { FilterNode } from '../../../console/src/filter/definition.ts';
import { WHEN_KEYS, WHEN_WINDOWS } from '../../../src/modules/filters/evidence-when.ts';
import { OPERATOR_KEYS, OPERATORS } from '../../../src/modules/filters/operators.ts';
import { BUILT_IN_FIELDS } from '../../../src/modules/filters/registry.ts';
import { anyTree } from '../../modules/filters/arbitrary-trees.ts';
import { mapConditions, type Tree } from '../../modules/filters/oracle-tree.ts';

const listed = (...values: string[]) =>
  values.map((value, index) => ({ value, label: value, companyCount: 100 - index }));
const VALUES: Record<string, { value: string; label: string; companyCount: number }[]> = {
  industry: listed('Software', 'SaaS'),
  country: [
    { value: 'DE', label: 'Germany', companyCount: 40 },
    { value: 'AT', label: 'Austria', companyCount: 20 },
    { value: 'CH', label: 'Switzerland', companyCount: 10 },
  ],
  employee_range: listed('1-10', '11-50', '51-200', '201-500', '10001+'),
};

/** The service's own fields and operators, as GraphQL spells them. */
export const catalogue: Catalogue = toCatalogue({
  registryVersion: '1',
  fields: BUILT_IN_FIELDS.map(({ key, label, type, operators, dated }) => ({
    key,
    label,
    type: type.toUpperCase(),
    operators: operators.map((operator) => operator.toUpperCase()),
    when: dated ? { keys: WHEN_KEYS, windows: WHEN_WINDOWS } : null,
    values: VALUES[key] ?? null,
  })),
  operators: OPERATOR_KEYS.map((key) => ({ key: key.toUpperCase(), ...OPERATORS[key] })),
});

export const definitionOf = (root: FilterNode | null) => ({ registry_version: '1', root });

const anyLists = fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 4 });

/** Trees in which some conditions are on lists, negated as they were before. */
const anyTreeWithLists: fc.Arbitrary<Tree> = fc
  .tuple(anyTree, fc.array(fc.option(anyLists), { minLength: 1, maxLength: 5 }))
  .map(([tree, drawn]) => {
    let place = 0;
    return mapConditions(tree, (before) => {
      place += 1;
      const values = drawn[place % drawn.length];
      if (!values || !['any_of', 'none_of'].includes(before.operator)) return before;
      return { field: 'list', operator: before.operator, values };
    });
  });

/** Valid definitions up to the bounds, null included, with keys in either order. */
export const anyDefinition: fc.Arbitrary<{ registry_version: string; root: Tree | null }> = fc
  .tuple(fc.option(anyTreeWithLists, { freq: 20 }), fc.boolean())
  .map(([root, rootFirst]) =>
    rootFirst ? { root, registry_version: '1' } : { registry_version: '1', root },
  );

export const is = (field: string, ...values: (string | number | boolean)[]): FilterNode => ({
  condition: { field, operator: 'any_of', values },
});
