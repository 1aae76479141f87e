import { beforeAll, describe, expect, it } from '@jest/globals';
import { seedCompany, seedPartnership, seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';

const PATH = '/v1/enrich/partnerships';
const COMPANIES = 24;
/** Names that JSON escapes, or that need more bytes than characters. */
const NAMES = [
  'Plain',
  'Say "no" \\ yes',
  'Tab\tLine\nBell\u0007',
  'Öl ☃ 𝄞',
  '\u2028 </script>',
  'y'.repeat(400),
];
const { service, graphql, rest } = useService('batchers', { credits: 100 });
const domains = Array.from({ length: COMPANIES }, (_, n) => `hub-${n}.example`);

beforeAll(async () => {
  const { pool } = service.database;
  const partners: number[] = [];
  for (const [index, name] of NAMES.entries())
    partners.push(
      await seedCompany(pool, { name, slug: `partner-${index}`, domains: [`p${index}.example`] }),
    );
  for (let n = 0; n < COMPANIES; n += 1) {
    const hub = await seedPlain(pool, `hub-${n}`);
    // The last ones have no partners.
    for (const [index, partner] of partners.slice(0, COMPANIES - 1 - n).entries())
      await seedPartnership(pool, hub, partner, {
        first: '2023-01-02T03:04:05.678Z',
        last: `2024-0${1 + (index % 2)}-01T00:00:00Z`,
        count: n * 1_000 + index,
      });
  }
});

/** Answers of a batch and of each of its companies alone, which is read and written in another way. */
async function separately(path: string): Promise<unknown[]> {
  const results = [];
  for (const domain of domains) {
    const { body } = await rest().post(path, { domains: [domain] });
    results.push(...body.results);
  }
  return results;
}

const mutation = (partner: string) =>
  `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) { results { slug partners: partnerships { ${partner} } } } }`;

describe('a batch of many companies', () => {
  it('has the answers that its companies have alone, with every name as it is', async () => {
    const { body } = await rest().post(PATH, { domains });
    expect(body.results).toEqual(await separately(PATH));
    expect(new Set(body.results.flatMap(namesOf))).toEqual(new Set(NAMES));
    expect(body.results.at(-1)).toMatchObject({ status: 'no_partnerships', partnerships: [] });
  });

  it('has the same bytes with an Idempotency-Key, and again in its replay', async () => {
    const plain = await rest().post(PATH, { domains });
    const keyed = () => rest().post(PATH, { domains }).set('Idempotency-Key', 'a-batch');
    const first = await keyed();
    const replay = await keyed();
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect([first.text, replay.text]).toEqual([plain.text, plain.text]);
  });

  it('has the same bytes over GraphQL, interpreted and compiled', async () => {
    const properties =
      'name: partnerName partnerSlug lastObservedAt observationCount category name: partnerName';
    const texts = new Set<string>();
    for (let use = 0; use < 5; use += 1) {
      const { text } = await graphql(mutation(properties), { domains });
      texts.add(JSON.stringify(JSON.parse(text).data));
      expect(text.startsWith(`{"data":${[...texts][0]}`)).toBe(true);
    }
    expect(texts.size).toBe(1);
    const { body } = await rest().post(PATH, { domains });
    const names = JSON.parse([...texts][0] ?? '').enrichPartnerships.results.flatMap(
      ({ partners }: { partners: { name: string }[] }) => partners.map(({ name }) => name),
    );
    expect(names).toEqual(body.results.flatMap(namesOf));
  });

  it('may have the name of the type of each partner', async () => {
    for (let use = 0; use < 4; use += 1) {
      const { body } = await graphql(mutation('__typename partnerSlug'), { domains });
      expect(body.data.enrichPartnerships.results[0].partners[0]).toEqual({
        __typename: 'Partnership',
        partnerSlug: 'partner-1',
      });
    }
  });
});

const namesOf = ({ partnerships }: { partnerships: { partner_name: string }[] }) =>
  partnerships.map(({ partner_name }) => partner_name);
