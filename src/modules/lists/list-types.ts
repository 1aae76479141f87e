import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { defineConnection, toConnection } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { type PageArguments, STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import { pagePrice } from '../../graphql/prices.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { isSelected } from '../../graphql/selections.ts';
import { UserRef } from '../access/access-types.ts';
import type { Company } from '../catalogue/company.ts';
import type { ListEvent } from './audit/audit-log.ts';
import { toCaller } from './caller.ts';
import type { DefinitionVersion } from './definitions/definitions.ts';
import type { DefinitionLoader } from './definitions/stored-definitions.ts';
import type { ListDomain } from './domains/domains.ts';
import type { AccessLevel, Caller, List, PageOf, PageRequest } from './list.ts';
import { toUser } from './list-user.ts';
import type { Permission } from './sharing/permissions.ts';

/** Who calls, for fields that need a person. */
export function callerOf({ principal }: Context): Caller {
  return toCaller(requirePrincipal(principal));
}

/** Companies of a sample; one that is no longer in the catalogue is passed over. */
export async function loadCompanies({ loaders }: Context, ids: readonly number[]): Promise<Company[]> {
  const companies = await Promise.all(ids.map((id) => loaders.company.load(id)));
  return companies.filter((company) => company !== null);
}

const definitionLoaders = new WeakMap<Context, DefinitionLoader>();

/** Definitions of all lists and versions of one query come in one statement. */
function definitionsOf(context: Context): DefinitionLoader {
  const loader = definitionLoaders.get(context) ?? context.services.lists.definitions();
  definitionLoaders.set(context, loader);
  return loader;
}

const LEVELS = { viewer: 'VIEWER', editor: 'EDITOR', owner: 'OWNER' } as const satisfies Record<
  AccessLevel,
  string
>;

export const AccessLevelEnum = builder.enumType('AccessLevel', {
  description: 'What a user may do with a list.',
  values: {
    VIEWER: {
      description:
        'Reads the list, its members, versions, audit log and permissions. Exports and materializes it.',
    },
    EDITOR: { description: 'Also changes the name, the definition and the domains.' },
    OWNER: { description: 'Also shares, transfers and deletes the list.' },
  } as const,
});

const TIMES = { createdAt: 'When it was created.', addedAt: 'When the domain was added or excluded.' };

const PermissionRef = builder.objectRef<Permission>('Permission').implement({
  description: 'Access to a list for one user, or for everybody in the organization.',
  extensions: inheritsAccess,
  fields: (t) => ({
    permissionId: t.exposeInt('permissionId', { description: 'Numeric id, for `revokePermission`.' }),
    orgWide: t.boolean({
      description: 'Whether the permission is for everybody in the organization.',
      resolve: ({ user }) => user === null,
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'User who has the permission; null if it is for everybody.',
      resolve: ({ user }) => (user === null ? null : toUser(user)),
    }),
    accessLevel: t.field({
      type: AccessLevelEnum,
      description: 'What the permission allows: VIEWER or EDITOR.',
      resolve: ({ accessLevel }) => LEVELS[accessLevel],
    }),
    grantedBy: t.field({
      type: UserRef,
      description: 'User who first granted the permission.',
      resolve: ({ grantedBy }) => toUser(grantedBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: TIMES.createdAt }),
  }),
});

const VersionRef = builder.objectRef<DefinitionVersion>('DefinitionVersion').implement({
  description: 'A version of a definition. Versions are appended, never changed.',
  extensions: inheritsAccess,
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Number of the version, from 1.' }),
    definition: t.field({
      type: 'JSON',
      description: 'Definition as JSON, in the form of REST. It can be sent as `definitionJson`.',
      resolve: ({ listId, version, definition }, _args, context) =>
        definition ?? definitionsOf(context).load({ listId, version }),
    }),
    author: t.field({
      type: UserRef,
      description: 'User who saved this version.',
      resolve: ({ author }) => toUser(author),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: TIMES.createdAt }),
  }),
});

const DomainRef = builder.objectRef<ListDomain>('ListDomain').implement({
  description: 'A domain that was manually added to a list or excluded from it.',
  extensions: inheritsAccess,
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Domain after cleaning.' }),
    companyId: t.exposeInt('companyId', {
      nullable: true,
      description: 'Numeric id of the company; null while the domain is not tracked.',
    }),
    addedBy: t.field({
      type: UserRef,
      description: 'User who added or excluded the domain.',
      resolve: ({ addedBy }) => toUser(addedBy),
    }),
    addedAt: t.expose('addedAt', { type: 'DateTime', description: TIMES.addedAt }),
  }),
});

const EventRef = builder.objectRef<ListEvent>('ListEvent').implement({
  description: 'One change of a list, as the audit log records it.',
  extensions: inheritsAccess,
  fields: (t) => ({
    eventId: t.exposeInt('eventId', {
      description: 'Numeric id of the event. Later events have larger ids.',
    }),
    action: t.exposeString('action', { description: 'Kind of change, such as definition_replaced.' }),
    actor: t.field({
      type: UserRef,
      description: 'User who made the change.',
      resolve: ({ actor }) => toUser(actor),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the change was made.' }),
    details: t.expose('details', {
      type: 'JSON',
      description: 'Values of the change, such as the names of domains.',
    }),
  }),
});

const VersionConnection = defineConnection('DefinitionVersion', 'a version', VersionRef);
const DomainConnection = defineConnection('ListDomain', 'a domain', DomainRef);
const EventConnection = defineConnection('ListEvent', 'a change', EventRef);

/** One page as a connection; a page knows its total. */
async function page<T>(args: PageArguments, read: (request: PageRequest) => Promise<PageOf<T>>) {
  const request = toPage(args, STANDARD_PAGE);
  const { items, total } = await read(request);
  return toConnection(items, request, request.offset + items.length < total, () => total);
}

export const ListRef = builder.objectRef<List>('List');
export const ListConnection = defineConnection('List', 'a list', ListRef);

defineNodes<List>(
  ListRef,
  ({ listId }) => listId,
  // Not started for an organization key, which is refused here.
  async (ids, context) => context.services.lists.findMany(callerOf(context), ids),
);

builder.node(ListRef, {
  description:
    'A saved, named set of companies: a definition, and domains that were added or excluded manually.',
  extensions: inheritsAccess,
  id: { resolve: (list) => list.listId, description: 'Global id of the list.' },
  isTypeOf: (value): value is List =>
    typeof value === 'object' && value !== null && 'definitionVersion' in value && 'accessLevel' in value,
  fields: (t) => {
    const pageArguments = {
      first: t.arg.int({ description: 'Page size: 1 to 1000, default 100.' }),
      after: t.arg.string({
        description: 'Cursor of the last edge of the previous page. Default: the first page.',
      }),
      offset: t.arg.int({ description: 'Number of objects to skip, instead of a cursor. Default 0.' }),
    };
    return {
      listId: t.exposeInt('listId', { description: 'Numeric id that REST shows as list_id.' }),
      name: t.exposeString('name', { description: 'Name of the list.' }),
      accessLevel: t.field({
        type: AccessLevelEnum,
        description: 'What the caller may do with the list.',
        resolve: ({ accessLevel }) => LEVELS[accessLevel],
      }),
      definition: t.field({
        type: 'JSON',
        description: 'Current definition as JSON, in the form of REST: registry_version and root.',
        resolve: ({ listId, definitionVersion: version, definition }, _args, context) =>
          definition ?? definitionsOf(context).load({ listId, version }),
      }),
      definitionVersion: t.exposeInt('definitionVersion', {
        description: 'Version of the current definition.',
      }),
      revision: t.exposeInt('revision', {
        description: 'A number that every change raises which can change the members.',
      }),
      owner: t.field({
        type: UserRef,
        description: 'User who owns the list.',
        resolve: ({ owner }) => toUser(owner),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: TIMES.createdAt }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the list was last changed.' }),
      permissions: t.field({
        type: [PermissionRef],
        description: 'Permissions of the list. The owner needs none.',
        resolve: (list, _args, { services }) => services.lists.permissions(list),
      }),
      versions: t.field({
        type: VersionConnection,
        description: 'Versions of the definition, newest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }) =>
          page(args, (request) => services.lists.versions(list, request)),
      }),
      auditLog: t.field({
        type: EventConnection,
        description: 'All changes of the list, newest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }, info) => {
          const withDetails = isSelected(info, ['edges', 'node', 'details']);
          return page(args, (request) => services.lists.events(list, request, withDetails));
        },
      }),
      addedDomains: t.field({
        type: DomainConnection,
        description: 'Domains that were added manually, latest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }) =>
          page(args, (request) => services.lists.domains(list, 'added', request)),
      }),
      excludedDomains: t.field({
        type: DomainConnection,
        description: 'Domains that were excluded manually, latest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }) =>
          page(args, (request) => services.lists.domains(list, 'excluded', request)),
      }),
    };
  },
});

export { PermissionRef, VersionRef };
