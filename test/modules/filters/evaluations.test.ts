import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'counters');
beforeAll(async () => {
  await seedSmallCatalogue(service.database.pool);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A tree that needs one union of postings each time it is evaluated. */
const union = (...fields: [string, string][]) =>
  definition({ or: fields.map(([field, value]) => condition(field, 'any_of', [value])) });
const UNDATED = union(['country', 'DE'], ['country', 'AT']);
const DATED = union(['technology', 'kubernetes'], ['country', 'AT']);

/** Counts how often a request evaluates a tree. */
async function evaluationsOf(send: () => PromiseLike<{ status: number; body: { errors?: unknown } }>) {
  const unions = jest.spyOn(Bitmap, 'orMany');
  const { status, body } = await send();
  expect([status, body.errors]).toEqual([200, undefined]);
  return unions.mock.calls.length;
}

const previewOf = (fields: string, json: object) => () =>
  service.graphql(
    tenant.userKey,
    `query ($json: JSON) { previewCount(definitionJson: $json) { ${fields} } }`,
    {
      json,
    },
  );

const EVERYTHING = `count capped exactCount tierCounts { total high medium exploratory } sample(first: 25) { slug }
  partnerAccess countries: breakdown(field: COUNTRY) { count } industries: breakdown(field: INDUSTRY) { count }
  partners: breakdown(field: PARTNER) { count }`;

it.each([
  ['a preview of the count', () => service.rest(tenant.userKey).post('/v1/lists/preview-count', DATED), 1],
  ['count, capped and exactCount', previewOf('count capped exactCount', DATED), 1],
  ['all fields of an undated tree', previewOf(EVERYTHING, UNDATED), 1],
  ['all fields of a dated tree, which are three windows', previewOf(EVERYTHING, DATED), 3],
  [
    'a preview with tiers, a breakdown and a sample',
    () =>
      service
        .rest(tenant.userKey)
        .post('/v1/lists/preview', { definition: UNDATED, breakdown: ['country', 'partner'], sample: 5 }),
    1,
  ],
])('evaluates a tree once for each window: %s', async (_name, send, expected) => {
  expect(await evaluationsOf(send)).toBe(expected);
});
