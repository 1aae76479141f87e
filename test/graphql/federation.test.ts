import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { composeServices, compositionHasErrors } from '@theguild/federation-composition';
import { parse } from 'graphql';

const { toSubgraph } = await import(new URL('../../tools/print-subgraph.mjs', import.meta.url).href);
const published = await readFile('schema.graphql', 'utf8');

/** A subgraph beside it, with pages of the same form. */
const CRM = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  type Query { deals(first: Int): DealConnection! }
  type DealConnection { edges: [DealEdge!]! pageInfo: PageInfo! }
  type DealEdge { cursor: String! node: Deal! }
  type Deal @key(fields: "dealId") { dealId: ID! companyDomain: String! amount: Float }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;

const compose = (companies: string) =>
  composeServices([
    { name: 'companies', url: 'http://companies.example/graphql', typeDefs: parse(companies) },
    { name: 'crm', url: 'http://crm.example/graphql', typeDefs: parse(CRM) },
  ]);

it('the subgraph that the service is composes with another one, and keeps all of its fields', () => {
  const composed = compose(toSubgraph(published));
  expect(composed.errors ?? []).toEqual([]);
  if (compositionHasErrors(composed)) throw new Error('not composed');
  expect(composed.supergraphSdl).toContain('enum join__Graph');
  expect(composed.publicSdl).toMatch(/deals\(first: Int\)/);
  const typesIn = (sdl: string) =>
    parse(sdl).definitions.flatMap((each) =>
      'name' in each && each.name && each.kind.endsWith('TypeDefinition') ? [each.name.value] : [],
    );
  expect(typesIn(composed.publicSdl)).toEqual(expect.arrayContaining(typesIn(published)));
});

it('a subgraph has no directive that composition does not know', () => {
  expect(published).toContain('@oneOf');
  expect(toSubgraph(published)).not.toContain('@oneOf');
});

it('composition finds types that disagree', () => {
  const other = toSubgraph(published).replace('type PageInfo @shareable {', 'type PageInfo {');
  expect(compositionHasErrors(compose(other))).toBe(true);
});
