import { route } from '../route.ts';

export default route('ReplaceDefinition', 'PUT /lists/:list_id/definition', {
  summary: 'Replace the definition of a list',
  needsUser: true,
  description:
    'Appends a version. The members are recomputed when they are read next. With `If-Match`, nothing is stored unless it names the current version. Needs editor access.',
  body: 'definition',
  headers: { ETag: ({ replaceDefinition: { list } }) => `"${list.definition_version}"` },
  errors: ['insufficient_access', 'definition_conflict'],
});
