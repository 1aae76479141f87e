import { nameOf } from '../graphql/enums.ts';
import { TEXT_LIMITS } from '../lib/request-limits.ts';
import { AT, EXAMPLES } from './examples.ts';
import { includeOf, optionalId, TEXT } from './parameters.ts';
import { route } from './route.ts';

/** Types of events, in the order in which the documentation shows them. */
export const TYPES = [
  'list.members_changed',
  'list.definition_changed',
  'list.shared',
  'list.unshared',
  'list.transferred',
  'list.deleted',
  'catalogue.imported',
  'flag.resolved',
  'job.finished',
  'job.awaiting_approval',
  'credits.low',
  'webhook.disabled',
] as const;

export const events = [
  route('GetEvents', 'GET /events', {
    summary: 'Get the events of the feed',
    description:
      'What happened in the organization and the caller may see, oldest first: every event of the last 30 days once, in one order. `next_cursor` is never null: keep it, and ask again. A page without events means that there are none yet.',
    parameters: {
      cursor: TEXT.min(1, 'must not be empty; leave it out to get the oldest events')
        .optional()
        .meta({
          ...TEXT_LIMITS.cursor,
          description:
            'The `next_cursor` of the previous answer; `now` for events from now on. Without it, the answer begins with the oldest event that is kept.',
          example: 'now',
        }),
      types: includeOf(TYPES, 'Only events of these types, separated by commas. By default all.', [
        'list.deleted',
      ]),
      list_id: optionalId('Only events of this list.', EXAMPLES.CompanyList.list_id),
    },
    variables: ({ limit, cursor, types, list_id }) => ({
      limit,
      cursor,
      types: types.length === 0 ? undefined : types.map(nameOf),
      list_id,
    }),
    sentAs: { '/after': '/cursor', '/first': '/limit' },
    example: {
      events: [
        {
          event_id: 7,
          type: 'list.shared',
          at: AT,
          list_id: 1,
          data: { permission_id: 3, access_level: 'viewer', user_id: 2, actor_id: 1 },
        },
      ],
      next_cursor: 'ZXZlbnQ6MGE5YzM4NGUtYmI0My00MGUwLTk1Y2QtMWRhYjA3YmVjNWUyOjc',
    },
    errors: ['cursor_expired'],
  }),
];
