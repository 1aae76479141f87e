import { errorsOf, isObject, unexpectedAnswer } from './errors.ts';
import { randomId } from './random-id.ts';
import type {
  Answer,
  FileBody,
  ItemOf,
  Method,
  Operation,
  OptionsArgument,
  PagedPath,
  PathWith,
} from './rest-types.ts';
import type { Outcome, Retry } from './retry.ts';
import { readJson, type Send } from './send.ts';

type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...options: OptionsArgument<Operation<M, P>>
) => Promise<Answer<Operation<M, P>>>;

export interface Rest {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** Yields the items of all pages from `offset` or `cursor` on. Reads one page at a time, of `limit` items. */
  pages<P extends PagedPath>(
    path: P,
    ...options: OptionsArgument<Operation<'get', P>>
  ): AsyncGenerator<ItemOf<P>, void, undefined>;
}

interface AnyOptions {
  params?: { path?: Record<string, string | number>; query?: Record<string, unknown> };
  body?: unknown;
  ifMatch?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface AnyAnswer {
  status: number;
  data: unknown;
  headers: Headers;
  requestId: string | undefined;
}

export function createRest(send: Send, retry: Retry): Rest {
  const call =
    (method: string) =>
    async (path: string, options: AnyOptions = {}): Promise<AnyAnswer> => {
      const { body, signal } = options;
      const request = {
        method,
        path: fill(path, options.params),
        headers: headersOf(method, options),
        ...(body === undefined ? {} : { body: isFile(body) ? body : JSON.stringify(body) }),
        signal,
      };
      const attempt = async (deadline: AbortSignal) => answerOf(await send({ ...request, deadline }), signal);
      const { value, error } = await retry.run(attempt, signal);
      if (value) return value;
      throw error;
    };

  // The types say per path what these functions do for any.
  return {
    GET: call('GET'),
    POST: call('POST'),
    PUT: call('PUT'),
    PATCH: call('PATCH'),
    DELETE: call('DELETE'),
    pages: (path: string, options?: AnyOptions) => readPages(call('GET'), path, options),
  } as unknown as Rest;
}

function headersOf(method: string, { body, ifMatch, idempotencyKey }: AnyOptions): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': typeOf(body) }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(method === 'GET' ? {} : { 'Idempotency-Key': idempotencyKey ?? randomId() }),
  };
}

const isFile = (body: unknown): body is FileBody => typeof body === 'string' || body instanceof Blob;

function typeOf(body: unknown): string {
  if (!isFile(body)) return 'application/json';
  return typeof body === 'string' ? 'text/csv' : body.type;
}

/** Fills in the parameters of a path and adds those of the query. Lists have commas, as the service reads them. */
function fill(template: string, params: AnyOptions['params'] = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.path?.[name];
    if (value === undefined || value === '') throw new TypeError(`${template} needs params.path.${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params.query ?? {})) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

async function answerOf(response: Response, signal: AbortSignal | undefined): Promise<Outcome<AnyAnswer>> {
  const { ok, status, headers } = response;
  if (!ok) throw errorsOf(response, await readJson(response, signal))[0] ?? unexpectedAnswer(response);
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return { value: { status, data: await dataOf(response, signal), headers, requestId } };
}

async function dataOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/json')) return readJson(response, signal);
  // A stream is the caller's from its first byte on: what was read of it cannot be repeated.
  return type === '' ? undefined : response.body;
}

async function* readPages(
  get: (path: string, options: AnyOptions) => Promise<AnyAnswer>,
  path: string,
  { params, ...options }: AnyOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  let query = params?.query ?? {};
  for (;;) {
    const { data } = await get(path, { ...options, params: { ...params, query } });
    const { items, next } = pageOf(path, data);
    for (const item of items) {
      options.signal?.throwIfAborted();
      yield item;
    }
    if (!next) return;
    query = { ...query, offset: undefined, ...next };
  }
}

function pageOf(path: string, data: unknown): { items: unknown[]; next: object | undefined } {
  const page = isObject(data) ? data : {};
  const [items, ...others] = Object.values(page).filter(Array.isArray);
  if (!items || others.length > 0) throw new TypeError(`${path} has no pages of one kind of items`);
  const { total, offset, next_cursor: cursor } = page;
  if (cursor !== undefined) return { items, next: cursor === null ? undefined : { cursor } };
  const end = Number(offset) + items.length;
  return { items, next: items.length > 0 && end < Number(total) ? { offset: end } : undefined };
}
