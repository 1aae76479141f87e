import { z } from 'zod';
import { type FilterFieldKey, GetFilterFieldValuesDocument } from '../../generated/operations.ts';
import { page } from '../examples.ts';
import { NOTHING, PAGE, TEXT } from '../parameters.ts';
import { route } from '../route.ts';

const FIELD = z.string().meta({ description: 'The key of a field.', example: 'technology' });

export const getFilterFieldValues = route(
  'GET /lists/filter-fields/:field/values',
  GetFilterFieldValuesDocument,
  {
    summary: 'Search the values of a filter field',
    description:
      'Values of a closed vocabulary, with the number of companies for each. For `partner`, companies by part of their name or domain. Fields that accept any value have no values to search.',
    params: NOTHING.extend({ field: FIELD }),
    query: NOTHING.extend({
      search: TEXT.optional().describe('Part of a value or its label.'),
      ...PAGE.shape,
    }),
    // The operation refuses an unknown field, as it knows them all.
    variables: ({ params, query }) => ({ ...query, field: params.field as FilterFieldKey }),
    answer: ['filterFieldValues'],
    example: page('values', { value: 'kubernetes', label: 'Kubernetes', company_count: 1204 }),
  },
);
