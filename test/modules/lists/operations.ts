import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import type { TestService } from '../../harness/service.ts';
import { condition, definition } from '../filters/support.ts';

/** The definition that most of these tests use: companies with Kubernetes. */
export const KUBERNETES = definition(condition('technology', 'any_of', ['kubernetes']));
export const GERMAN = definition(condition('country', 'any_of', ['DE']));

/** Creates a list over REST. @returns its id. */
export async function createList(
  service: TestService,
  key: string,
  name: string,
  tree?: object,
): Promise<number> {
  const { status, body } = await service
    .rest(key)
    .post('/v1/lists', { name, ...(tree ? { definition: tree } : {}) });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.list_id;
}

/** A mutation with its input, beside the list. */
interface Mutation {
  mutation: string;
  input?: object;
  selects: string;
}

/** Runs a mutation of a list over GraphQL. */
export function mutateList(
  service: TestService,
  key: string,
  listId: number,
  { mutation, input = {}, selects }: Mutation,
): PromiseLike<Response> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selects} } }`;
  return service.graphql(key, query, { input: { listId, ...input } });
}
