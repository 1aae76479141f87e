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
