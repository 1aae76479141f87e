import { edgesPrice, POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder } from '../../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPage } from '../../../graphql/connection.ts';
import { mutation, payload } from '../../../graphql/mutation.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import type { List } from '../list.ts';
import { LIST_ID, ListRef, toListId } from '../list-types.ts';
import { KEPT } from './materializations.ts';
import { MaterializationRef, MemberCountsRef } from './member-types.ts';
import type { Snapshot } from './snapshot.ts';

mutation('materializeList', {
  description: 'Computes the members again from the current catalogue. Needs access as viewer. Free.',
  price: priced(POINTS.materialization),
  extensions: { costClass: 'evaluate' },
  takes: 'List whose members to compute.',
  input: (t) => ({ listId: t.id(LIST_ID) }),
  payload: payload<{ list: List; snapshot: Snapshot }>((t) => ({
    list: t.expose('list', { type: ListRef, description: 'List whose members were computed.' }),
    counts: t.field({
      type: MemberCountsRef,
      description: 'Number of members, in all and by tier.',
      resolve: ({ snapshot }) => snapshot.counts,
    }),
  })),
  resolve: async ({ listId }, { user, services: { lists } }) => {
    const list = await lists.findForChange(user, toListId(listId));
    return { list, snapshot: await lists.members.refresh(user, list) };
  },
});

builder.objectField(ListRef, 'materializations', (t) =>
  t.field({
    type: defineConnection('Materialization', 'a materialization', MaterializationRef, {
      forwardsOnly: AFTER_AN_ID,
    }),
    price: edgesPrice(STANDARD_PAGE, KEPT),
    description: `Materializations that are kept, newest first: the last ${KEPT}, and those of exports that can still be downloaded.`,
    args: pageArguments,
    resolve: (list, args, { services: { lists } }) =>
      readPage(args, {
        read: (page) => lists.members.materializations(list, page),
        countAll: () => lists.members.countMaterializations(list),
        idOf: ({ materializationId }) => materializationId,
      }),
  }),
);
