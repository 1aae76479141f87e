import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument, openApiText } from '../../../src/rest/openapi/document.ts';
import { routes } from '../../../src/rest/routes.ts';
import { graphqlNamesIn } from '../../harness/conformance.ts';
import { undocumentedIn } from './undocumented.ts';

type Operation = {
  operationId: string;
  summary?: string;
  parameters: { description?: string; example?: unknown }[];
  requestBody: { content: Record<string, { schema: unknown; example?: unknown }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties?: Record<string, object>; additionalProperties?: boolean }>;
  };
};

const OPERATION_IDS = new Set(routes.map(({ name }) => name.replace(/^./, (letter) => letter.toLowerCase())));

/** A copy with its own enrichment, for tests that damage it. */
function copyOf(document: object) {
  const copy: Document = JSON.parse(JSON.stringify(document));
  const enrich = copy.paths['/v1/enrich/partnerships']?.post;
  const content = enrich?.requestBody.content['application/json'];
  if (!enrich || !content) throw new Error('the document has no enrichment');
  return { copy, enrich, content };
}

/** The rules that a document breaks, by the command and the settings of `npm run openapi:lint`. */
async function brokenRules(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify(document));
  const args = [
    'node_modules/@redocly/cli/bin/cli.js',
    'lint',
    path,
    '--config=redocly.yaml',
    '--format=json',
  ];
  const env = { ...process.env, REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' };
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  await rm(folder, { recursive: true });
  const { problems }: { problems: { ruleId: string }[] } = JSON.parse(stdout);
  return problems.map(({ ruleId }) => ruleId);
}

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

  it('fails the rules of redocly.yaml with a wrong example, a missing summary and an unused schema', async () => {
    const { copy, enrich, content } = copyOf(openApiDocument);
    delete enrich.summary;
    content.example = { domains: 'acme.example' };
    copy.components.schemas.Nothing = {};
    expect(new Set(await brokenRules(copy))).toEqual(
      new Set(['operation-summary', 'no-invalid-media-type-examples', 'no-unused-components']),
    );
  });

  it('fails our rules for what breaks a promise of the whole API', async () => {
    const { copy, enrich } = copyOf(openApiDocument);
    type Header = { required?: boolean };
    type Responses = Record<number, { headers: Record<string, Header>; content: Json }>;
    type Json = { 'application/json': { schema: { $ref: string } } };
    const responsesOf = (path: string, method: string): Responses => {
      const { responses } = { ...copy.paths[path]?.[method] } as unknown as { responses: Responses };
      return responses;
    };
    delete responsesOf('/v1/lists', 'post')[201]?.headers.Location;
    delete responsesOf('/v1/lists', 'get')[429]?.headers['Retry-After'];
    const page = responsesOf('/v1/lists', 'get')[200]?.content['application/json'];
    if (page) copy.components.schemas.Lists = copy.components.schemas.ListsPage ?? {};
    if (page) page.schema.$ref = '#/components/schemas/Lists';
    delete (enrich as { security?: object }).security;
    const { Session, CreditEntry } = copy.components.schemas;
    Object.assign(Session?.properties?.signed_in_by ?? {}, { enum: ['key', 'link'] });
    Object.assign(CreditEntry?.properties?.kind ?? {}, { description: 'Null for a grant.' });
    Object.assign(Session?.properties?.session_id ?? {}, { maximum: 1_000_000 });
    Object.assign(CreditEntry?.properties?.entry_id ?? {}, { format: 'int32' });
    const ours = (await brokenRules(copy)).filter((rule) => rule.startsWith('company-data/'));
    expect(ours.toSorted()).toEqual([
      'company-data/absent-not-null',
      'company-data/integers',
      'company-data/integers',
      'company-data/location-on-201',
      'company-data/open-enums',
      'company-data/own-security',
      'company-data/page-names',
      'company-data/retry-after',
    ]);
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
