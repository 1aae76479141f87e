import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toFault } from '../graphql/errors.ts';
import type { Fault } from '../lib/fault.ts';
import { isJsonObject } from '../lib/json.ts';
import { createConfirm, InputNeeded, type RoundSigner } from './confirm.ts';
import { DEFINITIONS } from './definition.ts';
import { toErrorResult } from './errors.ts';
import { lists } from './list-tools.ts';
import { getPrompt, invalid, shownPrompts } from './prompts.ts';
import { research } from './research-tools.ts';
import { type Page, readResource, shownResources } from './resources.ts';
import { spend } from './spend-tools.ts';
import { type Session, TOOLSETS, type Tool, type Toolset } from './tool.ts';

export const TOOLS: readonly Tool[] = [...research, ...lists, ...spend];

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** Which tools a client wants, by the query of the endpoint. */
export interface Choice {
  toolsets: ReadonlySet<Toolset>;
  readOnly: boolean;
}

export const ALL_TOOLS: Choice = { toolsets: new Set(TOOLSETS), readOnly: false };

const isChosen = ({ toolsets, readOnly }: Choice, { toolset, writes }: Tool) =>
  toolsets.has(toolset) && !(readOnly && writes);

/** What one request of a client brings to its server. */
export interface Visit extends Omit<Session, 'confirm'> {
  choice: Choice;
  /** Notes a tool that is called, and the error that it ends with. */
  called(tool: string, fault?: Fault): void;
}

interface Parts {
  version: string;
  pages: readonly Page[];
  signer: RoundSigner;
  onError: (error: Error) => void;
}

const INSTRUCTIONS =
  'Company data: find companies, count what a filter matches, keep lists of them, and buy partners. Everything is free but enrich. Begin with count_companies and words; it returns the definition that other tools take. Errors say which tool to call next.';

/** Lists of this server change with a release alone. */
const CACHED = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/** Result that the SDK sends as it is. */
const shownTools = (choice: Choice) =>
  TOOLS.filter((tool) => isChosen(choice, tool)).map(({ shown }) =>
    shown.name === 'count_companies'
      ? { ...shown, inputSchema: { ...shown.inputSchema, ...DEFINITIONS } }
      : shown,
  );

/**
 * Creates the handler of MCP requests. Each request has a server of its own, as the specification of 2026-07-28 has no sessions;
 * older clients are served in the same way. A handler of requests gets its visit in `authInfo.extra`.
 */
export function createMcp({ version, pages, signer, onError }: Parts) {
  const serverInfo = { name: 'company-data', title: 'Company data', version };
  const resources = shownResources(pages);
  const createServer = ({ authInfo }: McpRequestContext) => {
    const visit = authInfo?.extra?.visit as Visit;
    const server = new Server(serverInfo, {
      // Nothing of this changes while a client is connected, so there is nothing to subscribe to.
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': CACHED,
        'prompts/list': CACHED,
        'resources/list': CACHED,
        'server/discover': CACHED,
      },
      // A server without sessions has no way to ask an older client.
      inputRequired: { legacyShim: false },
    });
    server.setRequestHandler('tools/list', () => ({ tools: shownTools(visit.choice) }));
    server.setRequestHandler('tools/call', ({ params }, ctx) => callTool(visit, signer, params, ctx));
    server.setRequestHandler('resources/list', () => ({ resources }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      visit.called('resources/read');
      try {
        return await readResource(visit.call, pages, params.uri);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        const fault = toFault(error);
        visit.called('resources/read', fault);
        throw new ProtocolError(ProtocolErrorCode.InternalError, fault.message, { error: fault.code });
      }
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: shownPrompts }));
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments));
    return server;
  };
  const handler = createMcpHandler(createServer, { onerror: onError, keepAliveMs: 0 });
  const fetch: typeof handler.fetch = async (request, options) => {
    const { method, id = null } = isJsonObject(options?.parsedBody) ? options.parsedBody : {};
    // The SDK has this method. Here it is unknown, since nothing changes that a client could listen for.
    if (method !== 'subscriptions/listen') return handler.fetch(request, options);
    const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
    return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
  };
  return { fetch };
}

async function callTool(
  visit: Visit,
  signer: RoundSigner,
  { name, arguments: given }: { name: string; arguments?: Record<string, unknown> | undefined },
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = BY_NAME.get(name);
  if (!tool || !isChosen(visit.choice, tool)) throw invalid(`Unknown tool "${name}". tools/list names all.`);
  visit.called(name);
  const confirm = createConfirm(signer, ctx, visit.principal, name, given);
  try {
    const answer = await tool.run({ ...visit, confirm }, given);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (error) {
    if (error instanceof InputNeeded) return error.result;
    const fault = toFault(error);
    visit.called(name, fault);
    return toErrorResult(fault, name);
  }
}
