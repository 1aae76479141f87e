import { pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { bothWaysPageArguments, defineConnection, readPage } from '../../../graphql/connection.ts';
import { idText, toRowIdOf } from '../../../graphql/ids.ts';
import { deletionPayload, mutation, payload } from '../../../graphql/mutation.ts';
import { defineNodes, inOrder, loadReference } from '../../../graphql/nodes.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import type { List } from '../list.ts';
import { acceptedVersions, ListRef, toListId } from '../types.ts';
import { DRAFT_ORDER, type Draft } from './service.ts';

const DraftRef = builder.objectRef<Draft>('Draft');

defineNodes<Draft>(DraftRef, async (ids, { user, services: { lists } }) =>
  inOrder(ids, user ? await lists.drafts.findMany(user, ids) : [], ({ draftId }) => draftId),
);

builder.node(DraftRef, {
  description:
    'An unfinished definition of a person. Nobody else sees it, and it is kept until it is deleted.',
  extensions: inheritsAccess,
  id: { resolve: ({ draftId }) => draftId, description: 'Global id of the draft.' },
  fields: (t) => ({
    draftId: t.exposeInt('draftId', { description: 'Numeric id of the draft.' }),
    listId: t.exposeInt('listId', {
      nullable: true,
      description:
        'Numeric id of the list that it changes; null for a new list, and once the list is deleted.',
    }),
    list: t.field({
      type: ListRef,
      nullable: true,
      description:
        'List that it changes; null for a new list, once the list is deleted, and if the caller can no longer see it.',
      resolve: ({ listId }, _args, context, info) =>
        listId === null ? null : (loadReference('List', listId, context, info) as Promise<List | null>),
    }),
    definitionVersion: t.int({
      nullable: true,
      description: "Version of the list's definition that the draft started from; null if unknown.",
      resolve: ({ listId, definitionVersion }) => (listId === null ? null : definitionVersion),
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the draft or of its list; null if it has none.',
    }),
    definition: t.expose('definition', {
      type: 'JSON',
      description: 'Definition as it was sent, in the form of REST. It need not be valid.',
    }),
    version: t.exposeInt('version', { description: 'Version of the draft, from 1. Each save raises it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last saved.' }),
  }),
});

const DRAFT_ID = { required: true, description: idText('Draft') } as const;

/** Returns the number of the draft that an argument names; 0, which no draft has, for anything else. */
const toDraftId = (id: string) => toRowIdOf('Draft', id);

builder.queryFields((t) => ({
  draft: t.withAuth({ userKey: true }).field({
    type: DraftRef,
    description:
      'One draft of the caller. Any other draft is the error DRAFT_NOT_FOUND. Needs a personal key.',
    args: { draftId: t.arg.id(DRAFT_ID) },
    resolve: (_root, { draftId }, { user, services }) => services.lists.drafts.find(user, toDraftId(draftId)),
  }),
  drafts: t.withAuth({ userKey: true }).field({
    type: defineConnection('Draft', 'a draft', DraftRef),
    price: pagePrice(STANDARD_PAGE),
    description: 'Drafts of the caller, the latest saved first: at most 200. Needs a personal key.',
    args: {
      ...bothWaysPageArguments,
      listId: t.arg.id({ description: `Returns only drafts of one list. ${idText('List')}` }),
    },
    resolve: (_root, args, { user, services: { lists } }) => {
      const listId = args.listId == null ? undefined : toListId(args.listId);
      return readPage(args, {
        scope: ['drafts'],
        order: DRAFT_ORDER,
        read: (page) => lists.drafts.page(user, listId, page),
        keyOf: ({ updatedAt, draftId }) => [updatedAt.toISOString(), draftId],
        countAll: () => lists.drafts.count(user.userId, listId),
      });
    },
  }),
}));

mutation('saveDraft', {
  description:
    'Saves a draft of the caller: creates it, or replaces an existing one. The definition is not checked. Free.',
  takes: 'Complete content of the draft.',
  inputNote: '. Replaces the whole draft; omitted fields are cleared.',
  input: (t) => ({
    draftId: t.id({ description: `${idText('Draft to replace')} Default: a new one.` }),
    listId: t.id({ description: `${idText('List that it changes')} Default: none, for a new list.` }),
    definitionVersion: t.int({
      description: "Version of the list's definition that the draft started from.",
    }),
    name: t.string({ description: 'Name: at most 200 characters after trimming.' }),
    definition: t.field({
      type: 'JSON',
      required: true,
      description: 'Definition in the form of REST: any JSON object of at most 256 KiB.',
    }),
    ifVersion: t.int({
      description:
        'Version of the draft that the caller has read. If another version is current, the error is DRAFT_CONFLICT. Default: no check.',
    }),
    ifVersions: t.intList({
      description: 'Several versions instead of one `ifVersion`: one of them must be current.',
    }),
  }),
  payload: payload<Draft>((t) => ({
    draft: t.field({ type: DraftRef, description: 'Draft as saved.', resolve: (draft) => draft }),
  })),
  resolve: (input, { user, services: { lists } }) => {
    const { draftId, listId, definitionVersion, name, definition } = input;
    const content = {
      listId: listId == null ? undefined : toListId(listId),
      definitionVersion: definitionVersion ?? undefined,
      name: name ?? undefined,
      definition,
    };
    if (draftId == null) return lists.drafts.create(user, content);
    return lists.drafts.replace(user, toDraftId(draftId), content, acceptedVersions(input));
  },
});

mutation('deleteDraft', {
  description: 'Deletes a draft of the caller permanently. Any other draft is the error DRAFT_NOT_FOUND.',
  takes: 'Draft to delete.',
  input: (t) => ({ draftId: t.id(DRAFT_ID) }),
  payload: deletionPayload('Draft'),
  resolve: async ({ draftId }, { user, services }) => {
    const deletedId = toDraftId(draftId);
    await services.lists.drafts.delete(user, deletedId);
    return { deletedId };
  },
});
