import { isObject } from './errors.ts';
import type {
  Answer,
  ItemOf,
  Method,
  Operation,
  OptionsArgument,
  PagedPath,
  PathWith,
} from './rest-types.ts';
import type { Send } from './send.ts';

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
  /** Every item of every page, from `offset` on, `limit` at a time. */
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

export function createRest(send: Send): Rest {
  const call =
    (method: string) =>
    async (path: string, options: AnyOptions = {}): Promise<AnyAnswer> => {
      const { body, signal } = options;
      const response = await send({
        method,
        path: fill(path, options.params),
        headers: headersOf(method, options),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      });
      const { status, headers } = response;
      const requestId = headers.get('X-Request-Id') ?? undefined;
      return { status, data: await dataOf(response), headers, requestId };
    };

  async function* pages(path: string, { params, ...options }: AnyOptions = {}): AsyncGenerator<unknown> {
    const get = call('GET');
    let offset = Number(params?.query?.offset ?? 0);
    for (;;) {
      const { data } = await get(path, {
        ...options,
        params: { ...params, query: { ...params?.query, offset } },
      });
      const { items, total } = readPage(data);
      yield* items;
      offset += items.length;
      if (items.length === 0 || offset >= total) return;
    }
  }

  // The types say per path what these functions do for any.
  return {
    GET: call('GET'),
    POST: call('POST'),
    PUT: call('PUT'),
    PATCH: call('PATCH'),
    DELETE: call('DELETE'),
    pages,
  } as unknown as Rest;
}

function headersOf(method: string, { body, ifMatch, idempotencyKey }: AnyOptions): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(method === 'GET' ? {} : { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
  };
}

/** Fills in the parameters of a path and adds those of the query; lists with commas, as the service reads them. */
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

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/json')) return response.json();
  return type === '' ? undefined : response.body;
}

function readPage(data: unknown): { items: unknown[]; total: number } {
  const page = isObject(data) ? data : {};
  const items: unknown = Object.values(page).find(Array.isArray);
  return { items: Array.isArray(items) ? items : [], total: Number(page.total) };
}
