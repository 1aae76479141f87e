import { inputDefinitionPrice, POINTS, priced } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/fields.ts';
import { toGlobalId } from '../../graphql/ids.ts';
import { MAX_TAGS } from '../../lib/request-limits.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import { JSON_DEFINITION } from './definitions/definitions-schema.ts';
import { LIST_ID, listPayload, toListId } from './list-types.ts';

const TAGS_TEXT = `Tags: at most ${MAX_TAGS}, each of 1 to 40 characters after trimming. Of tags that differ in their spelling alone, the first is kept.`;

const CreateListInput = builder.inputType('CreateListInput', {
  description: 'Input of createList. Give at most one of `definition` and `definitionJson`.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the list: 1 to 200 characters after trimming.' }),
    definition: t.field({
      type: DefinitionInput,
      description:
        'Definition of the members. Default: none; the list then holds only domains that are added manually.',
    }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
    tags: t.stringList({ description: `${TAGS_TEXT} Default: none.` }),
  }),
});

builder.mutationField('createList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: listPayload('CreateListPayload', 'createList'),
    price: inputDefinitionPrice,
    description: 'Creates a list that the caller owns. Free.',
    args: { input: t.arg(inputOf(CreateListInput, 'Name and definition of the list.')) },
    resolve: (_root, { input }, { user, services }) => {
      const definition = isDefinitionGiven(input) ? toRawDefinition(input) : undefined;
      return services.lists.create(user, input.name, definition, input.tags ?? []);
    },
  }),
);

const DuplicateListInput = builder.inputType('DuplicateListInput', {
  description: 'Input of duplicateList.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({
      description:
        'Name of the copy: 1 to 200 characters after trimming. Default: "Copy of" and the name of the list.',
    }),
  }),
});

builder.mutationField('duplicateList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: listPayload('DuplicateListPayload', 'duplicateList'),
    price: priced(POINTS.count),
    description:
      'Creates a list that the caller owns, with the definition, the domains and the tags of a list that the caller can see. Permissions, watching and favourites are not copied. A definition that names lists which the caller cannot see is refused. Free.',
    args: { input: t.arg(inputOf(DuplicateListInput, 'List to copy.')) },
    resolve: (_root, { input: { listId, name } }, { user, services }) =>
      services.lists.duplicate(user, toListId(listId), name ?? undefined),
  }),
);

const RenameListInput = builder.inputType('RenameListInput', {
  description: 'Input of renameList: a list and its new name.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ required: true, description: 'New name: 1 to 200 characters after trimming.' }),
  }),
});

builder.mutationField('renameList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: listPayload('RenameListPayload', 'renameList'),
    description: 'Renames a list. Needs access as editor.',
    args: { input: t.arg(inputOf(RenameListInput, 'List, and its new name.')) },
    resolve: (_root, { input: { listId, name } }, { user, services }) =>
      services.lists.update(user, toListId(listId), { name }),
  }),
);

const UpdateListInput = builder.inputType('UpdateListInput', {
  description: 'Input of updateList. A field that is left out, or null, stays as it is.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ description: 'New name: 1 to 200 characters after trimming.' }),
    tags: t.stringList({ description: `${TAGS_TEXT} They replace those of before.` }),
  }),
});

builder.mutationField('updateList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: listPayload('UpdateListPayload', 'updateList'),
    description: 'Changes the name and the tags of a list. Needs access as editor.',
    args: { input: t.arg(inputOf(UpdateListInput, 'List, and what changes.')) },
    resolve: (_root, { input: { listId, name, tags } }, { user, services }) =>
      services.lists.update(user, toListId(listId), { name: name ?? undefined, tags: tags ?? undefined }),
  }),
);

const SetFavouriteInput = builder.inputType('SetFavouriteInput', {
  description: 'Input of setFavourite.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    favourite: t.boolean({ required: true, description: 'Whether the list is a favourite of the caller.' }),
  }),
});

builder.mutationField('setFavourite', (t) =>
  t.withAuth({ userKey: true }).field({
    type: listPayload('SetFavouritePayload', 'setFavourite'),
    description:
      'Marks a list as a favourite of the caller, or removes the mark. Everybody can who sees the list.',
    args: { input: t.arg(inputOf(SetFavouriteInput, 'List, and whether it is marked.')) },
    resolve: (_root, { input: { listId, favourite } }, { user, services }) =>
      services.lists.favourites.set(user, toListId(listId), favourite),
  }),
);

const DeleteListInput = builder.inputType('DeleteListInput', {
  description: 'Input of deleteList: the list to delete.',
  fields: (t) => ({ listId: t.id(LIST_ID) }),
});

const DeleteListPayload = innerType<{ deletedListId: number }>('DeleteListPayload', {
  description: 'Result of deleteList: the id of the deleted list.',
  fields: (t) => ({
    deletedId: t.id({
      description: 'Global id of the deleted list, by which clients remove it from their caches.',
      resolve: ({ deletedListId }) => toGlobalId('List', deletedListId),
    }),
    deletedListId: t.exposeInt('deletedListId', { description: 'Numeric id of the deleted list.' }),
  }),
});

builder.mutationField('deleteList', (t) =>
  t.withAuth({ userKey: true }).field({
    type: DeleteListPayload,
    description: 'Deletes a list with its versions, domains and paid exports. Only the owner can do this.',
    args: { input: t.arg(inputOf(DeleteListInput, 'List to delete for everybody who can see it.')) },
    resolve: async (_root, { input }, context) => {
      const listId = toListId(input.listId);
      await context.services.lists.delete(context.user, listId);
      return { deletedListId: listId };
    },
  }),
);
