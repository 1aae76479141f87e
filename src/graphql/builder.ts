import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '../generated/pothos-types.ts';
import { getDatamodel } from '../generated/pothos-types.ts';
import { Fault } from '../lib/fault.ts';
import { requireUser } from '../modules/access/access-service.ts';
import type { Context } from './context.ts';
import { requirePrincipal } from './principal.ts';
import { DateTime } from './scalars.ts';

interface Scopes {
  /** Any valid key. */
  anyKey: boolean;
  /** A personal user key. */
  userKey: boolean;
}

interface SchemaTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  AuthScopes: Scopes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date | string };
  };
}

/**
 * The one builder. Access is declared where a query enters: every field of Query and Mutation names its scope. A type
 * that is reached only through such a field says `extensions: inheritsAccess`; test/graphql/access.test.ts walks the
 * schema and fails on a type or root field that says neither.
 */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ principal }) => ({
      anyKey: () => Boolean(requirePrincipal(principal)),
      userKey: () => Boolean(requireUser(requirePrincipal(principal))),
    }),
    unauthorizedError: () => new Fault('insufficient_access', 'This key does not allow that.'),
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeQueryOptions: { authScopes: { anyKey: true }, description: 'Any object that has an id, by that id.' },
    nodesQueryOptions: {
      authScopes: { anyKey: true },
      description: 'Objects by their ids, in the order asked.',
    },
    edgesFieldOptions: { description: 'The items of this page with their cursors.' },
    pageInfoFieldOptions: { description: 'Where this page stands.' },
  },
  prisma: {
    client: ({ services }) => services.prisma,
    dmmf: getDatamodel(),
  },
});

/** Marks a type that is reached only through fields which have checked the caller already. */
export const inheritsAccess = { access: 'inherited' } as const;

builder.addScalarType('DateTime', DateTime);
builder.queryType({ description: 'Reads. Every field needs an API key.' });
builder.mutationType({ description: 'Changes. Every field needs an API key.' });
