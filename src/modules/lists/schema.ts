import { inputDefinitionPrice, POINTS, pagePrice, priced } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { bothWaysPageArguments, readPage } from '../../graphql/connection.ts';
import { deletionPayload, mutation, update } from '../../graphql/mutation.ts';
import { defineOrder } from '../../graphql/order.ts';
import { isSelected } from '../../graphql/selections.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { MAX_TAGS } from '../../lib/request-limits.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import './audit/schema.ts';
import { JSON_DEFINITION } from './definitions/schema.ts';
import './domains/schema.ts';
import './drafts/schema.ts';
import './export/schema.ts';
import './members/changes-schema.ts';
import './members/explain-schema.ts';
import './members/schema.ts';
import { LIST_ORDERS, type ListSortField } from './order.ts';
import { USERS_ORDER } from './references/references.ts';
import './sharing/schema.ts';
import { LIST_ID, ListConnection, ListRef, listPayload, toListId } from './types.ts';
import './views/schema.ts';

const listOrder = defineOrder<ListSortField>('List', {
  objects: 'lists',
  ties: 'Equal ones are ordered by id, in the same direction.',
  usual: 'updated_at',
  fields: {
    updated_at: { description: 'Time of the last change.', direction: 'desc' },
    name: { description: 'Name in lower case, by code points.', direction: 'asc' },
    created_at: { description: 'Time when the list was created.', direction: 'desc' },
  },
});

builder.queryFields((t) => ({
  list: t.withAuth({ userKey: true }).field({
    type: ListRef,
    description:
      'One list that the caller can see. Any other list is the error LIST_NOT_FOUND. Needs a personal key.',
    args: { listId: t.arg.id(LIST_ID) },
    resolve: (_root, { listId }, { user, services }) => services.lists.find(user, toListId(listId)),
  }),
  lists: t.withAuth({ userKey: true }).field({
    type: ListConnection,
    price: pagePrice(STANDARD_PAGE),
    description: 'Lists that the caller can see, most recently updated first. Needs a personal key.',
    args: {
      ...bothWaysPageArguments,
      search: t.arg.string({
        description: 'Returns only lists whose name contains this text: 1 to 200 characters, in any case.',
      }),
      tag: t.arg.string({ description: 'Returns only lists with this tag, in any case.' }),
      favourite: t.arg.boolean({
        description: 'True: returns only favourites of the caller; false: only other lists.',
      }),
      owned: t.arg.boolean({
        description: 'True: returns only lists that the caller owns; false: only lists of others.',
      }),
      orderBy: t.arg({
        type: listOrder.type,
        defaultValue: listOrder.defaultValue,
        description: 'Order of the lists.',
      }),
    },
    resolve: (_root, args, { user, services: { lists } }, info) => {
      const { search, tag, favourite, owned } = args;
      const { field, direction } = listOrder.read(args.orderBy);
      const order = LIST_ORDERS[field][direction];
      const filter = {
        search: search ?? undefined,
        tag: tag ?? undefined,
        favourite: favourite ?? undefined,
        owned: owned ?? undefined,
      };
      const withDefinitions = isSelected(info, ['edges', 'node', 'definition']);
      return readPage(args, {
        scope: ['lists'],
        order,
        keyOf: order.keyOf,
        read: (page) => lists.findPage(user, order, filter, page, withDefinitions),
        countAll: () => lists.count(user, filter),
      });
    },
  }),
}));

const TAGS_TEXT = `Tags: at most ${MAX_TAGS}, each of 1 to 40 characters after trimming. Tags are unique ignoring case; the first spelling is kept.`;

mutation('createList', {
  description: 'Creates a list that the caller owns. Free.',
  price: inputDefinitionPrice,
  takes: 'Name and definition of the list.',
  inputNote: '. Give at most one of `definition` and `definitionJson`.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Name of the list: 1 to 200 characters after trimming.' }),
    definition: t.field({
      type: DefinitionInput,
      description:
        'Filter that selects the members. Default: none; the list then contains only domains that are added manually.',
    }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
    tags: t.stringList({ description: `${TAGS_TEXT} Default: none.` }),
  }),
  payload: listPayload,
  resolve: (input, { user, services }) => {
    const definition = isDefinitionGiven(input) ? toRawDefinition(input) : undefined;
    return services.lists.create(user, input.name, definition, input.tags ?? []);
  },
});

mutation('duplicateList', {
  description:
    'Creates a list that the caller owns, with the definition, domains and tags of a list that the caller can see. Permissions, watching and favourites are not copied. A definition that names lists hidden from the caller is refused. Free.',
  price: priced(POINTS.count),
  takes: 'List to copy.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({
      description:
        'Name of the copy: 1 to 200 characters after trimming. Default: "Copy of" and the name of the list.',
    }),
  }),
  payload: listPayload,
  resolve: ({ listId, name }, { user, services }) =>
    services.lists.duplicate(user, toListId(listId), name ?? undefined),
});

update('updateList', {
  description: 'Changes the name and the tags of a list. Needs access as editor.',
  takes: 'List, and its new name and tags.',
  clears: [],
  input: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ description: 'New name: 1 to 200 characters after trimming.' }),
    tags: t.stringList({ description: `${TAGS_TEXT} They replace the former tags.` }),
  }),
  payload: listPayload,
  resolve: ({ listId, ...changes }, { user, services }) =>
    services.lists.update(user, toListId(listId), changes),
});

mutation('setFavourite', {
  description:
    'Marks a list as a favourite of the caller, or removes the mark. Anyone who can see the list may do this.',
  takes: 'List, and whether it is marked.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    favourite: t.boolean({ required: true, description: 'Whether the list is a favourite of the caller.' }),
  }),
  payload: listPayload,
  resolve: ({ listId, favourite }, { user, services }) =>
    services.lists.favourites.set(user, toListId(listId), favourite),
});

mutation('deleteList', {
  description: 'Deletes a list with its versions, domains and paid exports. Only the owner can do this.',
  takes: 'List to delete for everybody who can see it.',
  inputNote: ': the list to delete.',
  input: (t) => ({ listId: t.id(LIST_ID) }),
  payload: deletionPayload('List'),
  resolve: async ({ listId }, { user, services }) => {
    const deletedId = toListId(listId);
    await services.lists.delete(user, deletedId);
    return { deletedId };
  },
});

mutation('watchList', {
  description:
    'Watches a list: from now on, the service evaluates it after each import and after each change to the list. Changes of its members are LIST_MEMBERS_CHANGED events of the feed. Does nothing if the list is already watched. Needs access as editor. Free.',
  price: priced(POINTS.materialization),
  extensions: { costClass: 'evaluate' },
  takes: 'List to watch.',
  input: (t) => ({ listId: t.id(LIST_ID) }),
  payload: listPayload,
  resolve: ({ listId }, { user, services }) => services.lists.watches.watch(user, toListId(listId)),
});

mutation('unwatchList', {
  description: 'Stops watching a list. Does nothing if it is not watched. Needs access as editor.',
  takes: 'List to stop watching.',
  input: (t) => ({ listId: t.id(LIST_ID) }),
  payload: listPayload,
  resolve: ({ listId }, { user, services }) => services.lists.watches.unwatch(user, toListId(listId)),
});

builder.objectFields(ListRef, (t) => ({
  usedBy: t.withAuth({ userKey: true }).field({
    type: ListConnection,
    price: pagePrice(STANDARD_PAGE),
    description: 'Lists that the caller can see and that name this one in a condition, by id.',
    args: bothWaysPageArguments,
    resolve: (list, args, { user, services: { lists } }) =>
      readPage(args, {
        scope: ['usedBy', list.listId],
        order: USERS_ORDER,
        read: (page) => lists.users.page(user, list, page),
        keyOf: ({ listId }) => [listId],
        countAll: () => lists.users.count(user, list),
      }),
  }),
}));
