import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument, openApiText } from '../../../src/rest/openapi/document.ts';
import { routes } from '../../../src/rest/routes.ts';
import { graphqlNamesIn } from '../../harness/conformance.ts';
import { copyOf, type Document } from './copy.ts';
import { undocumentedIn } from './undocumented.ts';

const OPERATION_IDS = new Set(routes.map(({ name }) => name.replace(/^./, (letter) => letter.toLowerCase())));

describe('openapi.json', () => {
  it('matches the route table (npm run openapi writes it)', async () => {
    const committed = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8');
    expect(openApiText).toBe(committed);
  });

  it('names every property in snake_case', () => {
    const { schemas }: Document['components'] = JSON.parse(openApiText).components;
    const names = Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => /[A-Z]/.test(name))).toEqual([]);
  });

  it('documents every operation, parameter, body, property and schema', () => {
    expect(undocumentedIn(copyOf(openApiDocument).copy)).toEqual([]);
  });

  it('fails the test above with anything undocumented, an unnamed body and objects that are open or closed', () => {
    const { copy, enrich, content } = copyOf(openApiDocument);
    const { EnrichPartnershipsInput, Company, TierCounts } = copy.components.schemas;
    const [parameter] = copy.paths['/v1/lists/{list_id}']?.get?.parameters ?? [];
    if (!EnrichPartnershipsInput || !Company?.properties || !TierCounts || !parameter) throw new Error();
    delete enrich.summary;
    delete parameter.example;
    content.schema = EnrichPartnershipsInput;
    delete content.example;
    delete EnrichPartnershipsInput.additionalProperties;
    TierCounts.additionalProperties = false;
    Company.properties.size = { type: 'string' };
    copy.components.schemas.Nothing = {};
    const faults = undocumentedIn(copy).map((fault) => fault.replace(/: \{.*/, ''));
    expect(new Set(faults)).toEqual(
      new Set([
        'post /v1/enrich/partnerships has no operationId, summary, description or tag',
        'get /v1/lists/{list_id} list_id has no description or no example',
        'post /v1/enrich/partnerships has a body without an example',
        'post /v1/enrich/partnerships has a body without a name',
        'a part of a request is open',
        'a part of an answer is closed',
        'Company.size has no description',
        'Nothing has no description',
      ]),
    );
  });

  /** Formats of files are called as the values of an enum are. */
  const FORMATS = ['CSV', 'NDJSON'];

  it('describes everything in the names of REST', () => {
    const found = new Map<string, string[]>();
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, value] of Object.entries(part)) {
        if (!/^examples?$/.test(key)) visit(value);
        // "OK" is also the reason phrase of 200.
        if (key !== 'description' || typeof value !== 'string' || value === 'OK') continue;
        const names = graphqlNamesIn(value).filter(
          (name) => !OPERATION_IDS.has(name) && !FORMATS.includes(name),
        );
        if (names.length > 0) found.set(value, names);
      }
    };
    visit({ paths: openApiDocument.paths, components: openApiDocument.components });
    expect(Object.fromEntries(found)).toEqual({});
  });

  it('has the version of the package and its licence', async () => {
    const { version, license } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(openApiDocument.info).toMatchObject({ version, license: { identifier: license } });
  });

  it('has one problem for each code, told apart by it, and one for codes of later versions', () => {
    const { KnownProblem, Problem } = copyOf(openApiDocument).copy.components.schemas as unknown as {
      KnownProblem: { oneOf: { $ref: string }[]; discriminator: { mapping: Record<string, string> } };
      Problem: object;
    };
    const { mapping } = KnownProblem.discriminator;
    expect(KnownProblem.oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(mapping));
    expect(Problem).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/KnownProblem' }, { $ref: '#/components/schemas/OtherProblem' }],
    });
    expect(mapping.company_not_found).toBe('#/components/schemas/CompanyNotFoundProblem');
    expect(openApiDocument.components).toMatchObject({
      schemas: { CompanyNotFoundProblem: { required: ['error', 'message', 'identifier'] } },
    });
  });

  it('has one operation for each route, each with a unique name', () => {
    const paths = openApiDocument.paths as Record<string, Record<string, { operationId: string }>>;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ at: `${method} ${path}`, operationId })),
    );
    const table = routes.map(
      ({ method, path }) => `${method.toLowerCase()} /v1${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const withoutDocument = [
      'post /v1/jobs',
      'post /v1/digest/unsubscribe',
      'post /v1/installation/imports',
      'post /v1/installation/imports/suggest',
      'post /v1/session',
      'delete /v1/session',
      'post /v1/session/passkey/options',
    ];
    expect(operations.map(({ at }) => at).sort()).toEqual([...table, ...withoutDocument].sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });
});
