import { z } from 'zod';
import { isJsonObject } from '../../lib/json-object.ts';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { ID } from '../answers/shapes.ts';
import { EXAMPLES } from '../examples.ts';
import { pathId } from '../parameters.ts';

export const DRAFT_ID = pathId('The `draft_id` of a draft.', EXAMPLES.Draft.draft_id);

const id = z.int().min(1).max(ID.maximum);

/** All that a draft says. */
export const DRAFT_PARAMETERS = {
  list_id: id.optional().meta({
    description: 'The list that it changes, which the caller sees. Without it, the draft is for a new list.',
    example: EXAMPLES.Draft.list_id,
  }),
  definition_version: id.optional().meta({
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
