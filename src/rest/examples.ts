import type { JsonObject } from './openapi/json-schema.ts';

export const AT = '2026-03-01T12:00:00.000Z';

const PAGE = { total: 1, limit: 100, offset: 0 };

export const USER = { user_id: 1, name: 'Ada' };

const DEFINITION = {
  registry_version: '1',
  root: {
    and: [
      { condition: { field: 'industry', operator: 'any_of', values: ['Software'] } },
      { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
    ],
  },
};

const LIST = {
  list_id: 1,
  name: 'Software in Germany',
  definition: DEFINITION,
  definition_version: 1,
  owner: USER,
  created_at: AT,
  updated_at: AT,
  access_level: 'owner',
};

const PERMISSION = {
  permission_id: 5,
  granted_by: USER,
  created_at: AT,
  access_level: 'viewer',
  scope: 'user',
  user_id: 2,
};

const VERSION = { version: 1, author: USER, created_at: AT };

/** Examples of the schemas that several endpoints share, by the names of their fragments. */
export const EXAMPLES = {
  CompanyReference: {
    company_id: 17,
    name: 'Lebelanu Works',
    slug: 'lebelanu-works',
    primary_domain: 'kewoqoqa.example',
    partnership_count: 2,
  },
  Definition: DEFINITION,
  DefinitionVersion: { ...VERSION, definition: DEFINITION },
  DefinitionVersionReference: VERSION,
  DomainsChanged: {
    added: ['kewoqoqa.example', 'nobody.example'],
    already_present: [],
    not_tracked: ['nobody.example'],
    invalid: ['nonsense'],
  },
  List: LIST,
  ListDomain: { domain: 'kewoqoqa.example', company_id: 17, added_by: USER, added_at: AT },
  ListWithPermissions: { ...LIST, permissions: [PERMISSION] },
  Permission: PERMISSION,
  Permissions: { owner: USER, permissions: [PERMISSION] },
  SavedDefinition: { definition_version: 2, definition: DEFINITION },
};

/** Makes the example of an answer from those of the schemas that it refers to. */
export function exampleOf({ $ref, items, properties }: JsonObject): unknown {
  if ($ref) return (EXAMPLES as JsonObject)[String($ref).replace(/.*\//, '')];
  if (items) return [exampleOf(items as JsonObject)];
  const parts = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  return Object.fromEntries(parts.map(([key, each]) => [key, (PAGE as JsonObject)[key] ?? exampleOf(each)]));
}

/** Makes the example of a page whose items have none here. */
export const page = (name: string, item: object) => ({ [name]: [item], ...PAGE });
