import { POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder } from '../../../graphql/builder.ts';
import { LIST_ID, listPayloadOf, toListId } from '../list-types.ts';

const WatchListInput = builder.inputType('WatchListInput', {
  description: 'Input of watchList and unwatchList.',
  fields: (t) => ({ listId: t.id(LIST_ID) }),
});

const WatchListPayload = listPayloadOf('Result of watchList and unwatchList.')('watchList');

builder.mutationField('watchList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: WatchListPayload,
    price: priced(POINTS.materialization),
    description:
      'Watches a list: from now on, the service evaluates it after each import and each change of it. What changes among its members is an event LIST_MEMBERS_CHANGED of the feed. Does nothing if the list is watched. Needs access as editor. Free.',
    extensions: { costClass: 'evaluate' },
    args: { input: t.arg({ type: WatchListInput, required: true, description: 'List to watch.' }) },
    resolve: (_root, { input }, { user, services }) =>
      services.lists.watches.watch(user, toListId(input.listId)),
  }),
);

builder.mutationField('unwatchList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: WatchListPayload,
    description: 'Stops watching a list. Does nothing if it is not watched. Needs access as editor.',
    args: { input: t.arg({ type: WatchListInput, required: true, description: 'List to stop watching.' }) },
    resolve: (_root, { input }, { user, services }) =>
      services.lists.watches.unwatch(user, toListId(input.listId)),
  }),
);
