import { GetDefinitionVersionsDocument } from '../../generated/operations.ts';
import { page, VERSION } from '../examples.ts';
import { LIST, PAGE } from '../parameters.ts';
import { route } from '../route.ts';

export const getDefinitionVersions = route(
  'GET /lists/:list_id/definition/versions',
  GetDefinitionVersionsDocument,
  {
    summary: 'Get the versions of a definition',
    description: 'Newest first.',
    params: LIST,
    query: PAGE,
    answer: ['list', 'versions'],
    example: page('versions', VERSION),
  },
);
