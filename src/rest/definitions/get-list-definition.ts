import { route } from '../route.ts';

export default route('GetListDefinition', 'GET /lists/:list_id/definition', {
  summary: 'Get the definition of a list',
  needsUser: true,
  description: 'The current filter tree. `ETag` is its version.',
  answer: ['list', 'definition'],
  headers: { ETag: ({ list }) => `"${list.definition_version}"` },
});
