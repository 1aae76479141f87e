import { route } from '../route.ts';

export default route('GetDefinitionVersion', 'GET /lists/:list_id/definition/versions/:version', {
  summary: 'Get a version of a definition',
  needsUser: true,
  description: 'A version with its definition.',
  headers: { ETag: (_, { version }) => `"${version}"` },
});
