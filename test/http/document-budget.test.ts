import { describe, expect, it } from '@jest/globals';
import { parse, print, Token } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { readConfig } from '../../src/config.ts';
import { analyze } from '../../src/graphql/analysis/analyze.ts';
import { createDocumentCache } from '../../src/graphql/documents.ts';
import { parseBounded, surveyDocument } from '../../src/graphql/parse.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';

const KIB = 1024;
const LIMIT = readConfig({}).operationLimits.maxDocumentBytes;

const service = useTestService();
const tenant = useTenant(service, 'writers');

const ask = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);
const DRY = 'query ($query: String!) { operationCost(query: $query) { requested } }';

describe('a GraphQL document', () => {
  it('is limited in bytes, comments included, before it is parsed: 413', async () => {
    for (const pad of ['x'.repeat(LIMIT), 'ü'.repeat(LIMIT / 2)]) {
      const { status, body } = await ask(`#${pad}\n{ __typename }`);
      expect([status, body.errors[0].extensions]).toEqual([
        413,
        { code: 'DOCUMENT_TOO_LARGE', found: LIMIT + 16, limit: LIMIT },
      ]);
    }
    expect((await ask(`#${'x'.repeat(LIMIT - 17)}\n{ __typename }`)).status).toBe(200);
  });

  it('is limited in bytes as an argument of operationCost as well', async () => {
    const { body } = await ask(DRY, { query: `#${'x'.repeat(LIMIT)}\n{ __typename }` });
    expect(body.errors[0].extensions.code).toBe('DOCUMENT_TOO_LARGE');
  });

  it.each([
    ['comments', `${'#\n'.repeat(4_998)}{ __typename }`],
    ['comments after carriage returns', `${'#\r'.repeat(4_998)}{ __typename }`],
    ['names', `{ ${'__typename '.repeat(4_999)} }`],
    ['comments and names', `${'#\n'.repeat(2_500)}{ ${'__typename '.repeat(2_499)} }`],
  ])('is limited to 5,000 tokens: %s', async (_name, query) => {
    const { status, body } = await ask(query);
    expect([status, body.errors[0].extensions.code]).toEqual([200, 'GRAPHQL_PARSE_FAILED']);
    expect(body.errors[0].message).toContain('more than 5000 tokens, comments included');
    expect((await ask(query.replace('#\n', '').replace('#\r', '').replace('__typename ', ''))).status).toBe(
      200,
    );
  });

  it('keeps the positions of its nodes but none of its tokens after parsing', () => {
    const source = '# a comment\nquery Q($id: ID!) { list(listId: $id) { name } }';
    const document = parseBounded(source, LIMIT);
    const pending: unknown[] = [document];
    const tokens = new Set<Token>();
    for (let each = pending.pop(); each; each = pending.pop()) {
      if (each instanceof Token) tokens.add(each);
      pending.push(...Object.values(each).filter((value) => typeof value === 'object' && value !== null));
    }
    expect([...tokens].map(({ kind, next, prev }) => ({ kind, next, prev }))).toEqual([
      { kind: '<SOF>', next: null, prev: null },
    ]);
    const positions = (of: typeof document) => JSON.stringify(of);
    expect(positions(document)).toBe(positions(parse(source)));
    expect(print(document)).toBe(print(parse(source)));
  });

  it('gets validation errors with locations', async () => {
    const { body } = await ask('# a comment\n{ viewer { nothing } }');
    expect(body.errors[0].locations).toEqual([{ line: 2, column: 12 }]);
  });
});

describe('surveying a document', () => {
  it.each([
    ['{ a }', 0, 1],
    ['# a\n#b\n{ a(b: [{ c: 1 }]) }', 2, 4],
    ['{ a(b: "#{[(") }', 0, 2],
    ['{ a(b: "\\"#{[(") }', 0, 2],
    ['{ a(b: """#{[( \\""" " #""") } # end', 1, 2],
    ['{ a(b: "") } #', 1, 2],
    ['{ a(b: """""") } #', 1, 2],
  ])('finds in %j %d comments and %d nested brackets', (text, comments, nesting) => {
    expect(surveyDocument(text)).toEqual({ comments, nesting });
  });
});

describe('the cache of documents', () => {
  it('is limited in bytes, which include texts and nodes', () => {
    const cache = createDocumentCache(KIB * KIB);
    for (let i = 0; i < 200; i++) {
      const text = `#${i} ${'x'.repeat(10 * KIB)}\n{ a b c d }`;
      cache.documents.set(text, parseBounded(text, LIMIT));
      cache.errors.set(text, new Error('no'));
    }
    expect(cache.bytes).toBeLessThanOrEqual(KIB * KIB);
    expect(cache.documents.size).toBeLessThan(50);
    const wide = `{ ${Array.from({ length: 4_000 }, (_, i) => `a${i}`).join(' ')} }`;
    cache.documents.set(wide, parseBounded(wide, LIMIT));
    expect(cache.documents.has(wide)).toBe(false);
  });
});

describe('compiling', () => {
  it('counts a fragment at each of its spreads, without visiting it again', () => {
    const doubling = Array.from(
      { length: 30 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    const document = parse(`{ ...F0 } ${doubling.join(' ')} fragment F30 on Query { __typename }`);
    expect(analyze(schema, document, undefined, {})?.fields).toBe(2 ** 30);
    const spreadTwice = parse(
      '{ company(identifier: "x") { name ...G } ...Q } fragment G on Company { slug } fragment Q on Query { company(identifier: "x") { ...G } }',
    );
    expect(analyze(schema, spreadTwice, undefined, {})?.fields).toBe(5);
  });

  it('does not change the response, neither for a frequent document nor for one that is too large', async () => {
    const names = Array.from({ length: 90 }, (_, i) => `c${i}: company(identifier: "no-${i}") { name slug }`);
    for (const query of ['{ company(identifier: "nobody") { name } }', `{ ${names.join(' ')} }`]) {
      const answers = [];
      for (let use = 0; use < 5; use++) {
        const { data, errors } = (await ask(query)).body;
        // Fields run concurrently, so their errors come in any order.
        const codes = errors.map((each: { extensions: object }) => JSON.stringify(each.extensions)).sort();
        answers.push(JSON.stringify([data, codes]));
      }
      expect([...new Set(answers)]).toEqual([answers[0]]);
    }
  });
});
