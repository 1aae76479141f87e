import { CompanyDataError } from './errors.ts';

/** A page of a Relay connection. */
export interface Connection<Edge> {
  readonly edges: readonly Edge[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

type Options = { signal?: AbortSignal };

type Run = (document: unknown, variables: unknown, options: Options) => Promise<unknown>;

type Select = (result: unknown) => Connection<unknown> | null | undefined;

/** Returns a function that yields the edges of all pages; it holds one page at a time. */
export function readConnection(run: Run) {
  return async function* connection(
    document: unknown,
    variables: object | undefined,
    select: Select,
    options: Options = {},
  ): AsyncGenerator<unknown, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const page = after === undefined ? variables : { ...variables, after };
      const found = select(await run(document, page, options));
      if (!found) throw invalid('The response has no connection where `select` looks for it.');
      const { edges, pageInfo } = found;
      for (const edge of edges) {
        options.signal?.throwIfAborted();
        yield edge;
      }
      if (!pageInfo.hasNextPage) return;
      // Another request for the same page would go on for ever.
      if (!pageInfo.endCursor || pageInfo.endCursor === after)
        throw invalid(
          'The pages do not advance. Select `pageInfo { hasNextPage endCursor }`, and pass `$after`.',
        );
      after = pageInfo.endCursor;
    }
  };
}

function invalid(message: string): CompanyDataError {
  return new CompanyDataError({ status: 200, code: 'unexpected_answer', message });
}
