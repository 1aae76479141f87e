import { GetMembersDocument } from '../../generated/operations.ts';
import { AT, COMPANY, page } from '../examples.ts';
import { LIST, optionalBoolean, PAGE, TEXT, word } from '../parameters.ts';
import { route } from '../route.ts';

export const getMembers = route('GET /lists/:list_id/members', GetMembersDocument, {
  summary: 'Get the members of a list',
  description:
    'Companies that the definition matches or that were added by hand, without the excluded ones, by tier and then by `company_id`. They are recomputed after a change of the list, and cached otherwise.',
  params: LIST,
  query: PAGE.extend({
    tier: word(['high', 'medium', 'exploratory']).optional().describe('Only members of this tier.'),
    search_name_or_domain: TEXT.optional().describe('Only members whose name or domain contains this.'),
    force_refresh: optionalBoolean().describe('Recompute the members even if nothing changed.'),
  }),
  answer: ['list', 'members'],
  example: {
    ...page('members', { ...COMPANY, tier: 'high', source: 'definition' }),
    definition_version: 1,
    materialized_at: AT,
  },
  errors: ['definition_conflict', 'invalid_definition'],
});
