import { edgesPrice, POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { defineConnection, toKeysetConnection } from '../../../graphql/connection.ts';
import { STANDARD_PAGE, toKeyset } from '../../../graphql/cursors.ts';
import { inputOf } from '../../../graphql/fields.ts';
import { pageArguments } from '../../../graphql/page-arguments.ts';
import type { List } from '../list.ts';
import { LIST_ID, ListRef, toListId } from '../list-types.ts';
import { KEPT } from './materialize.ts';
import { MaterializationRef, MemberCountsRef } from './member-types.ts';
import type { Snapshot } from './snapshot.ts';

const MaterializeListInput = builder.inputType('MaterializeListInput', {
  description: 'Input of materializeList.',
  fields: (t) => ({ listId: t.id(LIST_ID) }),
});

const MaterializeListPayload = innerType<{ list: List; snapshot: Snapshot }>('MaterializeListPayload', {
  description: 'Result of materializeList.',
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'List whose members were computed.' }),
    counts: t.field({
      type: MemberCountsRef,
      description: 'Number of members, in all and by tier.',
      resolve: ({ snapshot }) => snapshot.counts,
    }),
  }),
});

builder.mutationField('materializeList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: MaterializeListPayload,
    complexity: priced(POINTS.materialization),
    description: 'Computes the members again from the current catalogue. Needs access as viewer. Free.',
    extensions: { costClass: 'evaluate' },
    args: { input: t.arg(inputOf(MaterializeListInput, 'List whose members to compute.')) },
    resolve: async (_root, { input: { listId } }, { user, services: { lists } }) => {
      const list = await lists.find(user, toListId(listId));
      return { list, snapshot: await lists.members.refresh(user, list) };
    },
  }),
);

builder.objectField(ListRef, 'materializations', (t) =>
  t.field({
    type: defineConnection('Materialization', 'a materialization', MaterializationRef),
    complexity: edgesPrice(STANDARD_PAGE, KEPT),
    description: `Materializations that are kept, newest first: the last ${KEPT}, and those of exports that can still be downloaded.`,
    args: pageArguments,
    resolve: async (list, args, { services }) => {
      const { members } = services.lists;
      const page = toKeyset(args, STANDARD_PAGE);
      const found = await members.materializations(list, { ...page, limit: page.limit + 1 });
      return toKeysetConnection(
        found,
        page,
        ({ materializationId }) => materializationId,
        () => members.countMaterializations(list),
      );
    },
  }),
);
