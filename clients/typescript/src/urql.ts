import { CONNECTIONS, KEYLESS_TYPES } from './generated/caches.ts';

/** Part of the options of `cacheExchange` of urql's Graphcache. */
export interface CacheConfig<Resolver> {
  /** Says of each type without an id that its objects have no key. */
  keys: Record<string, () => null>;
  /** Joins the pages of each connection. */
  resolvers: Record<string, Record<string, Resolver>>;
}

/**
 * Creates the `keys` of all types without an id and the `resolvers` of all connections for Graphcache. Pages of one
 * connection are joined; connections with other arguments, such as another search, stay apart.
 *
 * @param relayPagination of `@urql/exchange-graphcache/extras`.
 */
export function cacheConfig<Resolver>(relayPagination: () => Resolver): CacheConfig<Resolver> {
  const resolvers = Object.entries(CONNECTIONS).map(([type, connections]) => {
    const fields = Object.keys(connections).map((field) => [field, relayPagination()]);
    return [type, Object.fromEntries(fields)];
  });
  return {
    keys: Object.fromEntries(KEYLESS_TYPES.map((type) => [type, () => null])),
    resolvers: Object.fromEntries(resolvers),
  };
}
