import type { IncomingMessage } from 'node:http';
import type { Pipeline } from '../api/pipeline/pipeline.ts';
import type { Context } from '../graphql/context.ts';
import type { Logger } from '../lib/logger.ts';
import type { TransferControl } from './connection/connection.ts';
import type { Middleware } from './middleware.ts';

/** Parts that both APIs are built from. */
export interface ApiParts {
  /** Middleware that runs before all other. */
  first: readonly Middleware[];
  identify: Middleware;
  /** Runs after the body was read. */
  identifyAgain: Middleware;
  /** Creates the context of resolvers for an identified request. */
  contextOf: (req: IncomingMessage) => Context;
  pipeline: Pipeline;
  transfer: TransferControl;
  logger: Logger;
}
