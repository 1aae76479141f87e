import { PLAIN_LIST_SIZE } from '../../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { toEnumValue } from '../../../graphql/enums.ts';
import { deletionPayload, mutation, payload } from '../../../graphql/mutation.ts';
import { defineNodes, inOrder } from '../../../graphql/nodes.ts';
import { MAX_BREAKDOWNS, MAX_VIEW_COLUMNS } from '../../../lib/request-limits.ts';
import { LIST_ID, ListRef, memberTiers, toListId } from '../types.ts';
import type { ListView } from './service.ts';

const ListViewRef = builder.objectRef<ListView>('ListView');

defineNodes<ListView>(ListViewRef, async (ids, { user, services: { lists } }) =>
  inOrder(ids, user ? await lists.views.findMany(user, ids) : [], ({ viewId }) => viewId),
);

const COLUMNS_TEXT =
  'Keys of columns, in their order: those of exports, such as `primary_domain`, and those of filter fields and own fields.';
const SORT_TEXT =
  'Order of the members: `tier`, `name` or the key of a field, with `-` in front for descending order.';

builder.node(ListViewRef, {
  description:
    'How to look at the members of a list. A view never restricts what its reader sees; clients apply it.',
  extensions: inheritsAccess,
  id: { resolve: ({ viewId }) => viewId, description: 'Global id of the view.' },
  isTypeOf: (value): value is ListView => typeof value === 'object' && value !== null && 'viewId' in value,
  fields: (t) => ({
    viewId: t.exposeInt('viewId', { description: 'Numeric id of the view.' }),
    name: t.exposeString('name', {
      description:
        'Name of the view. In any case, it is unique among the views of the list, and among own ones.',
    }),
    own: t.exposeBoolean('own', {
      description: "Whether it is the caller's own view, which nobody else sees.",
    }),
    columns: t.exposeStringList('columns', {
      description: `${COLUMNS_TEXT} Fields that were deleted since are left out.`,
    }),
    sort: t.exposeString('sort', {
      nullable: true,
      description: `${SORT_TEXT} Null for the usual order, and once its field is deleted.`,
    }),
    breakdowns: t.expose('breakdowns', {
      type: ['FilterFieldKey'],
      description:
        'Fields by whose values the members are counted. Fields that were deleted since are left out.',
    }),
    tier: t.field(
      memberTiers.nullableField('Tier of the members; null for all.', ({ tier }: ListView) => tier),
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last saved.' }),
  }),
});

builder.objectFields(ListRef, (t) => ({
  views: t.withAuth({ userKey: true }).field({
    type: [ListViewRef],
    nullable: true,
    price: { field: PLAIN_LIST_SIZE, multiplier: PLAIN_LIST_SIZE },
    description:
      "Views of the list, then the caller's own, each by name: at most 50 of either. Needs a personal key.",
    resolve: (list, _args, { user, services: { lists } }) => lists.views.of(user, list),
  }),
}));

const OWN = {
  defaultValue: false,
  description:
    "Whether it is the caller's own view, which nobody else sees and any viewer may keep. Other views need access as editor.",
} as const;

mutation('saveView', {
  description: 'Saves a view of a list: creates it, or replaces the view of this name. Free.',
  takes: 'Complete content of the view.',
  inputNote: '. Replaces the whole view; omitted fields are cleared.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ required: true, description: 'Name: 1 to 100 characters after trimming, in any case.' }),
    own: t.boolean(OWN),
    columns: t.stringList({
      required: true,
      description: `${COLUMNS_TEXT} At most ${MAX_VIEW_COLUMNS}. None: clients choose.`,
    }),
    sort: t.string({ description: `${SORT_TEXT} Default: the usual order.` }),
    breakdowns: t.field({
      type: ['FilterFieldKey'],
      description: `Fields by whose values the members are counted: at most ${MAX_BREAKDOWNS}. Default: none.`,
    }),
    tier: t.field({ type: memberTiers.type, description: 'Tier of the members. Default: all.' }),
  }),
  payload: payload<ListView>((t) => ({
    view: t.field({ type: ListViewRef, description: 'View as saved.', resolve: (view) => view }),
  })),
  resolve: ({ listId, name, own, columns, sort, breakdowns, tier }, { user, services: { lists } }) =>
    lists.views.save(
      user,
      { listId: toListId(listId), name, own: own ?? false },
      { columns, sort: sort ?? null, breakdowns: breakdowns ?? [], tier: tier ? toEnumValue(tier) : null },
    ),
});

mutation('deleteView', {
  description: 'Deletes a view of a list. A view that does not exist is the error VIEW_NOT_FOUND.',
  takes: 'View to delete.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ required: true, description: 'Name of the view, in any case.' }),
    own: t.boolean(OWN),
  }),
  payload: deletionPayload('ListView'),
  resolve: async ({ listId, name, own }, { user, services: { lists } }) => ({
    deletedId: await lists.views.delete(user, { listId: toListId(listId), name, own: own ?? false }),
  }),
});
