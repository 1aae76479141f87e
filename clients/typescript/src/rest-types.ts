import type { paths } from './generated/rest.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer O> ? O : never;

/** Parameters that there are: an operation without a query has `query?: never`. */
type Given<T> = { [K in keyof T as [Exclude<T[K], undefined>] extends [never] ? never : K]: T[K] };

type Parameters<O> = O extends { parameters: infer T } ? Given<Pick<T, keyof T & ('path' | 'query')>> : never;

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

type WithParams<T> = [RequiredKeys<T>] extends [never] ? { params?: T } : { params: T };

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

type WithBody<O> = O extends { requestBody: infer Body }
  ? { body: JsonOf<Body> }
  : O extends { requestBody?: infer Body }
    ? [JsonOf<Exclude<Body, undefined>>] extends [never]
      ? object
      : { body?: JsonOf<Exclude<Body, undefined>> }
    : object;

interface Common {
  /** Nothing is stored unless the version is this: an ETag. */
  ifMatch?: string;
  /** For whatever is not a GET; a new one unless given. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export type Options<O> = WithParams<Parameters<O>> & WithBody<O> & Common;

/** The options as an argument, which may be left out where everything in it may. */
export type OptionsArgument<O> = [RequiredKeys<Options<O>>] extends [never]
  ? [options?: Options<O>]
  : [options: Options<O>];

type BodyOf<R> = R extends { content: { 'application/json': infer Body } }
  ? Body
  : R extends { content: { 'text/csv': unknown } }
    ? ReadableStream<Uint8Array>
    : undefined;

/** A good answer: told apart by its status where there are several. */
export type Answer<O> = O extends { responses: infer R }
  ? {
      [S in keyof R & (200 | 201 | 204)]: {
        status: S;
        data: BodyOf<R[S]>;
        headers: Headers;
        requestId: string | undefined;
      };
    }[keyof R & (200 | 201 | 204)]
  : never;

type Page = { total: number; limit: number; offset: number };

/** The paths whose answers are pages. */
export type PagedPath = {
  [P in PathWith<'get'>]: Answer<Operation<'get', P>>['data'] extends Page ? P : never;
}[PathWith<'get'>];

/** What a page is of. */
export type ItemOf<P extends PagedPath> = Answer<Operation<'get', P>>['data'] extends infer D
  ? { [K in keyof D]: D[K] extends readonly (infer Item)[] ? Item : never }[keyof D]
  : never;
