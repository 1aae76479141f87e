import { documentNamer } from './documents.ts';
import { createEvents, type EventOptions, type Events } from './events.ts';
import type { operations } from './generated/rest.ts';
import { createGraphQL, type GraphQL } from './graphql.ts';
import type { Resources } from './resource-types.ts';
import { createResources } from './resources.ts';
import { createRest, type Rest } from './rest.ts';
import { createRetry } from './retry.ts';
import { type ClientOptions, createSend } from './send.ts';
import { createSubscribe, type Subscribe } from './subscribe.ts';

/** The parameters of the export, such as `tier`. */
export type CsvOptions = NonNullable<operations['downloadExport']['parameters']['query']> & {
  signal?: AbortSignal;
};

export interface CsvExport {
  /** RFC 4180 in UTF-8, as a stream. */
  csv: ReadableStream<Uint8Array>;
  creditsCharged: number;
  creditsRemaining: number;
}

/** Methods of the REST API by resource, such as `lists.create`, beside the following. */
export interface Client extends Resources {
  /** Calls any path of the REST API by its method. */
  rest: Rest;
  /** Runs any GraphQL query or mutation. */
  graphql: GraphQL;
  /** Subscribes to the changes that a GraphQL subscription reports. */
  subscribe: Subscribe;
  /**
   * Yields the events of the feed, oldest first, and goes on to wait for more. Throws CompanyDataError when the service
   * refuses, for example with `cursor_expired`, or cannot be reached for long.
   */
  events(options?: EventOptions): Events;
  /** Exports the members of a list as CSV, all or those of a tier. This charges credits. */
  exportCsv(listId: number, options?: CsvOptions): Promise<CsvExport>;
}

/** Creates a client for one API key, or for the session of the browser. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options);
  const retry = createRetry(options);
  const rest = createRest(send, retry);
  const resources = createResources(rest);
  const nameDocument = documentNamer(options.trustedDocuments);
  return {
    ...resources,
    rest,
    graphql: createGraphQL(send, retry, nameDocument),
    subscribe: createSubscribe(send, retry, nameDocument),
    events: createEvents(rest, retry),
    async exportCsv(listId, options) {
      const { data, headers } = await resources.lists.downloadExport(listId, options);
      return {
        csv: data,
        creditsCharged: Number(headers.get('X-Credits-Charged')),
        creditsRemaining: Number(headers.get('X-Credits-Remaining')),
      };
    },
  };
}

export type { Connection } from './connection.ts';
export { type TypedDocumentNode, TypedDocumentString } from './documents.ts';
export { CompanyDataError, type ErrorCode, type InvalidValue, type TransportCode } from './errors.ts';
export type { EventOptions, Events, FeedEvent } from './events.ts';
// All of it: programs cannot add to an interface that is exported by name.
export type * from './fields.ts';
export type * as schema from './generated/graphql.ts';
export type { components, operations, paths } from './generated/rest.ts';
export type { GraphQL, OperationOptions, PartialResult } from './graphql.ts';
export type { Resources } from './resource-types.ts';
export type { Rest } from './rest.ts';
export type { ClientOptions } from './send.ts';
export type { Resync, Subscribe, SubscribeOptions } from './subscribe.ts';
