import type { IncomingMessage } from 'node:http';
import type { Admission } from '../graphql/admission.ts';
import type { Context } from '../graphql/context.ts';
import type { Logger } from '../lib/logger.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
import type { Middleware } from './middleware.ts';
import type { TransferControl } from './transfer-control.ts';

/** Parts that both APIs are built from. */
export interface ApiParts {
  /** Middleware that runs before all other. */
  first: readonly Middleware[];
  identify: Middleware;
  /** Runs after the body was read. */
  identifyAgain: Middleware;
  /** Creates the context of resolvers for an identified request. */
  contextOf: (req: IncomingMessage) => Context;
  admission: Admission;
  /** Undefined if heavy operations are not limited. */
  work: WorkQueue | undefined;
  transfer: TransferControl;
  logger: Logger;
}
