import { FilterCatalog, FilterValues, PreviewCount } from '../schemas/filters.ts';
import { DEFINITION, page } from './examples.ts';
import { PERSONAL, type RouteDocs } from './route-docs.ts';

export const filterDocs = {
  getFilterFields: {
    tag: 'Filters',
    summary: 'What a filter can be made of',
    description:
      'The catalogue of fields and operators, with the `registry_version` that a definition is stamped with. Vocabularies of up to 300 values are listed with how many companies have each; longer ones are searched with `getFilterFieldValues`.',
    answers: {
      200: {
        description: 'The catalogue.',
        schema: FilterCatalog,
        example: {
          registry_version: '1',
          fields: [
            {
              key: 'country',
              label: 'Country',
              type: 'vocabulary',
              operators: ['any_of', 'none_of', 'is_known'],
              max_values: 250,
              dated: false,
              example: { field: 'country', operator: 'any_of', values: ['DE'] },
              values: [{ value: 'DE', label: 'Germany', company_count: 812 }],
            },
          ],
          operators: [{ key: 'any_of', label: 'is any of', values: { min: 1, max: 250 } }],
        },
      },
    },
    errors: PERSONAL,
  },
  getFilterFieldValues: {
    tag: 'Filters',
    summary: 'Search the values of a filter field',
    description:
      'Values of a closed vocabulary with how many companies have each; for `partner`, companies by part of their name or domain. Fields that take any value have none to search.',
    parameters: {
      field: { description: 'The key of a field.', example: 'technology' },
      search: { description: 'Part of a value or its label.' },
    },
    answers: {
      200: {
        description: 'A page of values.',
        schema: FilterValues,
        example: page('values', { value: 'kubernetes', label: 'Kubernetes', company_count: 1204 }),
      },
    },
    errors: PERSONAL,
  },
  previewCount: {
    tag: 'Filters',
    summary: 'How many companies a definition matches',
    description:
      'Counts without saving anything. `count` goes up to 10000, where `capped` is true; GraphQL has the exact count. A definition is at most 8 deep, with up to 100 conditions of up to 250 values, and has to be bounded: it must not match companies by what they have not alone. `root: null` is refused here.',
    requestExample: DEFINITION,
    answers: {
      200: { description: 'The count.', schema: PreviewCount, example: { count: 812, capped: false } },
    },
    errors: [...PERSONAL, 'invalid_definition'],
  },
} as const satisfies Record<string, RouteDocs>;
