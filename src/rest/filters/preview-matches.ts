import { z } from 'zod';
import { recordOf } from '../../lib/property.ts';
import { ID } from '../answers/shapes.ts';
import { EXAMPLES } from '../examples.ts';
import { PARAMETERS } from '../parameters.ts';
import { route } from '../route.ts';

/** Every field that has values to count. A test compares them with the catalogue of fields. */
export const BREAKDOWNS = [
  'technology',
  'technology_category',
  'partner',
  'investor',
  'industry',
  'country',
  'employee_range',
  'founded_year',
  'partnership_count',
  'technology_count',
] as const;

export default route('PreviewMatches', 'POST /lists/preview', {
  summary: 'Preview what a definition matches',
  needsUser: true,
  description:
    'Exact counts of what a definition matches: all, by tier, and on request at each node and by the values of fields, with a sample of the matches. Saves nothing and is free of credits. Only what is asked for is computed, and takes points of the rate limit.',
  parameters: {
    definition: PARAMETERS.definition.meta({
      description: 'The definition whose matches are counted.',
      ...PARAMETERS.definition.meta(),
    }),
    list_id: z
      .int()
      .optional()
      .meta({
        ...ID,
        description:
          'The list whose definition is edited: it may go on naming lists that are hidden from the caller.',
        example: EXAMPLES.CompanyList.list_id,
      }),
    funnel: z.boolean().default(false).meta({
      description: 'Also count what each node of the tree matches by itself.',
      example: true,
    }),
    breakdown: z
      .array(z.enum(BREAKDOWNS, `must be one of ${BREAKDOWNS.join(', ')}`))
      .max(BREAKDOWNS.length)
      .default([])
      .meta({
        description: 'Fields by whose values the matches are counted, too.',
        example: ['country', 'partner'],
      }),
    breakdown_limit: z.int().min(1).max(250).default(20).meta({
      description: 'How many values of each field to return, the most frequent first.',
      example: 20,
    }),
    sample: z.int().min(0).max(25).default(0).meta({
      description: 'How many of the matches to return, in the order of members.',
      example: 1,
    }),
  },
  variables: ({ definition, list_id, funnel, breakdown, breakdown_limit, sample }) => ({
    definition,
    list_id: list_id === undefined ? undefined : String(list_id),
    funnel,
    breakdown_limit,
    // Without a sample, the field is not selected: at least one is asked for.
    sample: Math.max(sample, 1),
    with_sample: sample > 0,
    ...recordOf(
      BREAKDOWNS.map((field) => `by_${field}` as const),
      (name) => breakdown.some((field) => name === `by_${field}`),
    ),
  }),
  sentAs: { '/first': '/breakdown_limit' },
  example: {
    count: 812,
    tier_counts: { total: 812, high: 700, medium: 100, exploratory: 12 },
    funnel: [
      { pointer: '/root', count: 812 },
      { pointer: '/root/and/0', count: 5210 },
      { pointer: '/root/and/1', count: 1930 },
    ],
    breakdowns: {
      partner: [{ value: 'beta.example', label: 'Beta Labs', count: 9 }],
      country: [{ value: 'DE', label: 'Germany', count: 812 }],
    },
    partner_access: 'open',
    sample: [EXAMPLES.CompanyReference],
  },
});
