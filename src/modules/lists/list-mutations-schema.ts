import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { inputDefinitionPrice } from '../../graphql/definition-price.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import { LIST_ID, listPayload } from './list-payload-type.ts';
import { callerOf } from './list-types.ts';

const JSON_DEFINITION = 'The definition as REST spells it, instead of `definition`.';

const CreateListInput = builder.inputType('CreateListInput', {
  description: 'The input of createList.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    definition: t.field({ type: DefinitionInput, description: 'The filter; a list may do without.' }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
  }),
});

builder.mutationField('createList', (t) =>
  t.field({
    type: listPayload('CreateListPayload', 'createList'),
    complexity: inputDefinitionPrice,
    description: 'Makes a list that the caller owns.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: CreateListInput, required: true, description: 'What to make.' }) },
    resolve: async (_root, { input }, context) => {
      const definition = isDefinitionGiven(input) ? toRawDefinition(input) : undefined;
      return { list: await context.services.lists.create(callerOf(context), input.name, definition) };
    },
  }),
);

const RenameListInput = builder.inputType('RenameListInput', {
  description: 'The input of renameList.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    name: t.string({ required: true, description: '1 to 200 characters.' }),
  }),
});

builder.mutationField('renameList', (t) =>
  t.field({
    type: listPayload('RenameListPayload', 'renameList'),
    description: 'Gives a list another name. For editors.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RenameListInput, required: true, description: 'Which, and how.' }) },
    resolve: async (_root, { input }, context) => ({
      list: await context.services.lists.rename(callerOf(context), input.listId, input.name),
    }),
  }),
);

const DeleteListInput = builder.inputType('DeleteListInput', {
  description: 'The input of deleteList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const DeleteListPayload = builder.objectRef<{ deletedListId: number }>('DeleteListPayload').implement({
  description: 'The answer to deleteList.',
  extensions: inheritsAccess,
  fields: (t) => ({ deletedListId: t.exposeInt('deletedListId', { description: 'The list that is gone.' }) }),
});

builder.mutationField('deleteList', (t) =>
  t.field({
    type: DeleteListPayload,
    description: 'Deletes a list. For its owner.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: DeleteListInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId } }, context) => {
      await context.services.lists.delete(callerOf(context), listId);
      return { deletedListId: listId };
    },
  }),
);

const ReplaceDefinitionInput = builder.inputType('ReplaceDefinitionInput', {
  description: 'The input of replaceDefinition.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    definition: t.field({ type: DefinitionInput, description: 'The filter.' }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
    ifVersion: t.int({ description: 'The version that the caller has seen; another one now is a conflict.' }),
  }),
});

builder.mutationField('replaceDefinition', (t) =>
  t.field({
    type: listPayload('ReplaceDefinitionPayload', 'replaceDefinition'),
    complexity: inputDefinitionPrice,
    description: 'Appends a version of the definition. For editors.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: ReplaceDefinitionInput, required: true, description: 'Which, and what.' }) },
    resolve: async (_root, { input }, context) => {
      const { listId, ifVersion } = input;
      const raw = toRawDefinition(input);
      const lists = context.services.lists;
      return { list: await lists.replaceDefinition(callerOf(context), listId, raw, ifVersion ?? undefined) };
    },
  }),
);

const RestoreDefinitionInput = builder.inputType('RestoreDefinitionInput', {
  description: 'The input of restoreDefinition.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    version: t.int({ required: true, description: 'The version to have again.' }),
  }),
});

builder.mutationField('restoreDefinition', (t) =>
  t.field({
    type: listPayload('RestoreDefinitionPayload', 'restoreDefinition'),
    description: 'Appends an earlier version of the definition once more. For editors.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RestoreDefinitionInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId, version } }, context) => ({
      list: await context.services.lists.restoreDefinition(callerOf(context), listId, version),
    }),
  }),
);
