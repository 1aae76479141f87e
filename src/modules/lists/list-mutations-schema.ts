import { inputDefinitionPrice, POINTS, priced } from '../../graphql/analysis/prices.ts';
import { toGlobalId } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { MAX_TAGS } from '../../lib/request-limits.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import { JSON_DEFINITION } from './definitions/definitions-schema.ts';
import { LIST_ID, listPayload, toListId } from './list-types.ts';

const TAGS_TEXT = `Tags: at most ${MAX_TAGS}, each of 1 to 40 characters after trimming. Of tags that differ in their spelling alone, the first is kept.`;

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
        'Definition of the members. Default: none; the list then holds only domains that are added manually.',
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
    'Creates a list that the caller owns, with the definition, the domains and the tags of a list that the caller can see. Permissions, watching and favourites are not copied. A definition that names lists which the caller cannot see is refused. Free.',
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

mutation('renameList', {
  description: 'Renames a list. Needs access as editor.',
  takes: 'List, and its new name.',
  inputNote: ': a list and its new name.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ required: true, description: 'New name: 1 to 200 characters after trimming.' }),
  }),
  payload: listPayload,
  resolve: ({ listId, name }, { user, services }) => services.lists.update(user, toListId(listId), { name }),
});

mutation('updateList', {
  description: 'Changes the name and the tags of a list. Needs access as editor.',
  takes: 'List, and what changes.',
  inputNote: '. A field that is left out, or null, stays as it is.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    name: t.string({ description: 'New name: 1 to 200 characters after trimming.' }),
    tags: t.stringList({ description: `${TAGS_TEXT} They replace those of before.` }),
  }),
  payload: listPayload,
  resolve: ({ listId, name, tags }, { user, services }) =>
    services.lists.update(user, toListId(listId), { name: name ?? undefined, tags: tags ?? undefined }),
});

mutation('setFavourite', {
  description:
    'Marks a list as a favourite of the caller, or removes the mark. Everybody can who sees the list.',
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
  payload: payload<{ deletedListId: number }>(
    (t) => ({
      deletedId: t.id({
        description: 'Global id of the deleted list, by which clients remove it from their caches.',
        resolve: ({ deletedListId }) => toGlobalId('List', deletedListId),
      }),
      deletedListId: t.exposeInt('deletedListId', { description: 'Numeric id of the deleted list.' }),
    }),
    'Result of deleteList: the id of the deleted list.',
  ),
  resolve: async (input, context) => {
    const listId = toListId(input.listId);
    await context.services.lists.delete(context.user, listId);
    return { deletedListId: listId };
  },
});
