import { CONNECTIONS } from './generated/caches.ts';

/** Policies of the types with connections, as `typePolicies` of Apollo Client's InMemoryCache takes them. */
export type ConnectionPolicies<Policy> = Record<string, { fields: Record<string, Policy> }>;

/**
 * Creates the `typePolicies` of all connections for Apollo Client. Pages of one connection are joined; connections with
 * other arguments, such as another search, stay apart.
 *
 * @param relayStylePagination of `@apollo/client/utilities`.
 */
export function connectionPolicies<Policy>(
  relayStylePagination: (keyArgs: string[] | false) => Policy,
): ConnectionPolicies<Policy> {
  const types = Object.entries(CONNECTIONS).map(([type, connections]) => {
    const fields = Object.entries(connections).map(([field, keys]: [string, readonly string[]]) => [
      field,
      relayStylePagination(keys.length > 0 ? [...keys] : false),
    ]);
    return [type, { fields: Object.fromEntries(fields) }];
  });
  return Object.fromEntries(types);
}
