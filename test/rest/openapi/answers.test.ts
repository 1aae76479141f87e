import { expect, it } from '@jest/globals';
import { isNonNullType, isObjectType } from 'graphql';
import { schema } from '../../../src/api/schema.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const paths = Object.entries(openApiDocument.paths as Record<string, Record<string, Operation>>);
const answerOf = (operation: Operation) => operation.responses['200']?.content?.['application/json']?.schema;

interface Schema {
  properties: Record<string, { description?: string }>;
  required: string[];
}

/** Properties that each answer may have and must have, without those that only `include` adds. */
const shapeOf = (operation: Operation) => {
  const { $ref } = answerOf(operation) as { $ref: string };
  const { schemas } = openApiDocument.components as { schemas: Record<string, Schema> };
  const { properties, required } = schemas[$ref.replace('#/components/schemas/', '')] as Schema;
  const added = ([, { description }]: [string, { description?: string }]) =>
    description?.includes('Present with `include=');
  return {
    properties: Object.fromEntries(Object.entries(properties).filter((each) => !added(each))),
    required,
  };
};

it('GET and PATCH of one resource answer the same, unless asked for more', () => {
  const both = paths.flatMap(([path, { get, patch }]) =>
    get && patch ? [{ path, get: shapeOf(get), patch: shapeOf(patch) }] : [],
  );
  expect(both.map(({ path }) => path).toSorted()).toEqual([
    '/v1/account',
    '/v1/account/digest',
    '/v1/account/passkeys/{passkey_id}',
    '/v1/account/users/{user_id}',
    '/v1/fields/{key}',
    '/v1/flags/{flag_id}',
    '/v1/jobs/{job_id}',
    '/v1/keys/{key_id}',
    '/v1/lists/{list_id}',
    '/v1/webhooks/{webhook_id}',
  ]);
  expect(both.filter(({ get, patch }) => JSON.stringify(get) !== JSON.stringify(patch))).toEqual([]);
});

it('names of booleans begin without "is", in both APIs', () => {
  const names = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).map(({ name, type: of }) => ({
          name: `${type.name}.${name}`,
          of: String(isNonNullType(of) ? of.ofType : of),
        }))
      : [],
  );
  const booleans = names.filter(({ name, of }) => of === 'Boolean' && !name.startsWith('__'));
  expect(booleans.length).toBeGreaterThan(20);
  expect(booleans.filter(({ name }) => /\.is[A-Z]/.test(name))).toEqual([]);
  expect(JSON.stringify(openApiDocument)).not.toMatch(/"is_[a-z_]+":/);
});

it('members and matches are counted by one type', () => {
  const counting = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && 'exploratory' in type.getFields(),
  );
  expect(counting.map(({ name }) => name)).toEqual(['TierCounts']);
});
