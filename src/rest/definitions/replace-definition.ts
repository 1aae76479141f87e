import { ReplaceDefinitionDocument } from '../../generated/operations.ts';
import { DEFINITION as EXAMPLE, SAVED } from '../examples.ts';
import { DEFINITION, ifMatch, LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const replaceDefinition = route('PUT /lists/:list_id/definition', ReplaceDefinitionDocument, {
  summary: 'Replace the definition of a list',
  description:
    'Appends a version. The members are recomputed when they are read next. With `If-Match`, nothing is stored unless the current version is the one named. Needs editor access.',
  heedsIfMatch: true,
  params: LIST,
  body: DEFINITION,
  requestExample: EXAMPLE,
  variables: ({ params, body, headers }) => ({
    ...params,
    definition: body,
    if_version: ifMatch(headers['if-match']),
  }),
  answer: ['replaceDefinition', 'list'],
  headers: { ETag: ({ replaceDefinition: { list } }) => `"${list.definition_version}"` },
  example: SAVED,
  errors: ['insufficient_access', 'definition_conflict', 'invalid_definition'],
});
