import type { paths } from './generated/rest.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer O> ? O : never;

/** The parameters that an operation has: one without a query has `query?: never`. */
type Given<T> = { [K in keyof T as [Exclude<T[K], undefined>] extends [never] ? never : K]: T[K] };

type Parameters<O> = O extends { parameters: infer T } ? Given<Pick<T, keyof T & ('path' | 'query')>> : never;

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

type WithParams<T> = [RequiredKeys<T>] extends [never] ? { params?: T } : { params: T };

/** A file. A text is CSV; a Blob says what it is by its `type`. */
export type FileBody = string | Blob;

type ContentOf<T> = T extends { content: { 'application/json': infer Body } }
  ? Body
  : T extends { content: { 'text/csv': unknown } }
    ? FileBody
    : never;

/** The body of a request; never if an operation takes none. */
export type RequestBody<O> = O extends { requestBody?: infer Body }
  ? ContentOf<Exclude<Body, undefined>>
  : never;

type WithBody<O> = [RequestBody<O>] extends [never]
  ? object
  : O extends { requestBody: unknown }
    ? { body: RequestBody<O> }
    : { body?: RequestBody<O> };

/** Options of every call. */
export interface Common {
  /** ETag of the version that the request replaces. Any other version is refused as `definition_conflict`. */
  ifMatch?: string;
  /** Replaces the new key that each call but a GET has. Retries of the call send the same one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export type Options<O> = WithParams<Parameters<O>> & WithBody<O> & Common;

/** The options as an argument. It may be left out where all options are optional. */
export type OptionsArgument<O> = [RequiredKeys<Options<O>>] extends [never]
  ? [options?: Options<O>]
  : [options: Options<O>];

type BodyOf<R> = R extends { content: { 'application/json': infer Body } }
  ? Body
  : R extends { content: { 'text/csv': unknown } }
    ? ReadableStream<Uint8Array>
    : undefined;

/** A successful response. `status` discriminates where an operation has several. */
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

type ListKeys<D> = { [K in keyof D]-?: NonNullable<D[K]> extends readonly unknown[] ? K : never }[keyof D];

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** Key of the items of a page; never if there are lists of several kinds. */
type ItemsKey<D> = D extends { total: number; limit: number }
  ? true extends IsUnion<ListKeys<D>>
    ? never
    : ListKeys<D>
  : never;

type DataOf<P extends PathWith<'get'>> = Answer<Operation<'get', P>>['data'];

/** The paths whose responses are pages of one kind of items. */
export type PagedPath = {
  [P in PathWith<'get'>]: [ItemsKey<DataOf<P>>] extends [never] ? never : P;
}[PathWith<'get'>];

/** Item of a page. */
export type ItemOf<P extends PagedPath> =
  DataOf<P> extends infer D
    ? D[ItemsKey<D> & keyof D] extends readonly (infer Item)[]
      ? Item
      : never
    : never;
