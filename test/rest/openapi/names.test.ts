import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { problemName } from '../../../src/rest/openapi/problems.ts';
import { routes } from '../../../src/rest/routes.ts';
import { REST } from '../../matrix/expectations.ts';

interface Response {
  $ref?: string;
  content?: Record<string, { schema: { $ref: string }; examples?: Record<string, unknown> }>;
}
interface Operation {
  operationId: string;
  security: Record<string, []>[];
  responses: Record<string, Response>;
}
const paths = openApiDocument.paths as Record<string, Record<string, Operation>>;
const components = openApiDocument.components as Record<string, Record<string, Response>>;

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path.slice('/v1'.length)}`,
    ...operation,
  })),
);

const codesOf = ({ content }: Response) => Object.keys(content?.['application/json']?.examples ?? {});

describe('names in openapi.json', () => {
  it('are one for each operation, that of GraphQL where it has one', () => {
    const named = Object.fromEntries(operations.map(({ at, operationId }) => [at, operationId]));
    expect(named).toMatchObject({
      'GET /account/flags': 'getOwnFlags',
      'GET /account/ledger': 'getCreditEntries',
      'GET /account/users': 'getOrganizationUsers',
      'GET /companies': 'searchCompanies',
      'GET /flags': 'getFlagsForReview',
      'GET /installation/checks': 'getInstallationChecks',
      'GET /installation/imports': 'getCatalogueImports',
      'GET /installation/organizations': 'getInstallationOrganizations',
      'GET /lists/company-search': 'searchListCompanies',
      'GET /lists/{list_id}/audit-log': 'getListAuditLog',
      'GET /lists/{list_id}/changes': 'getListChanges',
      'GET /lists/{list_id}/domains': 'getListDomains',
      'GET /lists/{list_id}/export.csv': 'downloadExport',
      'GET /lists/{list_id}/materializations': 'getListMaterializations',
      'GET /lists/{list_id}/members': 'getListMembers',
      'GET /lists/{list_id}/permissions': 'getListPermissions',
      'GET /lists/{list_id}/used-by': 'getListDependents',
      'POST /account/passkeys/options': 'createPasskeyOptions',
      'POST /lists/{list_id}/export': 'exportList',
      'POST /session/passkey/options': 'createSignInOptions',
    });
  });

  it('end in Page for the body of each route that has pages, and for no other', () => {
    const bodyOf = (id: string) => {
      const { responses } = operations.find(({ operationId }) => operationId === id) ?? {};
      const body = responses?.[200]?.content?.['application/json']?.schema.$ref ?? '';
      return body.replace('#/components/schemas/', '');
    };
    const bodies = routes.map(({ name, isPage }) => ({
      body: bodyOf(name.replace(/^./, (letter) => letter.toLowerCase())),
      isPage,
    }));
    const ending = bodies.filter(({ body }) => body.endsWith('Page')).map(({ body }) => body);
    expect(ending.toSorted()).toEqual(
      [...bodies.filter(({ isPage }) => isPage).map(({ body }) => body), 'EventPage'].toSorted(),
    );
    expect(ending).toEqual(
      expect.arrayContaining(['SearchCompaniesPage', 'ListsPage', 'ListMembersPage', 'CreditEntriesPage']),
    );
  });

  it('tell detected technologies, technologies, flags and receipts of flags apart', () => {
    const { DataFlag, DataFlagReceipt, DetectedTechnology, SessionList, Technology, Viewer } =
      components.schemas as Record<string, { properties?: object }>;
    const keysOf = (schema?: { properties?: object }) => Object.keys(schema?.properties ?? {});
    expect(keysOf(DataFlagReceipt)).toEqual(['flag_id', 'company_id', 'status']);
    expect(keysOf(DataFlag)).toEqual(expect.arrayContaining(['resolution', 'note']));
    expect(keysOf(DetectedTechnology)).toContain('last_seen');
    expect(keysOf(Technology)).toContain('adopted');
    expect(keysOf(SessionList)).toEqual(['sessions']);
    expect(Viewer).toBe(undefined);
  });

  it('are the code for each response that several operations share', () => {
    const responses = Object.entries(components.responses ?? {});
    expect(responses.length).toBeGreaterThan(20);
    for (const [name, response] of responses)
      expect(codesOf(response).map((code) => problemName(code as never))).toEqual([name]);
    const examples = Object.entries(components.examples as Record<string, { summary?: string }>);
    for (const [name, { summary }] of examples) expect(problemName(summary as never)).toBe(name);
  });

  it('say for each operation which credentials may call it, as the access tests do', () => {
    const schemes = { key: ['userKey', 'orgKey', 'session'], user: ['userKey', 'session'] };
    const expected = Object.entries(REST).map(([route, { scope, hidden }]) => [
      route.replace(/:(\w+)/g, '{$1}'),
      hidden === 'session_required' ? ['session'] : schemes[scope],
    ]);
    const withoutDocument = {
      'POST /jobs': schemes.key,
      'POST /session': [],
      'POST /digest/unsubscribe': [],
      'POST /installation/imports': ['userKey', 'session'],
      'POST /installation/imports/suggest': ['userKey', 'session'],
      'DELETE /session': ['session'],
    };
    expect(
      Object.fromEntries(operations.map(({ at, security }) => [at, security.flatMap(Object.keys)])),
    ).toEqual({
      ...Object.fromEntries(expected),
      ...withoutDocument,
      'POST /session/passkey/options': [],
    });
    expect(Object.keys(components.securitySchemes ?? {})).toEqual(['userKey', 'orgKey', 'session']);
  });
});
