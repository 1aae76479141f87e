import { optionalId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetDrafts', 'GET /drafts', {
  summary: 'Get the drafts of the caller',
  needsUser: true,
  description: 'The latest saved first, at most 200. Nobody else sees them.',
  parameters: { list_id: optionalId('Only drafts of this list, by its `list_id`.', 1) },
});
