import { z } from 'zod';
import { invalidValue, validationFault } from '../lib/fault.ts';
import { isJsonObject } from '../lib/json.ts';
import { MAX_OVERLAP_SETS, TEXT_LIMITS } from '../lib/request-limits.ts';
import { ID } from './answers/serializers.ts';
import { EXAMPLES } from './examples.ts';
import { refTo } from './openapi/json-schema.ts';
import { TEXT, wholeNumber } from './parameters.ts';
import { route } from './route.ts';

const SETS = z.array(
  z.strictObject({
    list_id: z
      .int()
      .optional()
      .meta({ ...ID, description: 'A list.', example: EXAMPLES.CompanyList.list_id }),
    name: z
      .string()
      .optional()
      .meta({ ...TEXT_LIMITS.listName, description: 'Name of the definition.', example: 'Kubernetes' }),
    definition: z
      .custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object')
      .optional()
      .meta({ ...refTo('DefinitionInput'), description: 'A definition, which needs not be saved.' }),
  }),
);

const WINDOWS = ['90d', '180d', '365d'] as const;
const WINDOW_NAMES = { '90d': 'DAYS_90', '180d': 'DAYS_180', '365d': 'DAYS_365' } as const;

const techKey = (description: string, example: string) => TEXT.optional().meta({ description, example });

/** Requires both technologies, or a category alone. @throws Fault validation_error */
function requireOne(from: string | undefined, to: string | undefined, category: string | undefined): void {
  const missing = Object.entries({ '/from': from, '/to': to }).filter(([, value]) => value === undefined);
  if (category === undefined && missing.length > 0)
    throw validationFault(
      missing.map(([pointer]) => ({ pointer, message: 'is required unless `category` is sent' })),
    );
  if (category !== undefined && missing.length < 2)
    throw invalidValue('/category', 'cannot be combined with `from` and `to`');
}

const seen = (value: string, when: object) => ({
  condition: { field: 'technology', operator: 'any_of', values: [value], when },
});

const MOVED = {
  registry_version: '2',
  root: {
    and: [
      seen('heroku', { last_seen: '365d' }),
      seen('heroku', { not_seen: '30d' }),
      seen('kubernetes', { first_seen: '365d' }),
    ],
  },
};

export const insight = [
  route('GetListOverlap', 'POST /lists/overlap', {
    summary: 'Compare lists and definitions',
    needsUser: true,
    description: `Counts the companies that every two of 2 to ${MAX_OVERLAP_SETS} lists and definitions have in common, exactly and at one state of the catalogue. Lists count with their current definition and their domains. Costs no credits.`,
    parameters: {
      sets: SETS.meta({
        minItems: 2,
        maxItems: MAX_OVERLAP_SETS,
        description: `2 to ${MAX_OVERLAP_SETS} sets: each is \`list_id\`, or \`name\` and \`definition\`.`,
        example: [
          { list_id: EXAMPLES.CompanyList.list_id },
          { name: 'In Germany', definition: EXAMPLES.Definition },
        ],
      }),
    },
    variables: ({ sets }) => ({
      sets: sets.map(({ list_id, name, definition }) => ({
        listId: list_id === undefined ? undefined : String(list_id),
        name,
        definitionJson: definition,
      })),
    }),
    example: {
      sets: [
        { name: 'Software in Germany', count: 812 },
        { name: 'In Germany', count: 1930 },
      ],
      pairs: [
        [812, 640],
        [640, 1930],
      ],
    },
    errors: ['list_not_found', 'invalid_definition'],
  }),

  route('GetSimilarCompanies', 'GET /companies/:identifier/similar', {
    summary: 'Find companies that are like one',
    description:
      'The companies that share most with one: technologies, industry, country, employee range, and own fields of type `category`. Rare values weigh more. Each company comes with the values that both share. Costs no credits. With any key.',
    parameters: {
      limit: wholeNumber(1, 100, 10, 'Number of companies at most.'),
    },
    example: {
      companies: [
        {
          ...EXAMPLES.CompanyReference,
          score: 0.61,
          shared: [
            { field: 'technology', value: 'kubernetes', label: 'Kubernetes', weight: 3.26 },
            { field: 'country', value: 'DE', label: 'Germany', weight: 2.34 },
          ],
        },
      ],
    },
    errors: ['company_not_found'],
  }),

  route('GetTechnologyMoves', 'GET /technology-moves', {
    summary: 'Count companies that moved from one technology to another',
    description:
      'Companies that dropped a technology and adopted another one within a period: their number, the definition that lists them, and a sample. With `category` instead of `from` and `to`, the 20 moves of that category that most companies made. Costs no credits. With any key.',
    parameters: {
      from: techKey('Key of the technology that companies dropped. Together with `to`.', 'heroku'),
      to: techKey('Key of the technology that companies adopted.', 'kubernetes'),
      category: TEXT.optional().meta({
        ...TEXT_LIMITS.filterValue,
        description: 'A category of technologies, instead of `from` and `to`.',
        example: 'Cloud',
      }),
      window: z
        .enum(WINDOWS, `must be one of ${WINDOWS.join(', ')}`)
        .default('90d')
        .meta({
          description: 'The period, back from the newest observation of the catalogue.',
          example: '365d',
        }),
    },
    variables: ({ from, to, category, window }) => {
      requireOne(from, to, category);
      return {
        from: from ?? '',
        to: to ?? '',
        category: category ?? '',
        window: WINDOW_NAMES[window],
        with_pair: category === undefined,
        with_category: category !== undefined,
      };
    },
    example: {
      from: 'heroku',
      to: 'kubernetes',
      window: '365d',
      count: 14,
      definition: MOVED,
      sample: [EXAMPLES.CompanyReference],
    },
    errors: ['technology_not_found'],
  }),
];
