import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { toConnection } from '../../graphql/connection.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import './audit/audit-schema.ts';
import './definitions/definitions-schema.ts';
import './domains/domains-schema.ts';
import './export/export-schema.ts';
import './list-mutations-schema.ts';
import { LIST_ID, ListConnection, ListRef, pageArguments, toListId } from './list-types.ts';
import './members/changes-schema.ts';
import './members/explain-schema.ts';
import './members/member-page-schema.ts';
import './members/members-schema.ts';
import './sharing/sharing-schema.ts';

builder.queryFields((t) => ({
  list: t.withAuth({ userKey: true }).field({
    type: ListRef,
    description:
      'One list that the caller can see. Any other is the error LIST_NOT_FOUND. Needs a personal key.',
    args: { listId: t.arg.id(LIST_ID) },
    resolve: (_root, { listId }, { user, services }) => services.lists.find(user, toListId(listId)),
  }),
  lists: t.withAuth({ userKey: true }).field({
    type: ListConnection,
    complexity: pagePrice(STANDARD_PAGE),
    description: 'Lists that the caller can see, most recently updated first. Needs a personal key.',
    args: pageArguments,
    resolve: async (_root, args, { user, services: { lists } }) => {
      const page = toPage(args, STANDARD_PAGE);
      const found = await lists.findPage(user, { ...page, limit: page.limit + 1 });
      const nodes = found.slice(0, page.limit);
      return toConnection(nodes, page, found.length > page.limit, () => lists.count(user));
    },
  }),
}));
