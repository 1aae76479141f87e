import { z } from 'zod';
import { isJsonObject } from '../lib/json.ts';
import { TEXT_LIMITS } from '../lib/request-limits.ts';
import { ROW_ID } from './answers/serializers.ts';
import { EXAMPLES } from './examples.ts';
import { optionalId, pathId } from './parameters.ts';
import { route } from './route.ts';

export const definitions = [
  route('GetListDefinition', 'GET /lists/:list_id/definition', {
    summary: 'Get the definition of a list',
    needsUser: true,
    description: 'The current filter tree. `ETag` is its version.',
    answer: ['list', 'definition'],
    headers: { ETag: ({ list }) => `"${list.definition_version}"` },
  }),

  route('ReplaceDefinition', 'PUT /lists/:list_id/definition', {
    summary: 'Replace the definition of a list',
    needsUser: true,
    description:
      'Appends a version. The members are recomputed when they are read next. With `If-Match`, nothing is stored unless it names the current version. Needs editor access.',
    body: 'definition',
    headers: { ETag: ({ replaceDefinition: { list } }) => `"${list.definition_version}"` },
    errors: ['insufficient_access', 'definition_conflict'],
  }),

  route('PreviewDefinition', 'POST /lists/:list_id/definition/preview', {
    summary: 'Preview what a definition would change',
    needsUser: true,
    description:
      'Compares the matches of a definition with the current members, with samples of companies that would enter and leave. Saves nothing.',
    body: 'definition',
    example: {
      count: 813,
      added_count: 1,
      removed_count: 0,
      added_sample: [EXAMPLES.CompanyReference],
      removed_sample: [],
    },
    errors: ['definition_conflict', 'members_too_large'],
  }),

  route('GetDefinitionVersions', 'GET /lists/:list_id/definition/versions', {
    summary: 'Get the versions of a definition',
    needsUser: true,
    description: 'Newest first.',
  }),

  route('GetDefinitionVersion', 'GET /lists/:list_id/definition/versions/:version', {
    summary: 'Get a version of a definition',
    needsUser: true,
    description: 'A version with its definition.',
    headers: { ETag: (_, { version }) => `"${version}"` },
  }),

  route('RestoreDefinition', 'POST /lists/:list_id/definition/versions/:version/restore', {
    summary: 'Restore an earlier version',
    needsUser: true,
    description:
      'Appends an earlier version of the definition as a new one, even if one of its values has left its vocabulary. With `If-Match`, nothing is stored unless it names the current version. Needs editor access.',
    headers: { ETag: ({ restoreDefinition: { list } }) => `"${list.definition_version}"` },
    errors: ['insufficient_access', 'definition_conflict', 'invalid_definition'],
  }),
];

const DRAFT_ID = pathId('The `draft_id` of a draft.', EXAMPLES.Draft.draft_id);

/** All that a draft says. */
const DRAFT_PARAMETERS = {
  list_id: ROW_ID.optional().meta({
    description: 'The list that it changes, which the caller sees. Without it, the draft is for a new list.',
    example: EXAMPLES.Draft.list_id,
  }),
  definition_version: ROW_ID.optional().meta({
    description: 'The version of the definition of the list that it began with.',
    example: EXAMPLES.Draft.definition_version,
  }),
  name: z
    .string()
    .optional()
    .meta({
      maxLength: TEXT_LIMITS.listName.maxLength,
      description: `At most ${TEXT_LIMITS.listName.maxLength} characters after trimming.`,
      example: EXAMPLES.Draft.name,
    }),
  definition: z.custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object').meta({
    type: 'object',
    description: 'Any JSON object of at most 256 KiB: an unfinished definition is no error.',
    example: EXAMPLES.Definition,
  }),
};

export const drafts = [
  route('GetDrafts', 'GET /drafts', {
    summary: 'Get the drafts of the caller',
    needsUser: true,
    description: 'Latest saved first, at most 200. Nobody else sees them.',
    parameters: { list_id: optionalId('Only drafts of this list, by its `list_id`.', 1) },
  }),

  route('CreateDraft', 'POST /drafts', {
    summary: 'Save a new draft',
    needsUser: true,
    description:
      'An unfinished definition of the caller. It need not be valid, nobody else sees it, and it is kept until it is deleted.',
    parameters: DRAFT_PARAMETERS,
    sentAs: { '/definitionVersion': '/definition_version' },
    status: 201,
    headers: {
      Location: ({ saveDraft }) => `/v1/drafts/${saveDraft.draft.draft_id}`,
      ETag: ({ saveDraft }) => `"${saveDraft.draft.version}"`,
    },
    errors: ['list_not_found', 'quota_exceeded'],
  }),

  route('GetDraft', 'GET /drafts/:draft_id', {
    summary: 'Get a draft',
    needsUser: true,
    description: '`ETag` is its version.',
    parameters: { draft_id: DRAFT_ID },
    headers: { ETag: ({ draft }) => `"${draft.version}"` },
    errors: ['draft_not_found'],
  }),

  route('ReplaceDraft', 'PUT /drafts/:draft_id', {
    summary: 'Replace a draft',
    needsUser: true,
    description:
      'The body is all that the draft then says: what is left out, it does not have. The last one who saves wins, unless `If-Match` names the version.',
    parameters: { draft_id: DRAFT_ID, ...DRAFT_PARAMETERS },
    sentAs: { '/definitionVersion': '/definition_version' },
    headers: { ETag: ({ saveDraft }) => `"${saveDraft.draft.version}"` },
    example: { ...EXAMPLES.Draft, version: 2 },
    errors: ['draft_conflict', 'draft_not_found', 'list_not_found'],
  }),

  route('DeleteDraft', 'DELETE /drafts/:draft_id', {
    summary: 'Delete a draft',
    needsUser: true,
    description: 'Nobody can restore it. A draft of another user gets the same answer as a missing draft.',
    parameters: { draft_id: DRAFT_ID },
    errors: ['draft_not_found'],
  }),
];
