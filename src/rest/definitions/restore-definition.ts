import { RestoreDefinitionDocument } from '../../generated/operations.ts';
import { SAVED } from '../examples.ts';
import { NOTHING, VERSION } from '../parameters.ts';
import { route } from '../route.ts';

export const restoreDefinition = route(
  'POST /lists/:list_id/definition/versions/:version/restore',
  RestoreDefinitionDocument,
  {
    summary: 'Restore an earlier version',
    description: 'Appends the earlier definition as a new version. Needs editor access.',
    params: VERSION,
    body: NOTHING.default({}),
    answer: ['restoreDefinition', 'list'],
    headers: { ETag: ({ restoreDefinition: { list } }) => `"${list.definition_version}"` },
    example: SAVED,
    errors: ['insufficient_access', 'version_not_found', 'definition_conflict', 'invalid_definition'],
  },
);
