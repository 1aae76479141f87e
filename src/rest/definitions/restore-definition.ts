import { route } from '../route.ts';

export default route('RestoreDefinition', 'POST /lists/:list_id/definition/versions/:version/restore', {
  summary: 'Restore an earlier version',
  needsUser: true,
  description:
    'Appends an earlier version of the definition as a new one, even if one of its values has left its vocabulary. With `If-Match`, nothing is stored unless it names the current version. Needs editor access.',
  headers: { ETag: ({ restoreDefinition: { list } }) => `"${list.definition_version}"` },
  errors: ['insufficient_access', 'definition_conflict', 'invalid_definition'],
});
