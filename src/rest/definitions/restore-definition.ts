import { route } from '../route.ts';

export default route('RestoreDefinition', 'POST /lists/:list_id/definition/versions/:version/restore', {
  summary: 'Restore an earlier version',
  headers: { ETag: ({ restoreDefinition: { list } }) => `"${list.definition_version}"` },
  errors: ['insufficient_access', 'definition_conflict', 'invalid_definition'],
});
