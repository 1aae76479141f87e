import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError, type ParseOptions, type Source } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { Fault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { type Admission, useAdmission } from './admission.ts';
import type { Context } from './context.ts';
import type { DocumentCache } from './document-cache.ts';
import { useErrorReport } from './error-report.ts';
import { KeptError, toFault } from './errors.ts';
import { executeInTurn } from './heavy.ts';
import { toYogaError } from './http-status.ts';
import { executeOnce } from './idempotent.ts';
import { useNoIntrospection, withoutSuggestions } from './introspection-off.ts';
import { fitAnswer } from './limits/answer-size.ts';
import { useOperationLimits } from './limits/plugin.ts';
import { withTimeLimit } from './limits/time-limit.ts';
import { parseBounded } from './parse.ts';
import { DOCUMENT_ID, usePersistedDocuments } from './persisted-documents.ts';
import { schema } from './schema.ts';
import { sendResponse } from './send-response.ts';
import { useSubscriptions } from './subscriptions.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export const GRAPHQL_PATH = '/graphql';

/** What an operator switches. */
export interface GraphQLSettings {
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Whether browsers are shown GraphiQL. */
  graphiql: boolean;
  /** The only documents that run; absent: any do. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** Bytes that a document may have. */
  maxDocumentBytes: number;
  documentCache: DocumentCache;
}

interface ServerContext {
  req: IncomingMessage;
  res: ServerResponse;
}

/** Parses within the bounds of documents, and keeps what parsed and is valid. */
function useBoundedDocuments(maxBytes: number, { documents }: DocumentCache): Plugin<Context> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source, options?: ParseOptions) =>
        parseBounded(source, maxBytes, options),
      );
    },
    onValidate({ params }) {
      return ({ valid }) => {
        // Up to a hundred errors would hang on it.
        if (!valid) documents.delete(params.documentAST.loc?.source.body ?? '');
      };
    },
  };
}

/** Tells faults of services, which resolvers wrap, from errors of graphql-js. */
function isOwnFault(error: unknown): boolean {
  return error instanceof Fault || (error instanceof GraphQLError && error.originalError instanceof Fault);
}

/** Hands every execution to the one in-process entry, so that both APIs share compiled documents. */
const useSharedExecution: Plugin<Context & ServerContext> = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, operationName, variableValues, contextValue }) => {
      const { res } = contextValue;
      const operation = { document, operationName, variables: variableValues, context: contextValue };
      return executeOnce(operation, contextValue, (each) =>
        withTimeLimit(res, each.context, () => fitAnswer(executeInTurn(each), each.context)),
      );
    });
  },
};

/**
 * The GraphQL API as a handler. Authentication and the body parser stand before it.
 *
 * @param contextOf what resolvers get, made from the request that Express has authenticated.
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
