import { route } from '../route.ts';

export default route('ReplaceDefinition', 'PUT /lists/:list_id/definition', {
  summary: 'Replace the definition of a list',
  description:
    'Appends a version. The members are recomputed when they are read next. With `If-Match`, nothing is stored unless the current version is the one named. Needs editor access.',
  body: 'definition',
  headers: { ETag: ({ replaceDefinition: { list } }) => `"${list.definition_version}"` },
  errors: ['insufficient_access', 'definition_conflict'],
});
