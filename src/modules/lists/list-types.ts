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
import type { ListEvent } from './audit.ts';
import { toCaller } from './caller.ts';
import type { DefinitionVersion } from './definitions.ts';
import type { ListDomain } from './domains.ts';
import type { AccessLevel, Caller, List, PageOf, PageRequest } from './list.ts';
import type { DefinitionLoader } from './list-definitions.ts';
import { toUser } from './list-user.ts';
import type { Permission } from './permissions.ts';

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
  description: 'What somebody may do with a list.',
  values: {
    VIEWER: {
      description: 'Read it, its members, versions, audit log and permissions; export and materialize it.',
    },
    EDITOR: { description: 'Change its name, definition and domains as well.' },
    OWNER: { description: 'Share, transfer and delete it as well.' },
  } as const,
});

const TIMES = { createdAt: 'When it was made.', addedAt: 'When.' };

const PermissionRef = builder.objectRef<Permission>('Permission').implement({
  description: 'Access to a list for one user, or for everybody in the organization.',
  extensions: inheritsAccess,
  fields: (t) => ({
    permissionId: t.exposeInt('permissionId', { description: 'The id to revoke it by.' }),
    orgWide: t.boolean({
      description: 'Whether it is for everybody in the organization.',
      resolve: ({ user }) => user === null,
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Whose it is; null when it is for everybody.',
      resolve: ({ user }) => (user === null ? null : toUser(user)),
    }),
    accessLevel: t.field({
      type: AccessLevelEnum,
      description: 'What it allows.',
      resolve: ({ accessLevel }) => LEVELS[accessLevel],
    }),
    grantedBy: t.field({
      type: UserRef,
      description: 'Who granted it first.',
      resolve: ({ grantedBy }) => toUser(grantedBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: TIMES.createdAt }),
  }),
});

const VersionRef = builder.objectRef<DefinitionVersion>('DefinitionVersion').implement({
  description: 'A version of a definition. Versions are appended, never changed.',
  extensions: inheritsAccess,
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Counted from 1.' }),
    definition: t.field({
      type: 'JSON',
      description: 'The definition, as REST spells it.',
      resolve: ({ listId, version, definition }, _args, context) =>
        definition ?? definitionsOf(context).load({ listId, version }),
    }),
    author: t.field({
      type: UserRef,
      description: 'Who wrote it.',
      resolve: ({ author }) => toUser(author),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: TIMES.createdAt }),
  }),
});

const DomainRef = builder.objectRef<ListDomain>('ListDomain').implement({
  description: 'A domain that was added to a list, or excluded from it, by hand.',
  extensions: inheritsAccess,
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain, cleaned.' }),
    companyId: t.exposeInt('companyId', {
      nullable: true,
      description: 'The company behind it; null while none is known.',
    }),
    addedBy: t.field({
      type: UserRef,
      description: 'Who did it.',
      resolve: ({ addedBy }) => toUser(addedBy),
    }),
    addedAt: t.expose('addedAt', { type: 'DateTime', description: TIMES.addedAt }),
  }),
});

const EventRef = builder.objectRef<ListEvent>('ListEvent').implement({
  description: 'A change of a list.',
  extensions: inheritsAccess,
  fields: (t) => ({
    eventId: t.exposeInt('eventId', { description: 'Larger for later ones.' }),
    action: t.exposeString('action', { description: 'What was done, such as definition_replaced.' }),
    actor: t.field({ type: UserRef, description: 'Who did it.', resolve: ({ actor }) => toUser(actor) }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    details: t.expose('details', { type: 'JSON', description: 'What it was done with.' }),
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
  description: 'A saved, named set of companies: a filter, and domains added or excluded by hand.',
  extensions: inheritsAccess,
  id: { resolve: (list) => list.listId, description: 'The global id of the list.' },
  isTypeOf: (value): value is List =>
    typeof value === 'object' && value !== null && 'definitionVersion' in value && 'accessLevel' in value,
  fields: (t) => {
    const pageArguments = {
      first: t.arg.int({ description: 'How many: 1 to 1000, 100 unless given.' }),
      after: t.arg.string({ description: 'The cursor after which to go on.' }),
      offset: t.arg.int({ description: 'How many to pass over, instead of a cursor.' }),
    };
    return {
      listId: t.exposeInt('listId', { description: 'The id that REST shows as list_id.' }),
      name: t.exposeString('name', { description: 'The name of the list.' }),
      accessLevel: t.field({
        type: AccessLevelEnum,
        description: 'What the caller may do with it.',
        resolve: ({ accessLevel }) => LEVELS[accessLevel],
      }),
      definition: t.field({
        type: 'JSON',
        description: 'The filter that holds, as REST spells it: registry_version and root.',
        resolve: ({ listId, definitionVersion: version, definition }, _args, context) =>
          definition ?? definitionsOf(context).load({ listId, version }),
      }),
      definitionVersion: t.exposeInt('definitionVersion', { description: 'The version of the filter.' }),
      revision: t.exposeInt('revision', {
        description: 'Raised by every change that can change the members.',
      }),
      owner: t.field({ type: UserRef, description: 'Who owns it.', resolve: ({ owner }) => toUser(owner) }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: TIMES.createdAt }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      permissions: t.field({
        type: [PermissionRef],
        description: 'Who has access beside the owner.',
        resolve: (list, _args, { services }) => services.lists.permissions(list),
      }),
      versions: t.field({
        type: VersionConnection,
        description: 'The versions of the definition, newest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }) =>
          page(args, (request) => services.lists.versions(list, request)),
      }),
      auditLog: t.field({
        type: EventConnection,
        description: 'Every change, newest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }, info) => {
          const withDetails = isSelected(info, ['edges', 'node', 'details']);
          return page(args, (request) => services.lists.events(list, request, withDetails));
        },
      }),
      addedDomains: t.field({
        type: DomainConnection,
        description: 'Domains added by hand, latest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }) =>
          page(args, (request) => services.lists.domains(list, 'added', request)),
      }),
      excludedDomains: t.field({
        type: DomainConnection,
        description: 'Domains excluded by hand, latest first.',
        complexity: pagePrice(STANDARD_PAGE),
        args: pageArguments,
        resolve: (list, args, { services }) =>
          page(args, (request) => services.lists.domains(list, 'excluded', request)),
      }),
    };
  },
});

export { PermissionRef, VersionRef };
