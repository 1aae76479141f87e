import { route } from '../route.ts';
import { DRAFT_PARAMETERS } from './draft-parameters.ts';

export default route('CreateDraft', 'POST /drafts', {
  summary: 'Save a new draft',
  needsUser: true,
  description:
    'A definition that the caller works on. It need not be valid, nobody else sees it, and it stays until it is deleted.',
  parameters: DRAFT_PARAMETERS,
  sentAs: { '/definitionVersion': '/definition_version' },
  status: 201,
  headers: {
    Location: ({ saveDraft }) => `/v1/drafts/${saveDraft.draft.draft_id}`,
    ETag: ({ saveDraft }) => `"${saveDraft.draft.version}"`,
  },
  errors: ['list_not_found', 'quota_exceeded'],
});
