import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { numberedPageArguments, readPage } from '../../graphql/connection.ts';
import { defineEnum, toEnumValue } from '../../graphql/enums.ts';
import { isSelected } from '../../graphql/selections.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import './audit/audit-schema.ts';
import './definitions/definitions-schema.ts';
import './domains/domains-schema.ts';
import './drafts/drafts-schema.ts';
import './export/export-schema.ts';
import './list-mutations-schema.ts';
import { LIST_ID, ListConnection, ListRef, orderDirections, toListId } from './list-types.ts';
import type { ListOrder } from './service.ts';
import './members/changes-schema.ts';
import './members/company-lists-schema.ts';
import './members/explain-schema.ts';
import './members/member-page-schema.ts';
import './members/members-schema.ts';
import './references/references-schema.ts';
import './sharing/sharing-schema.ts';
import './watch/watch-schema.ts';

const orderFields = defineEnum<ListOrder['field']>('ListOrderField', {
  description: 'Fields by which lists can be sorted.',
  values: {
    updated_at: 'Time of the last change.',
    name: 'Name in lower case, by code points.',
    created_at: 'Time when the list was created.',
  },
});

const ListOrderInput = builder.inputType('ListOrder', {
  description: 'Field and direction by which lists are sorted.',
  fields: (t) => ({
    field: t.field({
      type: orderFields.type,
      required: true,
      description: 'Field by which lists are sorted.',
    }),
    direction: t.field({
      type: orderDirections.type,
      required: true,
      description: 'Whether the smallest or the largest comes first.',
    }),
  }),
});

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
    price: pagePrice(STANDARD_PAGE),
    description: 'Lists that the caller can see, most recently updated first. Needs a personal key.',
    args: {
      ...numberedPageArguments,
      search: t.arg.string({
        description: 'Returns only lists whose name contains this text: 1 to 200 characters, in any case.',
      }),
      tag: t.arg.string({ description: 'Returns only lists with this tag, in any case.' }),
      favourite: t.arg.boolean({
        description: 'True: returns only favourites of the caller; false: only other lists.',
      }),
      owned: t.arg.boolean({
        description: 'True: returns only lists that the caller owns; false: only those of others.',
      }),
      orderBy: t.arg({
        type: ListOrderInput,
        defaultValue: { field: 'UPDATED_AT', direction: 'DESC' },
        description: 'Order of the lists. Those that are equal in it are in the order of their ids.',
      }),
    },
    resolve: (
      _root,
      { search, tag, favourite, owned, orderBy, ...args },
      { user, services: { lists } },
      info,
    ) => {
      const { field, direction } = orderBy ?? { field: 'UPDATED_AT', direction: 'DESC' };
      const order = { field: toEnumValue(field), direction: toEnumValue(direction) };
      const filter = {
        search: search ?? undefined,
        tag: tag ?? undefined,
        favourite: favourite ?? undefined,
        owned: owned ?? undefined,
      };
      const withDefinitions = isSelected(info, ['edges', 'node', 'definition']);
      return readPage(args, {
        read: (page) => lists.findPage(user, order, filter, page, withDefinitions),
        countAll: () => lists.count(user, filter),
      });
    },
  }),
}));
