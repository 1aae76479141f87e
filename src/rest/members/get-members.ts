import { z } from 'zod';
import { TEXT, word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetMembers', 'GET /lists/:list_id/members', {
  summary: 'Get the members of a list',
  description:
    'Companies that the definition matches or that were added by hand, without the excluded ones, by tier and then by `company_id`. They are recomputed after a change of the list, and cached otherwise.',
  parameters: {
    tier: word(['high', 'medium', 'exploratory']).optional().describe('Only members of this tier.'),
    search_name_or_domain: TEXT.optional().describe('Only members whose name or domain contains this.'),
    force_refresh: z
      .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })
      .optional()
      .meta({
        type: 'boolean',
        default: false,
        description: 'Recompute the members even if nothing changed.',
      }),
  },
  errors: ['definition_conflict', 'invalid_definition'],
});
