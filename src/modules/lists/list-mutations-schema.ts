import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { inputDefinitionPrice } from '../../graphql/definition-price.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import { LIST_ID, listPayload } from './list-payload-type.ts';
import { callerOf } from './list-types.ts';

const JSON_DEFINITION = 'Definition as JSON, in the form of REST, instead of `definition`.';

const CreateListInput = builder.inputType('CreateListInput', {
  description: 'Input of createList.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the list: 1 to 200 characters after trimming.' }),
    definition: t.field({
      type: DefinitionInput,
      description:
        'Definition of the members. Default: none; the list then holds only domains that are added manually.',
    }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
  }),
});

builder.mutationField('createList', (t) =>
  t.field({
    type: listPayload('CreateListPayload', 'createList'),
    complexity: inputDefinitionPrice,
    description: 'Creates a list that the caller owns. Free.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({
        type: CreateListInput,
        required: true,
        description: 'Name and definition of the list.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const definition = isDefinitionGiven(input) ? toRawDefinition(input) : undefined;
      return { list: await context.services.lists.create(callerOf(context), input.name, definition) };
    },
  }),
);

const RenameListInput = builder.inputType('RenameListInput', {
  description: 'Input of renameList.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    name: t.string({ required: true, description: 'New name: 1 to 200 characters after trimming.' }),
  }),
});

builder.mutationField('renameList', (t) =>
  t.field({
    type: listPayload('RenameListPayload', 'renameList'),
    description: 'Renames a list. Needs access as editor.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RenameListInput, required: true, description: 'List, and its new name.' }) },
    resolve: async (_root, { input }, context) => ({
      list: await context.services.lists.rename(callerOf(context), input.listId, input.name),
    }),
  }),
);

const DeleteListInput = builder.inputType('DeleteListInput', {
  description: 'Input of deleteList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const DeleteListPayload = builder.objectRef<{ deletedListId: number }>('DeleteListPayload').implement({
  description: 'Result of deleteList.',
  extensions: inheritsAccess,
  fields: (t) => ({
    deletedListId: t.exposeInt('deletedListId', { description: 'Numeric id of the deleted list.' }),
  }),
});

builder.mutationField('deleteList', (t) =>
  t.field({
    type: DeleteListPayload,
    description: 'Deletes a list with its versions, domains and paid exports. Only the owner can do this.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: DeleteListInput, required: true, description: 'List to delete.' }) },
    resolve: async (_root, { input: { listId } }, context) => {
      await context.services.lists.delete(callerOf(context), listId);
      return { deletedListId: listId };
    },
  }),
);

const ReplaceDefinitionInput = builder.inputType('ReplaceDefinitionInput', {
  description: 'Input of replaceDefinition.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    definition: t.field({
      type: DefinitionInput,
      description: 'New definition. Give this or `definitionJson`.',
    }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
    ifVersion: t.int({
      description:
        'Version that the caller has read. If another one is current, the error is DEFINITION_CONFLICT. Default: no check.',
    }),
  }),
});

builder.mutationField('replaceDefinition', (t) =>
  t.field({
    type: listPayload('ReplaceDefinitionPayload', 'replaceDefinition'),
    complexity: inputDefinitionPrice,
    description: 'Appends a new version of the definition. Needs access as editor.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({
        type: ReplaceDefinitionInput,
        required: true,
        description: 'List, and its new definition.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const { listId, ifVersion } = input;
      const raw = toRawDefinition(input);
      const lists = context.services.lists;
      return { list: await lists.replaceDefinition(callerOf(context), listId, raw, ifVersion ?? undefined) };
    },
  }),
);

const RestoreDefinitionInput = builder.inputType('RestoreDefinitionInput', {
  description: 'Input of restoreDefinition.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    version: t.int({ required: true, description: 'Number of the version to restore.' }),
  }),
});

builder.mutationField('restoreDefinition', (t) =>
  t.field({
    type: listPayload('RestoreDefinitionPayload', 'restoreDefinition'),
    description:
      'Restores an earlier version of the definition: appends it as a new version. Needs access as editor.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({
        type: RestoreDefinitionInput,
        required: true,
        description: 'List, and the version to restore.',
      }),
    },
    resolve: async (_root, { input: { listId, version } }, context) => ({
      list: await context.services.lists.restoreDefinition(callerOf(context), listId, version),
    }),
  }),
);
