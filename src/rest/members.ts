import { TEXT_LIMITS } from '../lib/request-limits.ts';
import { ID, type Serializer } from './answers/serializers.ts';
import { AT, EXAMPLES } from './examples.ts';
import type { JsonObject } from './openapi/json-schema.ts';
import {
  flag,
  includedParts,
  includeOf,
  optionalId,
  PARTS,
  requiredId,
  sortByKey,
  TEXT,
  tier,
} from './parameters.ts';
import { route } from './route.ts';

interface ChangesData {
  list: { changes: { currentMembers: { materializationId: number } } };
}

interface Change {
  from?: string;
  to?: string;
}

const COMPARED = {
  ...ID,
  description:
    'The compared members: the current ones, or the members of `until`. Send it as `since` the next time.',
};

const GROUPS: Readonly<Record<string, { description: string; has: (change: Change) => boolean }>> = {
  entered: { description: 'Companies that entered.', has: ({ from }) => from === undefined },
  left: { description: 'Companies that left.', has: ({ to }) => to === undefined },
  tier_changed: {
    description: 'Members whose tier is another one.',
    has: ({ from, to }) => from !== undefined && to !== undefined,
  },
};

/** Arranges the changes of a page in groups, and adds the materialization that was compared. */
function inGroups({ schema, map = (page) => page }: Serializer): Serializer {
  const { all, ...envelope } = schema.properties as Record<string, JsonObject>;
  const groups = Object.entries(GROUPS);
  const lists = groups.map(([name, { description }]) => [name, { ...all, description }] as const);
  const required = (schema.required as string[]).filter((name) => name !== 'all');
  return {
    schema: {
      ...schema,
      properties: { ...Object.fromEntries(lists), ...envelope, materialization_id: COMPARED },
      required: [...Object.keys(GROUPS), ...required, 'materialization_id'],
    },
    map: (source, variables) => {
      const { all: changes, ...rest } = map(source, variables) as { all: Change[] };
      const parts = groups.map(([name, { has }]) => [name, changes.filter(has)] as const);
      const { materializationId } = (source as ChangesData).list.changes.currentMembers;
      return { ...Object.fromEntries(parts), ...rest, materialization_id: materializationId };
    },
  };
}

export const members = [
  route('GetListMembers', 'GET /lists/:list_id/members', {
    summary: 'Get the members of a list',
    needsUser: true,
    description:
      'Companies that the definition matches or that were added manually, without the excluded ones, by tier and then by `company_id` unless `sort` says otherwise. They are recomputed after a change of the list, and cached otherwise.',
    parameters: {
      tier: tier('Only members of this tier.'),
      search_name_or_domain: TEXT.optional().meta({
        ...TEXT_LIMITS.memberSearch,
        description: 'Only members whose name or domain contains this.',
        example: 'kupfer',
      }),
      sort: sortByKey({
        example: '-partnership_count',
        description:
          'The order of the members: `tier`, `name`, `partnership_count`, `technology_count`, `founded_year`, or an own field such as `custom.revenue`. Own fields are numbers, dates, booleans or categories without `multiple`. `-` in front is descending. By default `tier`. Unknown values come last, and equal ones are ordered by `company_id`.',
      }),
      include: includeOf(
        [...PARTS, 'reasons'],
        'What to add to each member, separated by commas. `reasons`: the conditions that it meets. They need the definition of the list.',
        ['firmographics'],
      ),
      force_refresh: flag('Recompute the members even if nothing changed.'),
    },
    variables: ({ include: parts, ...given }) => ({
      ...given,
      ...includedParts(parts),
      reasons: parts.includes('reasons'),
    }),
    sentAs: { '/orderBy/field': '/sort' },
    errors: [
      'definition_conflict',
      'invalid_definition',
      'cursor_expired',
      'members_too_large',
      'sort_too_large',
    ],
  }),

  route('MaterializeList', 'POST /lists/:list_id/materialize', {
    summary: 'Recompute the members of a list',
    needsUser: true,
    description: 'Recomputes the members even if nothing changed, and counts them by tier.',
    example: { total_count: 812, high_count: 700, medium_count: 100, exploratory_count: 12 },
    errors: ['definition_conflict', 'invalid_definition', 'members_too_large'],
  }),

  route('GetListMaterializations', 'GET /lists/:list_id/materializations', {
    summary: 'Get the materializations of a list that are kept',
    needsUser: true,
    description:
      'Newest first: the last 30, and the materializations of exports that can still be downloaded. `GET …/changes` compares the members with one of them.',
    example: {
      materializations: [
        {
          materialization_id: 31,
          definition_version: 1,
          revision: 1,
          materialized_at: AT,
          stale: false,
          counts: { total: 812, high: 700, medium: 100, exploratory: 12 },
        },
      ],
      total: 1,
      limit: 100,
      offset: 0,
      next_cursor: null,
    },
    errors: ['members_too_large'],
  }),

  route('GetListChanges', 'GET /lists/:list_id/changes', {
    summary: 'Get what changed among the members of a list',
    needsUser: true,
    description:
      'Compares the current members, or the members of `until`, with an earlier materialization: companies that entered, left or changed tier. A page covers all three, by `company_id`; `total` counts all of them.',
    parameters: {
      since: requiredId(
        'The `materialization_id` to compare with; `GET …/materializations` lists the stored ones.',
        31,
      ),
      until: optionalId(
        'A later `materialization_id`; by default the current members. For the two of an event `list.members_changed`, the answer is what the event announced, for 30 days.',
        32,
      ),
    },
    answer: ['list', 'changes', 'all'],
    arrange: inGroups,
    example: {
      entered: [{ ...EXAMPLES.CompanyReference, to: 'high' }],
      left: [],
      tier_changed: [],
      total: 1,
      limit: 100,
      offset: 0,
      next_cursor: null,
      materialization_id: 32,
    },
    errors: ['definition_conflict', 'invalid_definition', 'members_too_large'],
  }),

  route('ExplainMembership', 'GET /lists/:list_id/explain', {
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
  }),

  route('GetListDomains', 'GET /lists/:list_id/domains', {
    summary: 'Get the domains that were added manually',
    needsUser: true,
    description: 'Latest first.',
  }),

  route('AddDomains', 'POST /lists/:list_id/domains', {
    summary: 'Add domains to a list',
    needsUser: true,
    description:
      'A domain that is not tracked stays on the list, and becomes a member once the catalogue has its company. Adding a domain lifts its exclusion: the latest action on a domain wins. Needs editor access.',
    errors: ['insufficient_access'],
  }),

  route('RemoveDomain', 'DELETE /lists/:list_id/domains/:domain', {
    summary: 'Remove a domain that was added manually',
    needsUser: true,
    errors: ['insufficient_access'],
  }),

  route('GetExcludedDomains', 'GET /lists/:list_id/excluded-domains', {
    summary: 'Get the domains that are excluded from a list',
    needsUser: true,
    description: 'Latest first.',
  }),

  route('ExcludeDomains', 'POST /lists/:list_id/excluded-domains', {
    summary: 'Exclude domains from a list',
    needsUser: true,
    description:
      'An exclusion takes precedence: neither the definition nor an earlier addition makes the company a member. Needs editor access.',
    errors: ['insufficient_access'],
  }),

  route('UnexcludeDomain', 'DELETE /lists/:list_id/excluded-domains/:domain', {
    summary: 'Lift the exclusion of a domain',
    needsUser: true,
    errors: ['insufficient_access'],
  }),
];
