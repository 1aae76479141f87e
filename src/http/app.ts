import type { IncomingMessage, RequestListener } from 'node:http';
import express from 'express';
import { createAdmission } from '../api/pipeline/admission.ts';
import { createPipeline } from '../api/pipeline/pipeline.ts';
import { GRAPHQL_PATH, type GraphQLSettings } from '../api/yoga.ts';
import type { OperationLimits } from '../config.ts';
import type { Pool } from '../database/client.ts';
import type { Context, Services } from '../graphql/context.ts';
import { version } from '../lib/files.ts';
import type { Logger } from '../lib/logger.ts';
import { invalidApiKey, type Principal } from '../lib/principal.ts';
import type { RoundSigner } from '../mcp/confirm.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { CatalogueLoaders } from '../modules/catalogue/loaders.ts';
import type { Uploads } from '../modules/jobs/receive.ts';
import type { Oidc } from '../modules/sign-in/oidc.ts';
import type { PasskeySignIn } from '../modules/sign-in/passkeys.ts';
import type { Sessions } from '../modules/sign-in/sessions.ts';
import type { RequestObserver } from '../observability/observability.ts';
import { PREFIX } from '../rest/openapi/served.ts';
import { toProblem } from '../rest/problem.ts';
import {
  createSameSiteGuard,
  createSessionCookie,
  credentialOf,
  identify,
  identifyAgain,
} from './authentication.ts';
import { type ConsoleFiles, serveConsole } from './console.ts';
import { cors } from './cors.ts';
import { createDigestRoutes } from './digest-routes.ts';
import { createDocsRouter, createGraphiQL } from './docs-pages.ts';
import { handleErrors, notFound } from './errors.ts';
import { createGraphQLApi } from './graphql-api.ts';
import type { Guards } from './guards.ts';
import { GUIDE_PATH, type GuideFiles, refuseGuide, serveGuide } from './guide.ts';
import { createHealthRouter } from './health.ts';
import { createImportRoutes } from './import-routes.ts';
import { createJobRoutes } from './job-routes.ts';
import { createMcpApi, MCP_PATH } from './mcp-api.ts';
import { beginRequest, isBelow, stateOf } from './request.ts';
import { createRestApi } from './rest-api.ts';
import { createOidcRoutes, createSessionRoutes } from './session-routes.ts';
import { createSignInAdmission } from './sign-in-admission.ts';
import { openVendored } from './static-files.ts';
import { serveTexts, type TextFiles } from './texts.ts';
import type { UploadSlots } from './upload-slots.ts';

interface AppParts {
  /** Database that `/readyz` probes. */
  db: Pool;
  services: Services;
  authenticator: Authenticator;
  sessions: Sessions;
  /** Undefined without an OpenID provider. */
  oidc: Oidc | undefined;
  /** Whether the sign-in page offers nothing else than the OpenID provider and keys. */
  oidcOnly: boolean;
  passkeys: PasskeySignIn;
  uploads: Uploads;
  uploadSlots: UploadSlots;
  /** Origin under which browsers reach the service. */
  publicUrl: string;
  /** Creates the loaders of one request. */
  createLoaders: (principal: Principal) => CatalogueLoaders;
  logger: Logger;
  /** Undefined while log, metrics and traces are off. */
  observer: RequestObserver | undefined;
  isStopping: () => boolean;
  operationLimits: OperationLimits;
  graphql: GraphQLSettings;
  /** Origins whose pages may read responses; `*` for all. */
  corsOrigins: readonly string[];
  guards: Guards;
  /** Undefined while the console is off or not built. */
  consoleFiles: ConsoleFiles | undefined;
  /** Undefined while the guide is not built. */
  guideFiles: GuideFiles | undefined;
  /** Undefined while the texts of the guide are not built. */
  textFiles: TextFiles | undefined;
  /** Undefined while agents are not served. */
  mcp: { signer: RoundSigner } | undefined;
}

/** Creates the listener for both APIs, the console, the guide, GraphiQL, the REST documentation and the health checks. */
export function createApp(parts: AppParts): RequestListener {
  const { db, services, authenticator, createLoaders, logger, observer, isStopping } = parts;
  const { operationLimits, guards, consoleFiles, guideFiles, textFiles, publicUrl, corsOrigins } = parts;
  const credentials = {
    authenticator,
    cookie: createSessionCookie(publicUrl),
    sameSite: createSameSiteGuard(publicUrl),
  };
  const contextOf = (req: IncomingMessage): Context => {
    const { principal, requestId, report } = stateOf(req);
    if (!principal) throw invalidApiKey();
    const user = principal.kind === 'user' ? principal : undefined;
    const loaders = createLoaders(principal);
    return { principal, user, requestId, report, limits: operationLimits, services, loaders };
  };
  const begin = beginRequest(observer, guideFiles?.helpLinks);
  const allowOrigins = cors(corsOrigins);
  const pipeline = createPipeline(createAdmission(services.rateLimiter));
  const shared = {
    first: [begin, ...allowOrigins],
    identify: identify(credentials),
    identifyAgain: identifyAgain(credentials),
    contextOf,
    pipeline,
    guards,
    logger,
  };
  const { oidc, oidcOnly } = parts;
  const { guard } = createSignInAdmission({ admission: pipeline.admission, authenticator, db });
  const sessionRoutes = [
    // A person who signs out is a caller already.
    ...createSessionRoutes(credentials, parts).map((route) =>
      route.method === 'DELETE' ? route : guard(route, 'own'),
    ),
    ...createDigestRoutes(services.digests).map((route) => guard(route, 'own')),
    ...createOidcRoutes(credentials, oidc).map((route) => guard(route, 'provider')),
  ];
  const receiving = { ...shared, refuseUnread: guards.refuseUnread, slots: parts.uploadSlots };
  const jobRoutes = createJobRoutes({ ...receiving, uploads: parts.uploads });
  const importRoutes = createImportRoutes({ ...receiving, imports: services.importUploads });
  const rest = createRestApi(shared, [...sessionRoutes, ...jobRoutes, ...importRoutes]);
  const vendored = openVendored();
  const graphiql = parts.graphql.introspection ? createGraphiQL(vendored) : undefined;
  const graphql = createGraphQLApi(shared, parts.graphql, graphiql?.page);
  const mcp =
    parts.mcp &&
    createMcpApi(shared, { ...parts.mcp, version, pages: textFiles?.pages ?? [], publicUrl, corsOrigins });
  const site = express();
  site.disable('x-powered-by');
  site.disable('etag');
  site.use(begin);
  if (consoleFiles)
    site.use(
      serveConsole(consoleFiles, {
        ...(guideFiles && { guide: `${GUIDE_PATH}/` }),
        ...(oidc && { oidc: oidc.label }),
        ...(oidcOnly && { 'oidc-only': 'on' }),
      }),
    );
  if (textFiles) site.use(serveTexts(textFiles));
  if (guideFiles) site.use(serveGuide(guideFiles));
  if (allowOrigins.length > 0) site.use(...allowOrigins);
  site.use(createHealthRouter(db, isStopping));
  site.use(createDocsRouter(vendored));
  if (graphiql) site.use(graphiql.assets).get('/', (_req, res) => res.redirect(GRAPHQL_PATH));
  if (!guideFiles) site.use(refuseGuide);
  site.use(notFound, handleErrors(toProblem, logger));
  const listener: RequestListener = (req, res) => {
    if (isBelow(PREFIX, req.url)) rest(req, res);
    else if (isBelow(GRAPHQL_PATH, req.url)) graphql(req, res);
    else if (mcp && isBelow(MCP_PATH, req.url)) mcp(req, res);
    else site(req, res);
  };
  return guards.guard(listener, (req) => authenticator.ownerOf(credentialOf(req, credentials.cookie)?.text));
}
