import { GetListDefinitionDocument } from '../../generated/operations.ts';
import { DEFINITION } from '../examples.ts';
import { LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const getListDefinition = route('GET /lists/:list_id/definition', GetListDefinitionDocument, {
  summary: 'Get the definition of a list',
  description: 'The current filter tree. `ETag` is its version.',
  params: LIST,
  answer: ['list', 'definition'],
  headers: { ETag: ({ list }) => `"${list.definition_version}"` },
  example: DEFINITION,
});
