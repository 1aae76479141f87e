import { createGraphQL, type GraphQL } from './graphql.ts';
import { createRest, type Rest } from './rest.ts';
import { createSend, type SendOptions } from './send.ts';

export interface CsvExport {
  /** RFC 4180 in UTF-8, as it comes. */
  csv: ReadableStream<Uint8Array>;
  creditsCharged: number;
  creditsRemaining: number;
}

export interface Client {
  /** Every path of the REST interface by its method. */
  rest: Rest;
  /** Any GraphQL operation. */
  graphql: GraphQL;
  /** All members of a list as CSV, charged in credits. */
  exportCsv(listId: number, options?: { signal?: AbortSignal }): Promise<CsvExport>;
}

/** A client for one key. */
export function createClient(options: SendOptions): Client {
  const send = createSend(options);
  const rest = createRest(send);
  return {
    rest,
    graphql: createGraphQL(send),
    async exportCsv(listId, { signal } = {}) {
      const params = { path: { list_id: listId } };
      const { data, headers } = await rest.GET('/v1/lists/{list_id}/export.csv', {
        params,
        ...(signal ? { signal } : {}),
      });
      return {
        csv: data,
        creditsCharged: Number(headers.get('X-Credits-Charged')),
        creditsRemaining: Number(headers.get('X-Credits-Remaining')),
      };
    },
  };
}

export { CompanyDataError, type ErrorCode, type TransportCode } from './errors.ts';
export type * as schema from './generated/graphql.ts';
export type { components, operations, paths } from './generated/rest.ts';
export { type GraphQL, type TypedDocumentNode, TypedDocumentString } from './graphql.ts';
export type { Rest } from './rest.ts';
export type { SendOptions } from './send.ts';
