/**
 * Arguments that tell the connections of the schema apart: all but those that name a page. A test compares them with
 * schema.graphql.
 */
export const CONNECTION_KEYS = {
  Company: {
    partnerships: [],
    technologies: [],
  },
  CreditEntry: {
    companies: [],
  },
  List: {
    addedDomains: [],
    auditLog: [],
    excludedDomains: [],
    materializations: [],
    members: ['forceRefresh', 'search', 'sort', 'tier'],
    permissions: [],
    versions: [],
  },
  ListChanges: {
    all: [],
    entered: [],
    left: [],
    tierChanged: [],
  },
  Organization: {
    creditEntries: [],
    users: ['includeDisabled'],
  },
  Query: {
    companies: ['search'],
    lists: ['orderBy', 'search'],
  },
  Viewer: {
    apiKeys: [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

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
  const types = Object.entries(CONNECTION_KEYS).map(([type, connections]) => {
    const fields = Object.entries(connections).map(([field, keys]: [string, readonly string[]]) => [
      field,
      relayStylePagination(keys.length > 0 ? [...keys] : false),
    ]);
    return [type, { fields: Object.fromEntries(fields) }];
  });
  return Object.fromEntries(types);
}
