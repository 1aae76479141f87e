import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Response } from 'supertest';
import type { TestService } from '../harness/service.ts';

/** Revision of the protocol without sessions. */
export const CURRENT = '2026-07-28';

interface Options {
  /** Query of the endpoint. */
  query?: string;
  /** `legacy`: with the handshake of older revisions. */
  mode?: 'legacy' | 'auto';
  /** How the person behind the client answers when a price is asked; undefined for a client that cannot ask. */
  answer?: (message: string) => object | Promise<object>;
}

/** Connects the client of the SDK to a service, with an API key. */
export async function connect(service: Pick<TestService, 'url'>, key: string, options: Options = {}) {
  const { query = '', mode = 'auto', answer } = options;
  const settings: ClientOptions = {
    versionNegotiation: { mode },
    ...(answer && { capabilities: { elicitation: { form: {} } } }),
  };
  const client = new Client({ name: 'tests', version: '1' }, settings);
  if (answer)
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }) => (await answer(params.message)) as never,
    );
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${query}`, service.url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return {
    client,
    /** Calls a tool. @returns its structured answer, and whether it is an error */
    async call(name: string, given: Record<string, unknown> = {}) {
      const {
        structuredContent,
        isError = false,
        content,
      } = await client.callTool({ name, arguments: given });
      return { isError, body: structuredContent as Response['body'], text: JSON.stringify(content) };
    },
    close: () => client.close(),
  };
}
