import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { startTestService } from '../harness/service.ts';

const text: string = await readFile(new URL('../../docs/api/graphql.md', import.meta.url), 'utf8');
const service = await startTestService();
const tenant = await service.createTenant('reader');
afterAll(() => service.close());

describe('docs/api/graphql.md', () => {
  it('states the same cost of its example as the service', async () => {
    const [, query = ''] = /```graphql\n([^`]+)```/.exec(text) ?? [];
    const [, cost, depth, nodes] =
      /Cost: (\d+) units\. It is (\d+) levels deep, and its pages can hold (\d+) objects/.exec(text) ?? [];
    const dry = 'query ($query: String!) { operationCost(query: $query) { requested depth nodes allowed } }';
    const { body } = await service.graphql(tenant.userKey, dry, { query });
    expect(body.data.operationCost).toEqual({
      requested: Number(cost),
      depth: Number(depth),
      nodes: Number(nodes),
      allowed: true,
    });
    const { extensions } = (await service.graphql(tenant.userKey, query)).body;
    const { requested, limit, remaining } = extensions.cost;
    expect(text).toContain(
      `"extensions": {"cost": {"requested": ${requested}, "limit": ${limit}, "remaining": ${remaining}}}`,
    );
  });

  it('names every limit with its code', () => {
    const { timeoutMs, ...limits } = readConfig({}).operationLimits;
    const rows = text.matchAll(/^\| `([A-Z_]+_LIMIT_EXCEEDED)` \|.*\| (\d+) \|$/gm);
    const stated = Object.fromEntries([...rows].map(([, code = '', value]) => [code, Number(value)]));
    expect(stated).toEqual({
      COST_LIMIT_EXCEEDED: limits.maxCost,
      NODE_LIMIT_EXCEEDED: limits.maxNodes,
      DEPTH_LIMIT_EXCEEDED: limits.maxDepth,
      ROOT_FIELD_LIMIT_EXCEEDED: limits.maxRootFields,
      ALIAS_LIMIT_EXCEEDED: limits.maxAliases,
      DIRECTIVE_LIMIT_EXCEEDED: limits.maxDirectives,
    });
    const codes = Object.keys(HTTP_STATUS).filter((code) => code.endsWith('_limit_exceeded'));
    expect(
      Object.keys(stated)
        .map((code) => code.toLowerCase())
        .sort(),
    ).toEqual(codes.sort());
    expect(text).toContain(`\`GRAPHQL_TIMEOUT_SECONDS\` (${timeoutMs / 1000})`);
  });

  it('names no code that is missing from the table of codes', () => {
    const codes = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code = '']) => code.toLowerCase());
    expect(codes).toContain('persisted_query_mismatch');
    expect(codes.filter((code) => !(code in HTTP_STATUS))).toEqual([]);
  });
});
