import { pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder } from '../../../graphql/builder.ts';
import { numberedPageArguments, readPage } from '../../../graphql/connection.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import { ListConnection, ListRef } from '../list-types.ts';

builder.objectFields(ListRef, (t) => ({
  usedBy: t.withAuth({ userKey: true }).field({
    type: ListConnection,
    price: pagePrice(STANDARD_PAGE),
    description: 'Lists that the caller can see and that name this one in a condition, by id.',
    args: numberedPageArguments,
    resolve: (list, args, { user, services: { lists } }) =>
      readPage(args, {
        read: (page) => lists.users.page(user, list, page),
        countAll: () => lists.users.count(user, list),
      }),
  }),
}));
