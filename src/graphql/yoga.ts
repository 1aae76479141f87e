import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { Request, Response } from 'express';
import { GraphQLError, parse } from 'graphql';
import { createYoga, type GraphiQLOptions, type Plugin } from 'graphql-yoga';
import type { Logger } from '../lib/logger.ts';
import type { Context } from './context.ts';
import { useErrorReport } from './error-report.ts';
import { toFault, toPublicError } from './errors.ts';
import { executeOperation, operationNameOf } from './execute.ts';
import { schema } from './schema.ts';

export const GRAPHQL_PATH = '/graphql';

const WELCOME = `# Put your API key into the Headers tab below:
#
#   { "X-API-Key": "cds_user_…" }
#
# then run the query: the button, or Ctrl-Enter.

query Welcome {
  viewer {
    user { name role }
    organization { name creditBalance }
  }
  companies(search: "works", first: 3) {
    edges {
      node { name primaryDomain partnershipCount }
    }
  }
}
`;

interface ServerContext {
  req: Request;
  res: Response;
}

/** The page takes its first query under this name, which Yoga's own options do not list. */
function withWelcome(options: GraphiQLOptions): GraphiQLOptions & { query: string } {
  return { ...options, query: WELCOME };
}

/** Far above what people write. */
const MAX_TOKENS = 5_000;

/** Parses within bounds: of length by counting tokens, of depth by the stack, whose overflow is the caller's fault. */
const useBoundedParser: Plugin<Context> = {
  onParse({ setParseFn }) {
    setParseFn((source, options) => {
      try {
        return parse(source, { ...options, maxTokens: MAX_TOKENS });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new GraphQLError('Syntax Error: the document is nested too deep.', {
          extensions: { code: 'GRAPHQL_PARSE_FAILED' },
        });
      }
    });
  },
};

/** Hands every execution to the one in-process entry, so that both doors share compiled documents. */
const useSharedExecution: Plugin<Context> = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, operationName, variableValues, contextValue }) => {
      const name = operationName ?? operationNameOf(document);
      if (name) contextValue.report.operation = name;
      return executeOperation({ document, operationName, variables: variableValues, context: contextValue });
    });
  },
};

/**
 * The GraphQL door as an Express handler. Authentication and the body parser stand before it.
 *
 * @param contextOf what resolvers get, made from the request that Express has authenticated.
 */
export function createGraphQLHandler(contextOf: (req: Request) => Context, logger: Logger) {
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    logging: false,
    cors: false,
    context: ({ req }) => contextOf(req),
    plugins: [useBoundedParser, useSharedExecution, useErrorReport((req) => contextOf(req).report)],
    maskedErrors: {
      errorMessage: '',
      maskError(error) {
        const fault = toFault(error);
        if (fault.code === 'internal_error') logger.error({ err: fault.cause }, 'a GraphQL operation failed');
        return toPublicError(error);
      },
    },
    renderGraphiQL: (options) => renderGraphiQL(withWelcome(options ?? {})),
    graphiql: {
      title: 'Company data',
      headers: '{\n  "X-API-Key": "paste your key here"\n}',
      shouldPersistHeaders: false,
    },
  });
}
