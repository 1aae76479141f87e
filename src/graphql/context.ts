import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationLimits } from '../config.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Principal, UserPrincipal } from '../lib/principal.ts';
import type { OperationReport } from '../lib/request-context.ts';

/** Services that resolvers call, one of each a process. Each module adds its own by declaration merging. */
export interface Services {
  prisma: PrismaClient;
}

/**
 * Context of resolvers. Each request has its own, so that loaders never share rows between callers, and each has a
 * valid key. Modules add what they keep for one request by declaration merging.
 */
export interface Context {
  principal: Principal;
  /** The principal of a personal key; undefined for an organization key. */
  user: UserPrincipal | undefined;
  requestId: string;
  report: OperationReport;
  /** Limits of one operation. */
  limits: OperationLimits;
  services: Services;
}

/** Context of fields that need a personal key: `t.withAuth({ userKey: true })`. */
export type UserContext = Context & { user: UserPrincipal };

/** Node's objects of a request and its response. */
export interface ServerContext {
  req: IncomingMessage;
  res: ServerResponse;
}
