import type { Response } from 'supertest';

/** Returns the status and body of a REST response, to compare them completely. */
export function answer(response: Response): { status: number; body: unknown } {
  return { status: response.status, body: response.body };
}

/** Returns the complete REST response of a refusal, as `answer` does. */
export function problem(status: number, error: string, message: unknown, more: object = {}) {
  return { status, body: { detail: { error, message, ...more } } };
}

/** Returns the complete REST response of a refusal of one value. */
export function invalid(pointer: string, message: string) {
  return problem(422, 'validation_error', `${pointer || 'body'}: ${message}`, {
    errors: [{ pointer, message }],
  });
}

/** Returns the error codes of a GraphQL response. */
export function codes(response: Pick<Response, 'body'>): string[] {
  const errors: Array<{ extensions?: { code?: string } }> = response.body.errors ?? [];
  return errors.map((error) => error.extensions?.code ?? '(none)');
}

/** Returns a GraphQL response without the locations of its errors. A document omits them once it runs compiled. */
export function refusal({ status, body }: Response): unknown {
  const errors: Array<{ message: string; path?: unknown; extensions?: object }> = body.errors ?? [];
  return {
    status,
    data: body.data,
    errors: errors.map(({ message, path, extensions }) => ({ message, path, extensions })),
  };
}

/** Returns the body of a GraphQL response without the cost report, which test/graphql/cost.test.ts covers. */
export function withoutCost({ body }: Pick<Response, 'body'>): unknown {
  const { extensions: { cost: _cost, ...extensions } = {}, ...rest } = body;
  return Object.keys(extensions).length > 0 ? { ...rest, extensions } : rest;
}
