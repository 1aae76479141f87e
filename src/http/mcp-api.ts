import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Router } from 'express';
import { noteError } from '../graphql/errors.ts';
import { ONE_READ } from '../lib/cost-class.ts';
import { Fault, type FaultCode, invalidValue } from '../lib/fault.ts';
import { queryOf } from '../lib/http-headers.ts';
import { type Logger, logFault } from '../lib/logger.ts';
import type { Principal } from '../lib/principal.ts';
import { sendBody } from '../lib/send.ts';
import { didYouMeanKey, suggested } from '../lib/text.ts';
import { createCaller } from '../mcp/call.ts';
import { ALL_TOOLS, type Choice, createMcp, type Visit } from '../mcp/server.ts';
import { TOOLSETS } from '../mcp/tool.ts';
import { toProblem } from '../rest/problem.ts';
import { chargeBodySize } from './charging.ts';
import { refusePreflight } from './cors.ts';
import { handleErrors, notFound, refuseMethod } from './errors.ts';
import { type Middleware, pathOf, stateOf, toListener } from './request.ts';
import type { ApiDependencies } from './rest-api.ts';

export const MCP_PATH = '/mcp';

interface McpParts extends Pick<Parameters<typeof createMcp>[0], 'version' | 'pages' | 'signer'> {
  publicUrl: string;
  /** Origins whose pages may call the service; `*` for all. */
  corsOrigins: readonly string[];
}

/**
 * Creates the MCP endpoint for agents. Its tools run the documents that both APIs run, in the same pipeline. The SDK reads and writes
 * the protocol; this list does what REST and GraphQL do around an operation.
 */
export function createMcpApi(parts: ApiDependencies, settings: McpParts): RequestListener {
  const { first, identify, identifyAgain, pipeline, guards, logger } = parts;
  const router = Router();
  router.use([
    ...first,
    begin,
    requireOrigin(settings),
    identify,
    requireKey(settings.publicUrl),
    guards.refuseUnread,
    chargeBodySize(pipeline.admission),
    guards.readBody,
    identifyAgain,
    createHandler(parts, settings),
    handleErrors(toRpcError, logger),
  ]);
  return toListener(router);
}

const METHODS = ['POST', 'OPTIONS'];
const refuse = refuseMethod(METHODS, 'POST');
const preflight = refusePreflight(METHODS);

/** Names the route. There are no sessions, so GET has no stream and DELETE ends nothing. */
const begin: Middleware = (req, res, next) => {
  if (pathOf(req) !== MCP_PATH) return notFound(req, res, next);
  stateOf(req).route = MCP_PATH;
  if (req.method === 'OPTIONS') return preflight(req, res, next);
  return req.method === 'POST' ? next() : refuse(req, res, next);
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses pages of other origins. A page whose host name was made to lead here (DNS rebinding) has an origin and a host of its own;
 * programs send no origin, and reach the service by any name.
 *
 * @throws Fault cross_site_request
 */
function requireOrigin({ publicUrl, corsOrigins }: McpParts): Middleware {
  const allowed = new Set([publicUrl, ...corsOrigins]);
  const hosts = new Set([new URL(publicUrl).hostname, ...LOOPBACK]);
  const hostOf = ({ headers: { host = '' } }: IncomingMessage) =>
    URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  return (req, _res, next) => {
    const { origin } = req.headers;
    if (origin === undefined) return next();
    if (!allowed.has(origin) && !allowed.has('*'))
      throw new Fault(
        'cross_site_request',
        'Pages of this origin may not call /mcp. Operators: add it to CORS_ORIGINS.',
      );
    if (!hosts.has(hostOf(req)))
      throw new Fault(
        'cross_site_request',
        `The header Host must be that of ${publicUrl}. Operators: set PUBLIC_URL.`,
      );
    next();
  };
}

/** Requires an API key. An agent acts with a key of its own, never with the session of a person. */
function requireKey(publicUrl: string): Middleware {
  return (req, _res, next) => {
    const { principal } = stateOf(req);
    if (principal && !principal.isSession) return next();
    if (principal) throw new Fault('cross_site_request', 'MCP takes API keys only, no sessions.');
    const message = `The request has no valid API key. Send "Authorization: Bearer cds_user_…". People make keys at ${publicUrl}/app/settings/keys; operators by "company-data key create".`;
    throw new Fault('invalid_api_key', message);
  };
}

function createHandler({ contextOf, pipeline, logger }: ApiDependencies, settings: McpParts): Middleware {
  const callerOf = createCaller(pipeline);
  const { publicUrl, ...rest } = settings;
  const mcp = createMcp({ ...rest, onError: (err) => logger.debug({ err }, 'MCP refused a message') });
  return async (req, res) => {
    const state = stateOf(req);
    const { report } = state;
    if (Array.isArray(req.body)) throw new Fault('bad_request', 'Send one message a request, not a batch.');
    const visit: Visit = {
      call: callerOf(() => contextOf(req), res),
      principal: state.principal as Principal,
      publicUrl,
      choice: choiceOf(queryOf(req.url)),
      called: (tool, fault) => {
        report.operation = tool;
        report.tool = tool;
        if (fault) noteFault(req, res, fault, logger);
      },
    };
    const headers = Object.entries(req.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const request = new Request(publicUrl + MCP_PATH, { method: 'POST', headers });
    const authInfo = { token: '', clientId: '', scopes: [], extra: { visit } };
    const answer = await mcp.fetch(request, { authInfo, parsedBody: req.body });
    const text = await answer.text();
    // What ran no operation was work as well.
    if (!report.isAdmitted) await pipeline.admission.admit(state, res, ONE_READ);
    res.statusCode = answer.status;
    const type = answer.headers.get('content-type');
    if (type) res.setHeader('Content-Type', type);
    await sendBody(res, text);
  };
}

function noteFault(req: IncomingMessage, res: ServerResponse, fault: Fault, logger: Logger): void {
  const { report, requestId } = stateOf(req);
  noteError(report, res, fault.code);
  logFault(logger, fault, 'a tool failed', requestId);
}

/** Reads which tools a client wants. @throws Fault validation_error */
function choiceOf({ toolsets, read_only: readOnly, ...others }: Readonly<Record<string, unknown>>): Choice {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalidValue(`/${unknown}`, 'is not a known parameter; use toolsets or read_only');
  if (readOnly !== undefined && readOnly !== 'true' && readOnly !== 'false')
    throw invalidValue('/read_only', 'must be true or false');
  if (toolsets === undefined) return { ...ALL_TOOLS, readOnly: readOnly === 'true' };
  const names = String(toolsets).split(',');
  const wrong = names.find((name) => !TOOLSETS.some((known) => known === name));
  if (wrong !== undefined) {
    const message = `Unknown toolset "${wrong}"; use ${TOOLSETS.join(', ')}.`;
    throw invalidValue('/toolsets', suggested(message, didYouMeanKey(wrong, TOOLSETS)).message);
  }
  return {
    toolsets: new Set(TOOLSETS.filter((name) => names.includes(name))),
    readOnly: readOnly === 'true',
  };
}

/** Codes of JSON-RPC for what is refused before a message is read; -32000 is that of servers. */
const RPC_CODES: Partial<Record<FaultCode, number>> = { malformed_json: -32_700, bad_request: -32_600 };
const SERVER_ERROR = -32_000;

/** Builds the response of a request that never became a message. */
const toRpcError = (fault: Fault) => {
  const status = fault.code === 'validation_error' ? 400 : toProblem(fault).status;
  const { error, message, ...details } = toProblem(fault).body.detail;
  const code = RPC_CODES[fault.code] ?? SERVER_ERROR;
  return {
    status,
    body: { jsonrpc: '2.0', id: null, error: { code, message, data: { error, ...details } } },
  };
};
