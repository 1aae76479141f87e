import { AT, EXAMPLES } from '../examples.ts';
import { TEXT } from '../parameters.ts';
import { route } from '../route.ts';

export default route('ExplainMembership', 'GET /lists/:list_id/explain', {
  summary: 'Explain why a company is in a list or not',
  needsUser: true,
  description:
    'The tier of the company, where it came from, and the outcome of each condition of the definition for it, in document order. Free of credits, also for conditions on partners.',
  parameters: {
    company: TEXT.meta({
      description: 'A domain or a slug of the company.',
      example: 'kupferwald-software.example',
    }),
  },
  example: {
    company: EXAMPLES.CompanyReference,
    member: true,
    excluded: false,
    tier: 'high',
    source: 'definition',
    conditions: [
      {
        pointer: '/root/and/0',
        condition: { field: 'technology', operator: 'any_of', values: ['kubernetes'] },
        negated: false,
        met: true,
        first_seen: AT,
        last_seen: AT,
        window: 'high',
      },
    ],
  },
  errors: ['definition_conflict', 'invalid_definition', 'members_too_large'],
});
