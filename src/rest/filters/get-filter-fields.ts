import { route } from '../route.ts';

export default route('GetFilterFields', 'GET /lists/filter-fields', {
  summary: 'Get the filter fields and operators',
  needsUser: true,
  description:
    'The catalogue of fields and operators that a definition can use, and its `registry_version`. Vocabularies of up to 300 values are listed, with the number of companies for each value. Search longer ones with `getFilterFieldValues`.',
  example: {
    registry_version: '2',
    fields: [
      {
        key: 'country',
        label: 'Country',
        type: 'vocabulary',
        operators: ['any_of', 'none_of', 'is_known'],
        max_values: 250,
        dated: false,
        example: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
        values: [{ value: 'DE', label: 'Germany', company_count: 812 }],
      },
    ],
    operators: [{ key: 'any_of', label: 'is any of', values: { min: 1, max: 250 } }],
  },
});
