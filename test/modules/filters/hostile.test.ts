import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { schema } from '../../../src/api/schema.ts';
import { isCompilable } from '../../../src/graphql/compilable.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from './support.ts';

const PATH = '/v1/lists/preview-count';
const MEBIBYTE = 1024 * 1024;

const service = useTestService();
const tenant = useTenant(service, 'hostile');
beforeAll(async () => {
  await seedSmallCatalogue(service.database.pool);
  // Authenticates by SQL, so that the requests under test find the key cached.
  await service.rest(tenant.userKey).post(PATH, '{}');
});

/** Nests `middle` in `start` and `end` as often as a body of 1 MiB allows. */
function nested(start: string, middle: string, end: string): string {
  const depth = Math.floor((MEBIBYTE - middle.length - 100) / (start.length + end.length));
  return start.repeat(depth) + middle + end.repeat(depth);
}

function wide(start: string, item: string, end: string): string {
  const count = Math.floor((MEBIBYTE - 200) / (item.length + 1));
  return start + Array.from({ length: count }, () => item).join(',') + end;
}

const whole = (root: string) => `{"registry_version":"1","root":${root}}`;
const leaf = '{"condition":{"field":"technology","operator":"any_of","values":["kubernetes"]}}';
const inCondition = (values: string) =>
  `{"condition":{"field":"technology","operator":"any_of","values":${values}}}`;

const BODIES: [string, string, string[]][] = [
  ['deeply nested nots', whole(nested('{"not":', leaf, '}')), ['too_deep']],
  ['deeply nested ands', whole(nested('{"and":[', leaf, ']}')), ['too_deep']],
  ['a hundred thousand nested arrays', whole(nested('[', '', ']')), ['wrong_type']],
  ['ten thousand conditions', whole(wide('{"and":[', leaf, ']}')), ['too_many_conditions']],
  [
    'a hundred thousand values',
    whole(wide('{"condition":{"field":"technology","operator":"any_of","values":[', '"kubernetes"', ']}}')),
    ['too_many_values'],
  ],
  ['nested values', whole(inCondition(`[${nested('[', '', ']')}]`)), ['wrong_type']],
  ['one value of a mebibyte', whole(inCondition(`["${'k'.repeat(MEBIBYTE - 200)}"]`)), ['out_of_range']],
  [
    'a field of a mebibyte',
    whole(`{"condition":{"field":"${'f'.repeat(MEBIBYTE - 200)}","operator":"any_of","values":["x"]}}`),
    ['unknown_field'],
  ],
  ['a key of a mebibyte', whole(`{"${'k'.repeat(MEBIBYTE - 200)}":1}`), ['unknown_key']],
];

describe.each(BODIES)('%s', (_, text, codes) => {
  it('is refused over REST, in a short answer, without a statement', async () => {
    const { result, statements } = await recordStatements(() =>
      service.rest(tenant.userKey).post(PATH, text),
    );
    expect([result.status, result.body.detail.error]).toEqual([422, 'invalid_definition']);
    expect(result.body.detail.errors.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect(result.text.length).toBeLessThan(2000);
    expect(statements).toEqual([]);
  });
});

describe('over GraphQL', () => {
  const asTyped = 'query ($d: DefinitionInput) { previewCount(definition: $d) { count } }';
  const asJson = 'query ($d: JSON) { previewCount(definitionJson: $d) { count } }';

  it.each([asTyped, asJson])('deeply nested variables are refused: %s', async (query) => {
    const nots = nested('{"not":', leaf, '}');
    const text = `{"query":${JSON.stringify(query)},"variables":{"d":{"registryVersion":"1","root":${nots}}}}`;
    const { status, body } = await service.rest(tenant.userKey).post('/graphql', text.slice(0, MEBIBYTE));
    expect([status, body.errors[0].extensions.code]).toEqual(
      text.length <= MEBIBYTE ? [422, 'VALIDATION_ERROR'] : [400, 'MALFORMED_JSON'],
    );
  });

  it('an operation with a recursive input is never compiled, because that would not terminate', () => {
    expect(isCompilable(schema, parse(asTyped))).toBe(false);
    expect(isCompilable(schema, parse(asJson))).toBe(true);
  });
});

it('an error in ten thousand places is reported fifty times at most', async () => {
  const text = whole(wide('{"or":[', '{"or":[]}', ']}'));
  const { body } = await service.rest(tenant.userKey).post(PATH, text);
  expect(body.detail.errors).toHaveLength(50);
});

it('250 unknown values cost no more than ten searches', async () => {
  const values = Array.from({ length: 250 }, (_, index) => `nobody-${index}.example`);
  const root = { condition: { field: 'partner', operator: 'any_of', values } };
  const { result, statements } = await recordStatements(() =>
    service.rest(tenant.userKey).post(PATH, { registry_version: '1', root }),
  );
  expect(result.body.detail.errors).toHaveLength(50);
  expect(statements.filter((text) => text.includes('similarity'))).toHaveLength(10);
});
