import { PreviewDefinitionDocument } from '../../generated/operations.ts';
import { COMPANY, DEFINITION as EXAMPLE } from '../examples.ts';
import { DEFINITION, LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const previewDefinition = route('POST /lists/:list_id/definition/preview', PreviewDefinitionDocument, {
  summary: 'Preview what a definition would change',
  description:
    'Compares the companies that a definition matches with the current members, with samples of those that would enter and leave. Saves nothing.',
  params: LIST,
  body: DEFINITION,
  requestExample: EXAMPLE,
  variables: ({ params, body }) => ({ ...params, definition: body }),
  answer: ['list', 'previewDefinition'],
  example: {
    count: 813,
    capped: false,
    added_count: 1,
    removed_count: 0,
    added_sample: [COMPANY],
    removed_sample: [],
  },
  errors: ['definition_conflict', 'invalid_definition'],
});
