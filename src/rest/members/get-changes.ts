import { ID, type Shape } from '../answers/shapes.ts';
import { EXAMPLES } from '../examples.ts';
import type { JsonObject } from '../openapi/json-schema.ts';
import { optionalId, requiredId } from '../parameters.ts';
import { route } from '../route.ts';

interface Data {
  list: { changes: { currentMembers: { materializationId: number } } };
}

interface Change {
  from?: string;
  to?: string;
}

const COMPARED = {
  ...ID,
  description:
    'The members that were compared: the current ones, or those of `until`. Send it as `since` the next time.',
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
function inGroups({ schema, map = (page) => page }: Shape): Shape {
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
      const { materializationId } = (source as Data).list.changes.currentMembers;
      return { ...Object.fromEntries(parts), ...rest, materialization_id: materializationId };
    },
  };
}

export default route('GetChanges', 'GET /lists/:list_id/changes', {
  summary: 'Get what changed among the members of a list',
  needsUser: true,
  description:
    'Compares the current members, or those of `until`, with those of an earlier materialization: companies that entered, that left, and whose tier changed. A page covers all three, by `company_id`; `total` counts all of them.',
  parameters: {
    since: requiredId(
      'The `materialization_id` to compare with; `GET …/materializations` has those that are kept.',
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
});
