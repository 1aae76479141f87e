import type { InputShapeFromFields } from '@pothos/core';
import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { backwardArguments, firstOf } from '../../graphql/connection.ts';
import { toRowIdOf } from '../../graphql/ids.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import type { EventFeed } from './feed.ts';
import type { EventFilter } from './queries.ts';
import { EventConnectionRef, EventEdgeRef, eventTypes, toEventTypes } from './types.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    eventFeed: EventFeed;
  }
}

const AFTER =
  'Cursor of an event, or a `nextCursor`: returns the events after it. `now`: returns only new events. If the events after a cursor are no longer kept, the error is CURSOR_EXPIRED.';

const FILTER = builder.args((t) => ({
  types: t.field({
    type: [eventTypes.type],
    description: 'Returns only events of these types. Default: all.',
  }),
  listId: t.id({
    description: 'Returns only events of this list: its global id, or its numeric id. Default: all events.',
  }),
}));

function toFilter({ types, listId }: InputShapeFromFields<typeof FILTER>): EventFilter {
  return {
    types: types ? toEventTypes(types) : undefined,
    listId: listId == null ? undefined : toRowIdOf('List', listId),
  };
}

builder.queryField('events', (t) =>
  t.field({
    type: EventConnectionRef,
    description:
      'Feed of events that the caller may see, oldest first. It has every event of the last 30 days once, in one order. Organization keys see the events of the organization, not those of lists or of users.',
    authScopes: { anyKey: true },
    price: pagePrice(STANDARD_PAGE),
    args: {
      ...backwardArguments(STANDARD_PAGE),
      first: t.arg.int(firstOf(STANDARD_PAGE)),
      after: t.arg.string({ description: `${AFTER} Default: starts with the oldest stored event.` }),
      ...FILTER,
    },
    resolve: (_root, { types, listId, ...page }, { principal, services }) =>
      services.eventFeed.page(principal, page, toFilter({ types, listId })),
  }),
);

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventEdgeRef,
    description:
      'Reports the events that the caller may see, one after another, over server-sent events. To continue after an interruption, subscribe again with the cursor of the last event. Free.',
    authScopes: { anyKey: true },
    args: { after: t.arg.string({ description: `${AFTER} Default: \`now\`.` }), ...FILTER },
    subscribe: (_root, { after, ...filter }, { principal, services }) =>
      services.eventFeed.open(principal, after, toFilter(filter)),
    resolve: (edge) => edge,
  }),
);
