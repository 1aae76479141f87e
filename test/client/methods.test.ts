import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../clients/typescript/src/client.ts';
import { ENDPOINTS } from '../../clients/typescript/src/endpoints.ts';

interface Parameter {
  name?: string;
  in: string;
  example?: unknown;
  schema: { examples?: unknown[] };
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Partial<Record<'application/json' | 'text/csv', { example: unknown }>> };
  responses: Record<string, unknown>;
}
interface Call {
  endpoint: string;
  body: unknown;
  headers: Headers;
}
type Method = (...args: unknown[]) => Promise<{ data: unknown }>;

const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync('openapi.json', 'utf8'),
);
/** Sent by mail programs alone. */
const OF_MAILS = 'POST /v1/digest/unsubscribe';
const DOCUMENTED = Object.entries(paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      endpoint: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  .filter(({ endpoint }) => endpoint !== OF_MAILS);

/** The endpoint of each method, by the names that lead to the method. */
function namesOf(endpoints: object): [names: string[], endpoint: string][] {
  return Object.entries(endpoints).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[[name], value] as [string[], string]]
      : namesOf(value).map(([names, endpoint]) => [[name, ...names], endpoint] as [string[], string]),
  );
}
const METHODS = namesOf(ENDPOINTS);

const isJson = (headers: HeadersInit | undefined) =>
  new Headers(headers).get('Content-Type') === 'application/json';

/** Creates a client whose network records requests and returns the statuses in order, the last of them again. */
function clientOf(statuses: number[], calls: Call[] = [], options: object = {}) {
  const respond: typeof globalThis.fetch = async (url, { method, headers, body } = {}) => {
    const path = String(url).replace('https://data.example', '');
    calls.push({
      endpoint: `${method} ${path}`,
      body: body && (isJson(headers) ? JSON.parse(String(body)) : body),
      headers: new Headers(headers),
    });
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    const answer = status < 400 ? { name: 'A' } : { detail: { error: 'internal_error', message: 'No.' } };
    return new Response(JSON.stringify(answer), { status, headers: { 'Content-Type': 'application/json' } });
  };
  const settings = { baseUrl: 'https://data.example', apiKey: 'k', fetch: respond };
  return createClient({ ...settings, ...options });
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('methods by resource', () => {
  it('exist for each operation of openapi.json, once', () => {
    expect(METHODS.map(([, endpoint]) => endpoint).sort()).toEqual(
      DOCUMENTED.map(({ endpoint }) => endpoint).sort(),
    );
  });

  it.each(METHODS)('%j sends its path, body and query as documented: %s', async (names, endpoint) => {
    const { operation } = DOCUMENTED.find((each) => each.endpoint === endpoint) ?? {};
    const parameters = operation?.parameters ?? [];
    const exampleOf = ({ example, schema }: Parameter) => example ?? schema.examples?.[0];
    const inPath = new Map(parameters.filter((each) => each.in === 'path').map((each) => [each.name, each]));
    const order = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const ids = order.map((name) => String(exampleOf(inPath.get(name) as Parameter)));
    const query = parameters
      .filter((each) => each.in === 'query')
      .map((each) => [each.name, exampleOf(each)]);
    const { 'application/json': json, 'text/csv': file } = operation?.requestBody?.content ?? {};
    const body = (json ?? file)?.example;
    const calls: Call[] = [];
    const method = names.reduce<unknown>(
      (part, name) => (part as Record<string, unknown>)[name],
      clientOf([200], calls),
    ) as Method;
    await method(...ids, ...(body ? [body] : []), { ...Object.fromEntries(query), ifMatch: '"1"' });

    const [sent] = calls;
    const path = endpoint.replace(/\{(\w+)\}/g, () => encodeURIComponent(ids.shift() ?? ''));
    const search = new URLSearchParams(query.map(([name, value]) => [String(name), String(value)]));
    expect(sent?.endpoint).toBe(query.length > 0 ? `${path}?${search}` : path);
    expect(sent?.body).toEqual(body);
    expect(sent?.headers.get('If-Match')).toBe('"1"');
    expect(sent?.headers.has('Idempotency-Key')).toBe(!endpoint.startsWith('GET '));
  });

  it('have pages where the response has', async () => {
    const served = [
      { lists: [{ name: 'One' }], total: 2, limit: 1, next_cursor: 'x' },
      { lists: [{ name: 'Two' }], total: 2, limit: 1, next_cursor: null },
    ];
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      urls.push(String(url));
      return Response.json(served.shift());
    };
    const names: string[] = [];
    const client = createClient({ baseUrl: 'https://data.example', apiKey: 'k', fetch });
    for await (const { name } of client.lists.list.pages({ search: 'o', limit: 1 })) names.push(name);
    expect(names).toEqual(['One', 'Two']);
    expect(urls).toEqual([
      'https://data.example/v1/lists?search=o&limit=1',
      'https://data.example/v1/lists?search=o&limit=1&cursor=x',
    ]);
  });
});

describe('a call of a method', () => {
  it('is retried with its Idempotency-Key on 500, 502 and 504', async () => {
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((resume) => {
      queueMicrotask(resume);
      return {} as NodeJS.Timeout;
    });
    const calls: Call[] = [];
    const client = clientOf([500, 502, 504, 201], calls, { retries: 3 });
    expect((await client.lists.create({ name: 'A' })).data).toEqual({ name: 'A' });
    const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'));
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await client.enrich({ domains: ['acme.example'] }, { idempotencyKey: 'mine' });
    expect(calls.at(-1)?.headers.get('Idempotency-Key')).toBe('mine');
  });

  it('ends an attempt after `timeout`, and the whole after `totalTimeout`', async () => {
    let attempts = 0;
    const fetch: typeof globalThis.fetch = (_url, init) => {
      attempts += 1;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
      });
    };
    const never = { baseUrl: 'https://data.example', apiKey: 'k', fetch };
    const failed = { code: 'network_error', cause: { name: 'TimeoutError' } };
    const once = createClient({ ...never, timeout: 0.01, totalTimeout: 0.05, retries: 9 });
    await expect(once.companies.get('acme.example')).rejects.toMatchObject(failed);
    // The wait for the second attempt, of 0.2 seconds, would take longer than the call may.
    expect(attempts).toBe(1);
  });

  it('ends when its signal aborts', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      init?.signal?.throwIfAborted();
      return Response.json({});
    };
    const client = createClient({ baseUrl: 'https://data.example', apiKey: 'k', fetch });
    await expect(client.lists.members(1, { tier: 'high', signal })).rejects.toThrow('stopped');
  });

  it('sends the key, and none where none is given', async () => {
    const calls: Call[] = [];
    await clientOf([200], calls).account.get();
    await clientOf([200], calls, { apiKey: undefined }).account.get();
    expect(calls.map(({ headers }) => headers.get('X-API-Key'))).toEqual(['k', null]);
  });

  it('needs its ids', () => {
    const get = clientOf([200]).lists.get as unknown as Method;
    return expect(get()).rejects.toThrow('/v1/lists/{list_id} needs params.path.list_id');
  });
});
