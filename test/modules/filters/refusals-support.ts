import { describe, expect, it } from '@jest/globals';
import type { Tenant, TestService } from '../../harness/service.ts';
import { condition, definition } from './support.ts';

export const PREVIEW_PATH = '/v1/lists/preview-count';

/** A bounded and an unbounded condition. */
export const good = condition('technology', 'any_of', ['kubernetes']);
export const bad = condition('technology', 'none_of', ['kubernetes']);

/** Returns a tree of `depth` levels, including the condition. */
export const nest = (depth: number): object => (depth === 1 ? good : { and: [nest(depth - 1)] });

export const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

export interface Refused {
  pointer: string;
  code: string;
  message: string;
  allowed?: readonly string[];
  did_you_mean?: string[];
}

/** Returns an expected error. */
export const mistake = (
  pointer: string,
  code: string,
  message: string,
  allowed?: readonly string[],
  ...suggestions: string[]
): Refused => ({
  pointer,
  code,
  message,
  ...(allowed ? { allowed } : {}),
  ...(suggestions.length > 0 ? { did_you_mean: suggestions } : {}),
});

/** Name of the case, the tree that is sent, and all expected errors. */
export type RefusedTree = [string, unknown, ...Refused[]];

/** Tests that both APIs refuse each tree with exactly these errors. */
export function describeRefusals(trees: RefusedTree[], use: () => { service: TestService; tenant: Tenant }) {
  describe.each(trees)('%s', (_, root, ...errors) => {
    it('is refused over REST with a pointer', async () => {
      const { service, tenant } = use();
      const { status, body } = await service.rest(tenant.userKey).post(PREVIEW_PATH, definition(root));
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
      const message = `${errors[0]?.pointer}: ${errors[0]?.message}${more}`;
      const detail = { error: 'invalid_definition', message, errors };
      expect({ status, body }).toEqual({ status: 422, body: { detail } });
    });

    // REST sends the same document: one tree of each kind shows how GraphQL spells a refusal.
    if (root !== trees[0]?.[1]) return;
    it('is refused over GraphQL alike', async () => {
      const { service, tenant } = use();
      const query = 'query ($json: JSON) { previewCount(definitionJson: $json) { count } }';
      const { body } = await service.graphql(tenant.userKey, query, { json: definition(root) });
      expect(body.errors.map(({ extensions }: { extensions: object }) => extensions)).toEqual([
        { code: 'INVALID_DEFINITION', errors },
      ]);
    });
  });
}
