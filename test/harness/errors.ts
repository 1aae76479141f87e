import type { Response } from 'supertest';

/** Status and body of a REST answer, for whole-answer comparisons. */
export function answer(response: Response): { status: number; body: unknown } {
  return { status: response.status, body: response.body };
}

/** The codes of a GraphQL answer's errors. */
export function codes(response: Response): string[] {
  const errors: Array<{ extensions?: { code?: string } }> = response.body.errors ?? [];
  return errors.map((error) => error.extensions?.code ?? '(none)');
}

/**
 * Everything that a GraphQL answer says but where in the document an error was met: a document that runs compiled, after
 * some uses, leaves that out.
 */
export function refusal({ status, body }: Response): unknown {
  const errors: Array<{ message: string; path?: unknown; extensions?: object }> = body.errors ?? [];
  return {
    status,
    data: body.data,
    errors: errors.map(({ message, path, extensions }) => ({ message, path, extensions })),
  };
}

/** A GraphQL answer's body without the report of its cost, which test/graphql/cost.test.ts is about. */
export function withoutCost({ body }: Response): unknown {
  const { extensions: { cost: _cost, ...extensions } = {}, ...rest } = body;
  return Object.keys(extensions).length > 0 ? { ...rest, extensions } : rest;
}
