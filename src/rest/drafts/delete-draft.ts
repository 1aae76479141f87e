import { route } from '../route.ts';
import { DRAFT_ID } from './draft-parameters.ts';

export default route('DeleteDraft', 'DELETE /drafts/:draft_id', {
  summary: 'Delete a draft',
  needsUser: true,
  description: 'Nobody can restore it. A draft of somebody else gets the answer of one that does not exist.',
  parameters: { draft_id: DRAFT_ID },
  errors: ['draft_not_found'],
});
