import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { validationFault } from '../../lib/fault.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import type { DomainsChanged } from './domains.ts';
import type { ListExport } from './export.ts';
import type { GrantableLevel, List } from './list.ts';
import { AccessLevelEnum, callerOf, ListRef, PermissionRef } from './list-types.ts';
import { MaterializationRef, MemberCountsRef } from './member-types.ts';
import type { Granted } from './permissions.ts';
import type { Snapshot } from './snapshot.ts';

const LIST_ID = { required: true, description: 'The list.' } as const;
const DOMAIN = { required: true, description: 'The domain.' } as const;
const JSON_DEFINITION = 'The definition as REST spells it, instead of `definition`.';

const ListPayload = (name: string, of: string) =>
  builder.objectRef<{ list: List }>(name).implement({
    description: `The answer to ${of}.`,
    extensions: inheritsAccess,
    fields: (t) => ({ list: t.expose('list', { type: ListRef, description: 'The list as it is now.' }) }),
  });

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
    type: ListPayload('CreateListPayload', 'createList'),
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
    type: ListPayload('RenameListPayload', 'renameList'),
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
    type: ListPayload('ReplaceDefinitionPayload', 'replaceDefinition'),
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
    type: ListPayload('RestoreDefinitionPayload', 'restoreDefinition'),
    description: 'Appends an earlier version of the definition once more. For editors.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RestoreDefinitionInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId, version } }, context) => ({
      list: await context.services.lists.restoreDefinition(callerOf(context), listId, version),
    }),
  }),
);

const DomainsInput = builder.inputType('ListDomainsInput', {
  description: 'Domains of a list.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    domains: t.stringList({ required: true, description: '1 to 1000 domains; cleaned as in enrichment.' }),
  }),
});

const DomainsPayload = builder.objectRef<DomainsChanged>('ListDomainsPayload').implement({
  description: 'The answer to addDomains and excludeDomains.',
  extensions: inheritsAccess,
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'The list as it is now.' }),
    added: t.exposeStringList('added', { description: 'Domains that are on it now, and were not.' }),
    alreadyPresent: t.exposeStringList('alreadyPresent', { description: 'Domains that were on it.' }),
    notTracked: t.exposeStringList('notTracked', {
      description: 'Those of `added` that no company is known for, yet.',
    }),
    invalid: t.exposeStringList('invalid', { description: 'What is no domain, as it was sent.' }),
  }),
});

const DomainInput = builder.inputType('ListDomainInput', {
  description: 'A domain of a list.',
  fields: (t) => ({ listId: t.int(LIST_ID), domain: t.string(DOMAIN) }),
});

for (const [name, kind, what] of [
  ['addDomains', 'added', 'Adds domains to a list, excluded ones too. For editors.'],
  ['excludeDomains', 'excluded', 'Keeps domains off a list, added ones too. For editors.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: DomainsPayload,
      description: what,
      authScopes: { userKey: true },
      args: { input: t.arg({ type: DomainsInput, required: true, description: 'Which.' }) },
      resolve: (_root, { input: { listId, domains } }, context) =>
        context.services.lists.putDomains(callerOf(context), listId, kind, domains),
    }),
  );
}

const DomainPayload = ListPayload('ListDomainPayload', 'removeDomain and unexcludeDomain');
for (const [name, kind, what] of [
  ['removeDomain', 'added', 'Takes a domain that was added by hand off a list. For editors.'],
  ['unexcludeDomain', 'excluded', 'Lifts the exclusion of a domain. For editors.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: DomainPayload,
      description: what,
      authScopes: { userKey: true },
      args: { input: t.arg({ type: DomainInput, required: true, description: 'Which.' }) },
      resolve: async (_root, { input: { listId, domain } }, context) => ({
        list: await context.services.lists.takeDomain(callerOf(context), listId, kind, domain),
      }),
    }),
  );
}

const MaterializeListInput = builder.inputType('MaterializeListInput', {
  description: 'The input of materializeList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const MaterializeListPayload = builder
  .objectRef<{ list: List; snapshot: Snapshot }>('MaterializeListPayload')
  .implement({
    description: 'The answer to materializeList.',
    extensions: inheritsAccess,
    fields: (t) => ({
      list: t.expose('list', { type: ListRef, description: 'The list.' }),
      counts: t.field({
        type: MemberCountsRef,
        description: 'How many members it has.',
        resolve: ({ snapshot }) => snapshot.counts,
      }),
    }),
  });

builder.mutationField('materializeList', (t) =>
  t.field({
    type: MaterializeListPayload,
    description: 'Computes the members anew.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: MaterializeListInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId } }, context) => {
      const caller = callerOf(context);
      const list = await context.services.lists.find(caller, listId);
      return { list, snapshot: await context.services.lists.members.refresh(caller, list) };
    },
  }),
);

const GrantPermissionInput = builder.inputType('GrantPermissionInput', {
  description: 'The input of grantPermission: a user by id or e-mail, or the whole organization.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    userId: t.int({ description: 'A user of the organization.' }),
    email: t.string({ description: 'A user of the organization.' }),
    orgWide: t.boolean({ description: 'Everybody in the organization.' }),
    accessLevel: t.field({ type: AccessLevelEnum, required: true, description: 'VIEWER or EDITOR.' }),
  }),
});

const GrantPermissionPayload = builder.objectRef<Granted>('GrantPermissionPayload').implement({
  description: 'The answer to grantPermission.',
  extensions: inheritsAccess,
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'The list.' }),
    permission: t.expose('permission', { type: PermissionRef, description: 'The permission.' }),
    created: t.exposeBoolean('created', { description: 'False when an earlier one was changed.' }),
  }),
});

const GRANTABLE = { VIEWER: 'viewer', EDITOR: 'editor' } as const satisfies Record<string, GrantableLevel>;

builder.mutationField('grantPermission', (t) =>
  t.field({
    type: GrantPermissionPayload,
    description: 'Shares a list, or changes how it is shared. For its owner.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({ type: GrantPermissionInput, required: true, description: 'With whom, and how.' }),
    },
    resolve: (_root, { input: { listId, accessLevel, ...grantee } }, context) => {
      if (accessLevel === 'OWNER') {
        const message = 'must be viewer or editor; ownership is transferred, not granted';
        throw validationFault([{ pointer: '/access_level', message }]);
      }
      return context.services.lists.grant(callerOf(context), listId, grantee, GRANTABLE[accessLevel]);
    },
  }),
);

const RevokePermissionInput = builder.inputType('RevokePermissionInput', {
  description: 'The input of revokePermission.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    permissionId: t.int({ required: true, description: 'The permission.' }),
  }),
});

builder.mutationField('revokePermission', (t) =>
  t.field({
    type: ListPayload('RevokePermissionPayload', 'revokePermission'),
    description: 'Takes access to a list away, at once. For its owner.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RevokePermissionInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId, permissionId } }, context) => ({
      list: await context.services.lists.revoke(callerOf(context), listId, permissionId),
    }),
  }),
);

const TransferOwnershipInput = builder.inputType('TransferOwnershipInput', {
  description: 'The input of transferOwnership: a user by id or e-mail.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    userId: t.int({ description: 'A user of the organization.' }),
    email: t.string({ description: 'A user of the organization.' }),
  }),
});

builder.mutationField('transferOwnership', (t) =>
  t.field({
    type: ListPayload('TransferOwnershipPayload', 'transferOwnership'),
    description: 'Gives a list to somebody else; the caller stays as editor. For its owner.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: TransferOwnershipInput, required: true, description: 'To whom.' }) },
    resolve: async (_root, { input: { listId, ...to } }, context) => ({
      list: await context.services.lists.transfer(callerOf(context), listId, to),
    }),
  }),
);

const ExportListInput = builder.inputType('ExportListInput', {
  description: 'The input of exportList.',
  fields: (t) => ({ listId: t.int(LIST_ID) }),
});

const ExportListPayload = builder.objectRef<ListExport>('ExportListPayload').implement({
  description: 'The answer to exportList.',
  extensions: inheritsAccess,
  fields: (t) => ({
    materialization: t.expose('materialization', {
      type: MaterializationRef,
      description: 'The members that were paid for.',
    }),
    creditsCharged: t.exposeInt('creditsCharged', { description: 'Credits that this export cost.' }),
    creditsRemaining: t.exposeInt('creditsRemaining', { description: 'The balance afterwards, in credits.' }),
    url: t.string({
      description: 'Where the CSV is, for the same key; free for 30 days.',
      resolve: ({ materialization }) => `/v1/lists/${materialization.listId}/export.csv`,
    }),
  }),
});

builder.mutationField('exportList', (t) =>
  t.field({
    type: ExportListPayload,
    description: 'Pays for all members, one credit for each that was not paid for in the last 30 days.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: ExportListInput, required: true, description: 'Which.' }) },
    resolve: (_root, { input: { listId } }, context) =>
      context.services.lists.members.export(callerOf(context), listId, context.requestId),
  }),
);
