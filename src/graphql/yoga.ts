import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { Request, Response } from 'express';
import { createYoga, type GraphiQLOptions, type Plugin } from 'graphql-yoga';
import { Fault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { type Gate, useAdmission } from './admission.ts';
import type { Context } from './context.ts';
import { useErrorReport } from './error-report.ts';
import { KeptError, toFault } from './errors.ts';
import { executeInTurn } from './heavy.ts';
import { toYogaError } from './http-status.ts';
import { executeOnce } from './idempotent.ts';
import { useNoIntrospection, withoutSuggestions } from './introspection-off.ts';
import { useOperationLimits } from './limits/plugin.ts';
import { withTimeLimit } from './limits/time-limit.ts';
import { parseBounded } from './parse.ts';
import { DOCUMENT_ID, usePersistedDocuments } from './persisted-documents.ts';
import { schema } from './schema.ts';
import { useSubscriptions } from './subscriptions.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export const GRAPHQL_PATH = '/graphql';

const WELCOME = `# Put your API key into the Headers tab below:
#
#   { "X-API-Key": "cds_user_…" }
#
# then run one of the operations: the button, or Ctrl-Enter.

# Free, like every query. Partners are LOCKED until your organization has
# unlocked the company; their number is always there.
query Welcome {
  viewer {
    user { name role }
    organization { name creditBalance }
  }
  companies(search: "works", first: 3) {
    edges {
      node {
        name
        primaryDomain
        partnerships(first: 2) {
          access
          totalCount
          edges { node { partnerName } }
        }
      }
    }
  }
}

# Costs one credit for each company that is not unlocked yet, and unlocks it
# for 30 days. Put a primaryDomain from the answer above here.
mutation Unlock {
  enrichPartnerships(input: { domains: ["kewoqoqa.example"] }) {
    creditsCharged
    creditsRemaining
    results {
      domain
      status
      partnerships { partnerName lastObservedAt }
    }
  }
}
`;

/** What an operator switches. */
export interface GraphQLSettings {
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Whether browsers are shown GraphiQL. */
  graphiql: boolean;
  /** The only documents that run; absent: any do. */
  trustedDocuments?: TrustedDocuments | undefined;
}

interface ServerContext {
  req: Request;
  res: Response;
}

/** The page takes its first query under this name, which Yoga's own options do not list. */
function withWelcome(options: GraphiQLOptions): GraphiQLOptions & { query: string } {
  return { ...options, query: WELCOME };
}

const useBoundedParser: Plugin<Context> = {
  onParse({ setParseFn }) {
    setParseFn(parseBounded);
  },
};

/** Hands every execution to the one in-process entry, so that both doors share compiled documents. */
const useSharedExecution: Plugin<Context & ServerContext> = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, operationName, variableValues, contextValue }) => {
      const { res, limits, principal } = contextValue;
      const operation = { document, operationName, variables: variableValues, context: contextValue };
      return executeOnce(operation, contextValue, (each) =>
        withTimeLimit(res, limits.timeoutMs, () => executeInTurn(each), principal?.organizationId),
      );
    });
  },
};

/**
 * The GraphQL door as an Express handler. Authentication and the body parser stand before it.
 *
 * @param contextOf what resolvers get, made from the request that Express has authenticated.
 */
export function createGraphQLHandler(
  contextOf: (req: Request) => Context,
  gate: Gate,
  logger: Logger,
  { introspection, graphiql, trustedDocuments }: GraphQLSettings,
) {
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    logging: false,
    cors: false,
    context: ({ req }) => contextOf(req),
    extraParamNames: [DOCUMENT_ID],
    plugins: [
      usePersistedDocuments(trustedDocuments),
      useBoundedParser,
      useOperationLimits,
      useAdmission(gate),
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
        return introspection || error instanceof Fault ? shown : withoutSuggestions(shown);
      },
    },
    renderGraphiQL: (options) => renderGraphiQL(withWelcome(options ?? {})),
    graphiql: graphiql && {
      title: 'Company data',
      headers: '{\n  "X-API-Key": "paste your key here"\n}',
      shouldPersistHeaders: false,
    },
  });
}
