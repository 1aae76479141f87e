import { route } from '../route.ts';

export default route('GetDefinitionVersions', 'GET /lists/:list_id/definition/versions', {
  summary: 'Get the versions of a definition',
  needsUser: true,
  description: 'Newest first.',
});
