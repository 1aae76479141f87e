import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument, openApiText } from '../../../src/rest/openapi/served.ts';
import { routes } from '../../../src/rest/routes.ts';

/** Redocly's strictest public ruleset without exceptions, and those of its further rules that apply. */
const RULESET = {
  extends: ['recommended-strict' as const],
  rules: {
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'operation-singular-tag': 'error',
    'parameter-description': 'error',
    'spec-strict-refs': 'error',
  } as const,
};

async function lint(text: string): Promise<string[]> {
  const config = await createConfig(RULESET);
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, severity, message, location }) => {
    const [place] = location;
    return `${severity} ${ruleId} ${place && 'pointer' in place ? place.pointer : ''}: ${message}`;
  });
}

describe('openapi.json', () => {
  it('matches the route table (npm run openapi writes it)', async () => {
    const committed = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8');
    expect(openApiText).toBe(committed);
  });

  it('passes a public ruleset without a warning', async () => {
    expect(await lint(openApiText)).toEqual([]);
  });

  it('fails that ruleset for a wrong example, a missing description and an unused schema', async () => {
    const broken = structuredClone(openApiDocument) as {
      paths: Record<
        string,
        Record<string, { summary?: string; requestBody: { content: Record<string, { example: unknown }> } }>
      >;
      components: { schemas: Record<string, object> };
    };
    const enrich = broken.paths['/v1/enrich/partnerships']?.post;
    const content = enrich?.requestBody.content['application/json'];
    if (!enrich || !content) throw new Error('the document has no enrichment');
    delete enrich.summary;
    content.example = { domains: 'acme.example' };
    broken.components.schemas.Nothing = { type: 'string' };
    const rules = (await lint(JSON.stringify(broken))).map((problem) => problem.split(' ')[1]);
    expect(new Set(rules)).toEqual(
      new Set(['operation-summary', 'no-invalid-media-type-examples', 'no-unused-components']),
    );
  });

  it('has one operation for each route, each with a unique name', () => {
    const paths = openApiDocument.paths as Record<string, Record<string, { operationId: string }>>;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ at: `${method} ${path}`, operationId })),
    );
    const table = routes.map(
      ({ method, path }) => `${method.toLowerCase()} /v1${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(operations.map(({ at }) => at).sort()).toEqual(table.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });
});
