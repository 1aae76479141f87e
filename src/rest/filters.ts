import { z } from 'zod';
import { MAX_BREAKDOWNS } from '../lib/request-limits.ts';
import { ID } from './answers/serializers.ts';
import { EXAMPLES } from './examples.ts';
import { refTo } from './openapi/json-schema.ts';
import { PARAMETERS, PATH_TEXT, TEXT, wholeNumber } from './parameters.ts';
import { route } from './route.ts';

export const filters = [
  route('GetFilterFields', 'GET /lists/filter-fields', {
    summary: 'Get the filter fields and operators',
    needsUser: true,
    description:
      'The catalogue of fields and operators that a definition can use, and its `registry_version`. Vocabularies of up to 300 values are listed, with the number of companies for each value. Search longer ones with `getFilterFieldValues`.',
    example: {
      registry_version: '2',
      fields: [
        {
          key: 'country',
          label: 'Country',
          type: 'vocabulary',
          operators: ['any_of', 'none_of', 'is_known'],
          max_values: 250,
          dated: false,
          example: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
          values: [{ value: 'DE', label: 'Germany', company_count: 812 }],
        },
      ],
      operators: [{ key: 'any_of', label: 'is any of', values: { min: 1, max: 250 } }],
    },
  }),

  route('GetFilterFieldValues', 'GET /lists/filter-fields/:field/values', {
    summary: 'Search the values of a filter field',
    needsUser: true,
    description:
      'Values of a closed vocabulary, with the number of companies for each, the most frequent first, then by label. For `partner`, companies by part of their name or domain. Fields that accept any value have no values to search.',
    parameters: {
      field: PATH_TEXT.meta({
        ...refTo('FilterFieldKey'),
        description: 'The key of a field.',
        example: 'technology',
      }),
      search: TEXT.optional().meta({ description: 'Part of a value or its label.', example: 'kube' }),
    },
  }),

  route('SearchFilterValues', 'GET /lists/filter-values', {
    summary: 'Search the values of all filter fields',
    needsUser: true,
    description:
      'Values of all fields with a closed vocabulary, own fields included. The text itself comes first, then what begins with it, then the most frequent.',
    parameters: {
      search: TEXT.meta({ description: 'Part of a value or its label, in any case.', example: 'berlin' }),
      limit: wholeNumber(1, 100, 20, 'Number of values at most.'),
    },
    example: { values: [{ field: 'custom.city', value: 'Berlin', label: 'Berlin', company_count: 812 }] },
  }),

  route('PreviewCount', 'POST /lists/preview-count', {
    summary: 'Count the companies that match a definition',
    needsUser: true,
    description:
      'Saves nothing. `count` is at most 10000, and `capped` is true there; `POST /v1/lists/preview` returns the exact count. A definition is at most 8 levels deep and holds up to 100 conditions of up to 250 values. It must narrow the catalogue: negative conditions alone are refused, and so is `root: null`.',
    parameters: {
      definition: PARAMETERS.definition.meta({
        ...refTo('DefinitionOfListInput'),
        example: EXAMPLES.Definition,
      }),
    },
    body: 'definition',
    variables: ({ definition: { list_id, ...definition } }) => ({
      definition,
      list_id: list_id === undefined ? undefined : String(list_id),
    }),
    example: { count: 812, capped: false },
  }),

  route('PreviewMatches', 'POST /lists/preview', {
    summary: 'Preview what a definition matches',
    needsUser: true,
    description:
      'Exact counts of what a definition matches: all and by tier. On request also at each node and by the values of fields, with a sample of the matches. Saves nothing and is free of credits. Only what is asked for is computed, and takes points of the rate limit.',
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
        .array(z.string().meta(refTo('FilterFieldKey')))
        .max(MAX_BREAKDOWNS)
        .default([])
        .meta({
          description:
            'Fields by whose values the matches are counted, too. Those of type `text` and `list` have no breakdown. Own numbers and dates are counted by ranges, `from` and `to`.',
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
    variables: ({ list_id, sample, ...given }) => ({
      ...given,
      list_id: list_id === undefined ? undefined : String(list_id),
      // Without a sample, the field is not selected: at least one is asked for.
      sample: Math.max(sample, 1),
      with_sample: sample > 0,
      with_breakdowns: given.breakdown.length > 0,
      with_partners: given.breakdown.includes('partner'),
    }),
    sentAs: { '/first': '/breakdown_limit' },
    example: {
      count: 812,
      tier_counts: { total: 812, high: 700, medium: 100, exploratory: 12 },
      funnel: [
        { pointer: '/root', count: 812 },
        { pointer: '/root/and/0', count: 5210, remaining_count: 5210 },
        { pointer: '/root/and/1', count: 1930, remaining_count: 812 },
      ],
      breakdowns: {
        partner: [{ value: 'beta.example', label: 'Beta Labs', count: 9 }],
        country: [{ value: 'DE', label: 'Germany', count: 812 }],
      },
      partner_access: 'open',
      sample: [EXAMPLES.CompanyReference],
    },
  }),
];
