import type { ENDPOINTS } from './endpoints.ts';
import type { paths } from './generated/rest.ts';
import type { Answer, Common, ItemOf, Method, Operation, PagedPath, RequestBody } from './rest-types.ts';

type OperationAt<Endpoint> = Endpoint extends `${infer M} ${infer P extends keyof paths & string}`
  ? Operation<Lowercase<M> & Method, P>
  : never;

/** The parameters of a path, in its order. */
type PathArguments<Template, Path> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? [id: Path[Name & keyof Path], ...PathArguments<Rest, Path>]
  : [];

type Query<O> = O extends { parameters: { query?: infer Q } }
  ? [NonNullable<Q>] extends [never]
    ? unknown
    : NonNullable<Q>
  : unknown;

type BodyArgument<O> = [RequestBody<O>] extends [never]
  ? []
  : O extends { requestBody: unknown }
    ? [body: RequestBody<O>]
    : [body?: RequestBody<O>];

type OptionsArgument<Options> = object extends Options ? [options?: Options] : [options: Options];

type Arguments<Endpoint, O> = [
  ...PathArguments<Endpoint, O extends { parameters: { path: infer Path } } ? Path : never>,
  ...BodyArgument<O>,
  ...OptionsArgument<Query<O> & Common>,
];

/** Calls an endpoint. Its arguments are the parameters of the path, the body, and the query together with options. */
type Call<Endpoint> = (
  ...args: Arguments<Endpoint, OperationAt<Endpoint>>
) => Promise<Answer<OperationAt<Endpoint>>>;

type Paged<Endpoint> = Endpoint extends `GET ${infer P extends PagedPath}`
  ? {
      /** Yields the items of all pages. Reads one page at a time, of `limit` items. */
      pages(...args: Arguments<Endpoint, OperationAt<Endpoint>>): AsyncGenerator<ItemOf<P>, void, undefined>;
    }
  : unknown;

type Methods<T> = {
  [Name in keyof T]: T[Name] extends string ? Call<T[Name]> & Paged<T[Name]> : Methods<T[Name]>;
};

/** Methods by resource, such as `lists.create`. */
export type Resources = Methods<typeof ENDPOINTS>;
