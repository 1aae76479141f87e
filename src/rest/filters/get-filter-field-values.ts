import { assertEnumType } from 'graphql';
import { schema } from '../../api/schema.ts';
import type { FilterFieldKey } from '../../generated/operations.ts';
import { TEXT, word } from '../parameters.ts';
import { route } from '../route.ts';

const FIELDS = assertEnumType(schema.getType('FilterFieldKey'))
  .getValues()
  .map(({ name }) => name.toLowerCase() as Lowercase<FilterFieldKey>);

export default route('GetFilterFieldValues', 'GET /lists/filter-fields/:field/values', {
  summary: 'Search the values of a filter field',
  needsUser: true,
  description:
    'Values of a closed vocabulary, with the number of companies for each, the most frequent first, then by label. For `partner`, companies by part of their name or domain. Fields that accept any value have no values to search.',
  parameters: {
    field: word(FIELDS).meta({ description: 'The key of a field.', example: 'technology' }),
    search: TEXT.optional().meta({ description: 'Part of a value or its label.', example: 'kube' }),
  },
});
