import { z } from 'zod';
import { invalidValue } from '../lib/fault.ts';
import { EXAMPLE_LIMITS, MAX_RULE_CONDITIONS, MAX_RULE_FIELDS, TEXT_LIMITS } from '../lib/request-limits.ts';
import { ID } from './answers/serializers.ts';
import { EXAMPLES } from './examples.ts';
import { domainsUpTo } from './parameters.ts';
import { route } from './route.ts';

const STRICTNESSES = ['loose', 'balanced', 'strict'] as const;
const STRICTNESS_NAMES = { loose: 'LOOSE', balanced: 'BALANCED', strict: 'STRICT' } as const;

const { min, max } = EXAMPLE_LIMITS;

export const rule = [
  route('SuggestDefinitions', 'POST /lists/suggest', {
    summary: 'Find the rule behind examples',
    needsUser: true,
    description:
      'Tells what companies have in common, and suggests definitions that list companies like them. The examples are companies by their domains, or the members of a list. Costs no credits.',
    parameters: {
      domains: domainsUpTo(max, ['kupferwald-software.example', 'aws.example', 'nobody.example'])
        .optional()
        .meta({
          minItems: min,
          description: 'Domains of the examples. Exactly one of `domains` and `list_id` is required.',
        }),
      list_id: z
        .int()
        .optional()
        .meta({
          ...ID,
          description: 'List whose members are the examples, by its current definition and domains.',
          example: EXAMPLES.CompanyList.list_id,
        }),
      fields: z
        .array(z.string().meta(TEXT_LIMITS.fieldKey))
        .optional()
        .meta({
          minItems: 1,
          maxItems: MAX_RULE_FIELDS,
          description: `Fields that traits and definitions may use. Not those of type \`text\` or \`list\`. Default: the first ${MAX_RULE_FIELDS}, in the order of \`getFilterFields\`.`,
          example: ['technology', 'country'],
        }),
      max_conditions: z
        .int()
        .min(1)
        .max(MAX_RULE_CONDITIONS)
        .default(4)
        .meta({ description: 'Maximum number of conditions in a definition.', example: 4 }),
      strictness: z
        .enum(STRICTNESSES, `must be one of ${STRICTNESSES.join(', ')}`)
        .default('balanced')
        .meta({
          description:
            'Order of the suggestions: `loose` by `covered³ / (examples² × count)`, `balanced` by `covered² / (examples × count)`, `strict` by `covered^1.5 / (√examples × count)`.',
          example: 'balanced',
        }),
    },
    variables: ({ domains, list_id, strictness, ...rest }) => {
      if ((domains === undefined) === (list_id === undefined))
        throw invalidValue('/domains', 'give exactly one of domains and list_id');
      return {
        ...rest,
        domains,
        list_id: list_id === undefined ? undefined : String(list_id),
        strictness: STRICTNESS_NAMES[strictness],
      };
    },
    example: {
      examples: { tracked: 2, not_tracked: ['nobody.example'] },
      traits: [
        {
          field: 'technology',
          value: 'kubernetes',
          label: 'Kubernetes',
          count: 2,
          share: 1,
          catalogue_share: 0.0385,
          lift: 25.97,
          lift_low: 8.88,
          lift_high: 25.97,
        },
      ],
      suggestions: [
        {
          definition: EXAMPLES.Definition,
          covered: 2,
          coverage: 1,
          count: 812,
          lift: 24.6,
          near_misses: [EXAMPLES.CompanyReference],
        },
      ],
    },
    errors: ['list_not_found', 'invalid_definition'],
  }),
];
