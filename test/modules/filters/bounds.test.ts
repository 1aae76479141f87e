import { beforeAll, describe, expect, it } from '@jest/globals';
import { KNOWN_REGISTRY_VERSIONS, REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { bad, good, many, nest, PREVIEW_PATH } from './refusals-support.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'mistaken');
beforeAll(() => seedSmallCatalogue(service.database.pool));

describe('a definition with an invalid field beside its tree', () => {
  const allowed = [REGISTRY_VERSION];
  const advice = `the current one is "${REGISTRY_VERSION}" (see filter-fields)`;
  const root = good;
  it.each<[string, object, object]>([
    [
      'no version',
      { root },
      { pointer: '/registry_version', code: 'missing', message: `is missing; ${advice}`, allowed },
    ],
    [
      'an unknown version',
      { registry_version: '0', root },
      {
        pointer: '/registry_version',
        code: 'unknown_registry_version',
        message: `is unknown; ${advice}`,
        allowed,
      },
    ],
    [
      'a version as a number',
      { registry_version: 1, root },
      {
        pointer: '/registry_version',
        code: 'wrong_type',
        message: `must be a string; ${advice}`,
        allowed,
      },
    ],
    [
      'no root',
      { registry_version: '1' },
      {
        pointer: '/root',
        code: 'missing',
        message: 'is missing; it must be a node, or null for a list without a filter',
      },
    ],
    [
      'a further key',
      { ...definition(root), name: 'x' },
      {
        pointer: '/name',
        code: 'unknown_key',
        message: 'is an unknown key; use registry_version and root',
        allowed: ['registry_version', 'root'],
      },
    ],
  ])('is refused: %s', async (_, body, error) => {
    const response = await service.rest(tenant.userKey).post(PREVIEW_PATH, body);
    expect([response.status, response.body.detail.errors]).toEqual([422, [error]]);
  });

  it('may have the version of any registry since the first', () => {
    expect([KNOWN_REGISTRY_VERSIONS[0], KNOWN_REGISTRY_VERSIONS.at(-1)]).toEqual(['1', REGISTRY_VERSION]);
  });

  it.each([[[]], ['null'], ['3']])('is refused if it is not an object: %j', async (body) => {
    const response = await service.rest(tenant.userKey).post(PREVIEW_PATH, body);
    expect([response.status, response.body.detail.errors]).toEqual([
      422,
      [{ pointer: '', message: 'must be a JSON object' }],
    ]);
  });

  it('is validated over GraphQL as well', async () => {
    const query = '{ previewCount(definition: { root: null }) { count } }';
    const { body } = await service.graphql(tenant.userKey, query);
    expect(body.errors[0].extensions.errors).toMatchObject([
      { pointer: '/registry_version', code: 'missing' },
    ]);
  });
});

describe('a tree at the limits', () => {
  it.each<[string, unknown, number]>([
    ['eight levels', nest(8), 4],
    ['100 conditions', { or: many(100, good) }, 4],
    ['250 values', condition('name', 'contains', ['acme', ...many(249, 'nobody')]), 1],
    ['one country repeated 250 times', condition('country', 'any_of', many(250, 'DE')), 2],
    ['a range with equal ends', condition('founded_year', 'between', [2010, 2010]), 1],
    ['or of not none_of', { or: [good, { not: bad }] }, 4],
    ['not of or of negations', { not: { or: [bad, { not: good }] } }, 4],
  ])('is accepted: %s', async (_, root, count) => {
    const { status, body } = await service.rest(tenant.userKey).post(PREVIEW_PATH, definition(root));
    expect([status, body]).toEqual([200, { count, capped: false }]);
  });
});
