import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { GraphQLError, type ParseOptions, type Source } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { type Admission, useAdmission } from '../graphql/admission.ts';
import type { Context, ServerContext } from '../graphql/context.ts';
import type { DocumentCache } from '../graphql/document-cache.ts';
import { KeptError, toFault, toYogaError, useErrorReport, usePartialAnswers } from '../graphql/errors.ts';
import { useNoIntrospection, withoutSuggestions } from '../graphql/introspection-off.ts';
import { fitAnswer } from '../graphql/limits/answer-size.ts';
import { useOperationLimits } from '../graphql/limits/plugin.ts';
import { withTimeLimit } from '../graphql/limits/time-limit.ts';
import { parseBounded } from '../graphql/parse.ts';
import { DOCUMENT_ID, type TrustedDocuments, usePersistedDocuments } from '../graphql/persisted-documents.ts';
import { useSubscriptions } from '../graphql/subscriptions.ts';
import { Fault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { sendStream, sendText } from '../lib/send.ts';
import { executeInTurn } from './heavy.ts';
import { executeOnce } from './idempotent.ts';
import { schema } from './schema.ts';

export const GRAPHQL_PATH = '/graphql';

/** Settings of the operator. */
export interface GraphQLSettings {
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Whether browsers get GraphiQL. */
  graphiql: boolean;
  /** The only documents that run; any document runs if absent. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  documentCache: DocumentCache;
}

/** Parses documents within their limits, and caches the valid ones. */
function useBoundedDocuments(maxBytes: number, { documents }: DocumentCache): Plugin<Context> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source, options?: ParseOptions) =>
        parseBounded(source, maxBytes, options),
      );
    },
    onValidate({ params }) {
      return ({ valid }) => {
        // A cached document would keep up to a hundred errors alive.
        if (!valid) documents.delete(params.documentAST.loc?.source.body ?? '');
      };
    },
  };
}

/** Returns whether an error is a fault of a service, which resolvers wrap, and not an error of graphql-js. */
function isOwnFault(error: unknown): boolean {
  return error instanceof Fault || (error instanceof GraphQLError && error.originalError instanceof Fault);
}

/** Executes operations as the REST API does, so that both APIs share compiled documents. */
const useSharedExecution: Plugin<Context & ServerContext> = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, operationName, variableValues, contextValue: context }) => {
      const operation = { schema, document, operationName, variables: variableValues, context };
      return executeOnce(operation, context, () =>
        withTimeLimit(context.res, context, () => fitAnswer(executeInTurn(operation), context)),
      );
    });
  },
};

/**
 * Creates the handler of the GraphQL API. Authentication and the body parser run before it.
 *
 * @param contextOf creates the context of resolvers for an authenticated request.
 */
export function createGraphQLHandler(
  contextOf: (req: IncomingMessage) => Context,
  admission: Admission,
  logger: Logger,
  { introspection, trustedDocuments, maxDocumentBytes, documentCache }: GraphQLSettings,
) {
  const yoga = createYoga<ServerContext, Context>({
    schema,
    parserAndValidationCache: {
      documentCache: documentCache.documents,
      errorCache: documentCache.errors,
      validationCache: true,
    },
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    logging: false,
    cors: false,
    context: ({ req }) => contextOf(req),
    extraParamNames: [DOCUMENT_ID],
    plugins: [
      usePersistedDocuments(trustedDocuments),
      useBoundedDocuments(maxDocumentBytes, documentCache),
      useOperationLimits,
      useAdmission(admission),
      useSharedExecution,
      useSubscriptions(({ req }) => contextOf(req)),
      introspection ? {} : useNoIntrospection,
      usePartialAnswers,
      useErrorReport((req) => contextOf(req).report),
    ],
    maskedErrors: {
      errorMessage: '',
      maskError(error) {
        if (error instanceof KeptError) return error;
        const fault = toFault(error);
        logFault(logger, fault, 'a GraphQL operation failed');
        const shown = toYogaError(error);
        return introspection || isOwnFault(error) ? shown : withoutSuggestions(shown);
      },
    },
    graphiql: false,
  });
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const response = await yoga.handleNodeRequestAndResponse(req, res, { req, res });
    await sendResponse(res, response);
  };
}

/** Answers that are written event by event, for as long as somebody listens. */
const STREAMED = /^(?:text\/event-stream|multipart\/)/;

/**
 * Sends what Yoga answered, by the one way that counts bytes until they are read. Yoga's own would hold the text of the
 * answer for as long.
 */
async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const { body, status, headers } = response;
  if (res.headersSent || res.destroyed) {
    await body?.cancel();
    return;
  }
  res.statusCode = status;
  headers.forEach((value, name) => {
    if (name !== 'content-length') res.setHeader(name, value);
  });
  res.setHeader('Cache-Control', 'no-store');
  if (body && STREAMED.test(headers.get('content-type') ?? '')) {
    // Bytes, not objects: sixteen events would be read ahead of a slow reader otherwise.
    await sendStream(res, Readable.from(body, { objectMode: false }));
    return;
  }
  await sendText(res, await response.text());
}
