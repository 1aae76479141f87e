import { route } from '../route.ts';
import { DRAFT_ID } from './draft-parameters.ts';

export default route('GetDraft', 'GET /drafts/:draft_id', {
  summary: 'Get a draft',
  needsUser: true,
  description: '`ETag` is its version.',
  parameters: { draft_id: DRAFT_ID },
  headers: { ETag: ({ draft }) => `"${draft.version}"` },
  errors: ['draft_not_found'],
});
