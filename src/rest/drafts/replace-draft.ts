import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { DRAFT_ID, DRAFT_PARAMETERS } from './draft-parameters.ts';

export default route('ReplaceDraft', 'PUT /drafts/:draft_id', {
  summary: 'Replace a draft',
  needsUser: true,
  description:
    'The body is all that the draft then says: what is left out, it does not have. The last one who saves wins, unless `If-Match` names the version.',
  parameters: { draft_id: DRAFT_ID, ...DRAFT_PARAMETERS },
  sentAs: { '/definitionVersion': '/definition_version' },
  headers: { ETag: ({ saveDraft }) => `"${saveDraft.draft.version}"` },
  example: { ...EXAMPLES.Draft, version: 2 },
  errors: ['draft_conflict', 'draft_not_found', 'list_not_found'],
});
