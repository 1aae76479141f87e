/** Examples that the documentation of several routes shares. The tests hold each against its schema. */

export const USER = { user_id: 1, name: 'Ada' };

export const AT = '2026-03-01T12:00:00.000Z';

const GERMAN_SOFTWARE = {
  and: [
    { condition: { field: 'industry', operator: 'any_of', values: ['Software'] } },
    { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
  ],
};

export const DEFINITION = { registry_version: '1', root: GERMAN_SOFTWARE };

export const COMPANY = {
  company_id: 17,
  name: 'Lebelanu Works',
  slug: 'lebelanu-works',
  primary_domain: 'kewoqoqa.example',
  partnership_count: 2,
};

export const LIST = {
  list_id: 1,
  name: 'Software in Germany',
  definition: DEFINITION,
  definition_version: 1,
  owner: USER,
  created_at: AT,
  updated_at: AT,
  access_level: 'owner',
};

export const PERMISSION = {
  permission_id: 5,
  granted_by: USER,
  created_at: AT,
  access_level: 'viewer',
  scope: 'user',
  user_id: 2,
};

export const SAVED = { definition_version: 2, definition: DEFINITION };

export const VERSION = { version: 1, author: USER, created_at: AT };

export const DOMAINS = { domains: ['kewoqoqa.example', 'nobody.example', 'nonsense'] };

export const DOMAINS_CHANGED = {
  added: ['kewoqoqa.example', 'nobody.example'],
  already_present: [],
  not_tracked: ['nobody.example'],
  invalid: ['nonsense'],
};

export const LIST_DOMAIN = { domain: 'kewoqoqa.example', company_id: 17, added_by: USER, added_at: AT };

export const page = <Item>(name: string, item: Item) => ({ [name]: [item], total: 1, limit: 100, offset: 0 });
