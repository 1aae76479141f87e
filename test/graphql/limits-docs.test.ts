import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

let service: TestService;
let tenant: Tenant;
let text: string;

beforeAll(async () => {
  text = await readFile(new URL('../../docs/graphql.md', import.meta.url), 'utf8');
  service = await startTestService();
  tenant = await service.createTenant('reader');
});
afterAll(() => service.close());

describe('docs/graphql.md', () => {
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

  it('names every limit with its code, setting and default', () => {
    const { timeoutMs, ...limits } = readConfig({}).operationLimits;
    const rows = [
      ...text.matchAll(/^\| `([A-Z_]+_LIMIT_EXCEEDED)` \|.*\| `(GRAPHQL_MAX_[A-Z_]+)` \| (\d+) \|$/gm),
    ];
    const codes = Object.keys(HTTP_STATUS).filter((code) => code.endsWith('_limit_exceeded'));
    expect(rows.map(([, code = '']) => code.toLowerCase()).sort()).toEqual(codes.sort());
    for (const [, , setting = '', value] of rows) {
      const changed = readConfig({ [setting]: '77' }).operationLimits;
      const before = (Object.keys(limits) as (keyof typeof limits)[]).filter((name) => changed[name] === 77);
      expect(before.map((name) => limits[name])).toEqual([Number(value)]);
    }
    expect(text).toContain(`\`GRAPHQL_TIMEOUT_SECONDS\` (${timeoutMs / 1000})`);
  });

  it('names no code that is missing from the table of codes', () => {
    const codes = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code = '']) => code.toLowerCase());
    expect(codes).toContain('persisted_query_mismatch');
    expect(codes.filter((code) => !(code in HTTP_STATUS))).toEqual([]);
  });
});
