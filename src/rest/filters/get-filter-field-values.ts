import { z } from 'zod';
import type { FilterFieldKey } from '../../generated/operations.ts';
import { TEXT } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetFilterFieldValues', 'GET /lists/filter-fields/:field/values', {
  summary: 'Search the values of a filter field',
  description:
    'Values of a closed vocabulary, with the number of companies for each. For `partner`, companies by part of their name or domain. Fields that accept any value have no values to search.',
  parameters: {
    // The operation refuses an unknown field, as it knows them all.
    field: z
      .custom<FilterFieldKey>((key) => typeof key === 'string')
      .meta({ type: 'string', description: 'The key of a field.', example: 'technology' }),
    search: TEXT.optional().describe('Part of a value or its label.'),
  },
});
