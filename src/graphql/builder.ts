import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { JSONResolver } from 'graphql-scalars';
import type PrismaTypes from '../generated/pothos-types.ts';
import { getDatamodel } from '../generated/pothos-types.ts';
import { Fault } from '../lib/fault.ts';
import { requireUser } from '../modules/access/access-service.ts';
import type { Context } from './context.ts';
import { defaultPrice } from './prices.ts';
import { requirePrincipal } from './principal.ts';
import { DateTime, FilterLiteral } from './scalars.ts';

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
    FilterLiteral: { Input: string | number | boolean; Output: string | number | boolean };
    JSON: { Input: unknown; Output: unknown };
  };
}

/**
 * The one builder. Access is declared where a query enters: every field of Query, Mutation and Subscription names its scope. A type
 * that is reached only through such a field says `extensions: inheritsAccess`; test/graphql/access.test.ts walks the
 * schema and fails on a type or root field that says neither.
 */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, PrismaPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  // The plugin lets fields name their price; what an operation costs, graphql/limits/ finds out before it runs.
  complexity: { disabled: true, fieldComplexity: defaultPrice },
  scopeAuth: {
    authScopes: ({ principal }) => ({
      anyKey: () => Boolean(requirePrincipal(principal)),
      userKey: () => Boolean(requireUser(requirePrincipal(principal))),
    }),
    // Refuses before a stream is opened, not at its first event.
    authorizeOnSubscribe: true,
    unauthorizedError: () => new Fault('insufficient_access', 'This key does not allow that.'),
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeTypeOptions: { description: 'An object that has an id of its own across all types.' },
    idFieldOptions: { description: 'The global id.' },
    // graphql/nodes.ts has both fields: they load every type by one statement, and give null where there is nothing.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    pageInfoTypeOptions: { description: 'Where a page stands in its connection.' },
    hasNextPageFieldOptions: { description: 'Whether there is more after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item.' },
    endCursorFieldOptions: { description: 'The cursor of the last item, for `after`.' },
  },
  prisma: {
    client: ({ services }) => services.prisma,
    dmmf: getDatamodel(),
  },
});

/** Marks a type that is reached only through fields which have checked the caller already. */
export const inheritsAccess = { access: 'inherited' } as const;

builder.addScalarType('DateTime', DateTime);
builder.addScalarType('FilterLiteral', FilterLiteral);
builder.addScalarType('JSON', JSONResolver);
builder.queryType({ description: 'Reads. Every field needs an API key.' });
builder.mutationType({ description: 'Changes. Every field needs an API key.' });
builder.subscriptionType({
  description: 'What happens from now on, over server-sent events. Every field needs an API key.',
});
