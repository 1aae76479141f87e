import { GetDefinitionVersionDocument } from '../../generated/operations.ts';
import { DEFINITION, VERSION as EXAMPLE } from '../examples.ts';
import { VERSION } from '../parameters.ts';
import { route } from '../route.ts';

export const getDefinitionVersion = route(
  'GET /lists/:list_id/definition/versions/:version',
  GetDefinitionVersionDocument,
  {
    summary: 'Get a version of a definition',
    description: 'A version with its definition.',
    params: VERSION,
    answer: ['list', 'version'],
    headers: { ETag: ({ list }) => `"${list.version.version}"` },
    example: { ...EXAMPLE, definition: DEFINITION },
    errors: ['version_not_found'],
  },
);
