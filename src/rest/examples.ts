import { JOB_EXAMPLES } from './job-examples.ts';
import type { JsonObject } from './openapi/json-schema.ts';

export const AT = '2026-03-01T12:00:00.000Z';

const PAGE = { total: 1, limit: 100, offset: 0, next_cursor: null };

const USER = { user_id: 1, name: 'Ada' };

const PERSON = { ...USER, email: 'ada@demo.example', role: 'admin', kind: 'person' };

const DEFINITION = {
  registry_version: '2',
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
  watched: false,
  tags: ['DACH'],
  favourite: true,
};

const DRAFT = {
  draft_id: 3,
  list_id: 1,
  definition_version: 1,
  name: 'Software in Germany',
  definition: DEFINITION,
  version: 1,
  created_at: AT,
  updated_at: AT,
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

const COMPANY = {
  company_id: 17,
  name: 'Kupferwald Software',
  slug: 'kupferwald-software',
  primary_domain: 'kupferwald-software.example',
  partnership_count: 2,
};

const TECHNOLOGY = {
  tech_key: 'kubernetes',
  display_name: 'Kubernetes',
  category: 'Containers',
  company_count: 1204,
  adopted: { days_30: 12, days_90: 40, days_180: 71, days_365: 130 },
  dropped: { days_30: 600, days_90: 310, days_180: 205, days_365: 98 },
  dropped_within: { days_90: 290, days_180: 395, days_365: 502 },
  net: { days_90: -80, days_180: -20, days_365: 310 },
};

const WEBHOOK = {
  webhook_id: 2,
  owner: USER,
  url: 'https://hooks.example/events',
  label: 'CRM',
  format: 'standard',
  types: ['list.deleted'],
  list_ids: [],
  created_at: AT,
  enabled: true,
  cursor: 'ZXZlbnQ6MGE5YzM4NGUtYmI0My00MGUwLTk1Y2QtMWRhYjA3YmVjNWUyOjc',
  failed_attempts: 0,
};

const ATTEMPT = { outcome: 'delivered', status: 204, duration_ms: 87 };

/** What a key has spent. */
const MONTHLY_CREDITS = {
  monthly_credit_limit: 500,
  monthly_credits_spent: 120,
  monthly_credits_reset_at: '2026-04-01T00:00:00.000Z',
};

const API_KEY = {
  key_id: 7,
  kind: 'user',
  prefix: 'cds_user_3kTq',
  label: 'nightly job',
  status: 'active',
  created_at: AT,
  expires_at: '2030-01-01T00:00:00.000Z',
  user: USER,
  created_by: USER,
  created_by_key_id: 1,
  ...MONTHLY_CREDITS,
};

const USAGE_DAY = { day: '2026-03-01', requests: 120, errors: 1, credits_charged: 5 };

const INVALID_DOMAIN = { input: '192.0.2.1', reason: 'An IP address is not a domain.' };

const FLAG = {
  flag_id: 3,
  status: 'resolved',
  description: 'The industry is out of date.',
  created_at: AT,
  resolved_at: '2026-03-02T09:00:00.000Z',
  resolution: 'corrected',
  note: 'The next import has the new industry.',
};

/** Examples of schemas, by their names. */
const DOMAINS = {
  added: ['kupferwald-software.example', 'nobody.example'],
  already_present: [],
  not_tracked: ['nobody.example'],
  invalid: [INVALID_DOMAIN],
};

export const EXAMPLES = {
  ApiKey: API_KEY,
  ApiKeyUsage: { usage: [USAGE_DAY] },
  CatalogueImport: {
    import_id: 9,
    status: 'finished',
    dry_run: false,
    paths: ['/data/companies.ndjson'],
    options: { max_rejects: 100 },
    started_at: AT,
    finished_at: '2026-03-01T12:00:05.300Z',
    duration_seconds: 5.3,
    files: [
      {
        path: '/data/companies.ndjson',
        kind: 'companies',
        rows: 10_000,
        accepted: 9998,
        rejected: 2,
        warnings: 1,
        renamed: 0,
        merged: 1,
        merged_rows: 0,
        retired: 0,
        rejects_file: '/srv/data/rejects/companies.rejects.ndjson',
      },
    ],
  },
  CompanyReference: COMPANY,
  Technology: TECHNOLOGY,
  Definition: DEFINITION,
  CreditEntry: {
    entry_id: 9,
    kind: 'enrichment',
    amount: -1,
    balance_after: 9999,
    at: AT,
    request_id: '4f9c2d',
    api_key: { key_id: 7, prefix: 'cds_user_3kTq', label: 'nightly job' },
    user: USER,
    companies: [COMPANY],
  },
  DefinitionVersion: { ...VERSION, definition: DEFINITION },
  DefinitionVersionReference: VERSION,
  DomainsAdded: DOMAINS,
  DomainsExcluded: DOMAINS,
  Draft: DRAFT,
  ExportEstimate: { members: 120, credits_required: 80, credit_balance: 1000, sufficient: true },
  FilterValue: { value: 'kubernetes', label: 'Kubernetes', company_count: 1204 },
  InstalledOrganization: {
    organization_id: 1,
    name: 'Demo',
    credit_balance: 9999,
    user_count: 2,
    key_count: 3,
    list_count: 12,
    created_at: AT,
  },
  InvalidDomain: INVALID_DOMAIN,
  Invitation: {
    link: 'https://data.acme.example/#code=…',
    expires_at: '2026-03-04T12:00:00.000Z',
    mailed: true,
    ...PERSON,
    user_id: 3,
    name: 'Edsger',
    email: 'edsger@demo.example',
    role: 'member',
  },
  CompanyList: LIST,
  ListDomain: { domain: 'kupferwald-software.example', company_id: 17, added_by: USER, added_at: AT },
  MonthlyCredits: MONTHLY_CREDITS,
  ListEvent: {
    event_id: 12,
    action: 'list_renamed',
    actor: USER,
    at: AT,
    details: { from: 'Germany', to: 'Software in Germany' },
  },
  CompanyListWithPermissions: { ...LIST, permissions: [PERMISSION] },
  ListView: {
    view_id: 5,
    name: 'Newest first',
    own: false,
    columns: ['name', 'primary_domain', 'country', 'technology_count'],
    sort: '-technology_count',
    breakdowns: ['country'],
    tier: 'high',
    created_at: AT,
    updated_at: AT,
  },
  ListMembersPage: {
    members: [{ ...COMPANY, tier: 'high', source: 'definition' }],
    ...PAGE,
    materialization_id: 31,
    definition_version: 1,
    revision: 1,
    materialized_at: AT,
    stale: false,
  },
  OrganizationUsage: { usage: [USAGE_DAY] },
  NewKey: { key: 'cds_user_…', ...API_KEY },
  Passkey: { passkey_id: 4, name: 'MacBook', created_at: AT, last_used_at: AT },
  Permission: PERMISSION,
  ListPermissions: { owner: USER, permissions: [PERMISSION] },
  ManagedUser: PERSON,
  Person: PERSON,
  DataFlag: {
    ...FLAG,
    company_id: 17,
    company: COMPANY,
    flagged_company: { company_id: 17, name: COMPANY.name, primary_domain: COMPANY.primary_domain },
    organization: { organization_id: 1, name: 'Demo' },
  },
  FieldDefinition: {
    key: 'org.score',
    scope: 'organization',
    label: 'Score',
    type: 'number',
    multiple: false,
    unit: 'points',
    columns: ['Score', 'Lead score'],
    position: 0,
    company_count: 1200,
    created_at: AT,
  },
  ...JOB_EXAMPLES,
  SavedDefinition: { definition_version: 2, definition: DEFINITION },
  Session: {
    session_id: 12,
    signed_in_by: 'passkey',
    created_at: AT,
    expires_at: '2026-03-31T12:00:00.000Z',
    last_used_at: AT,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    current: true,
  },
  UsageDay: USAGE_DAY,
  Webhook: WEBHOOK,
  CreatedWebhook: { secret: 'whsec_…', ...WEBHOOK },
  WebhookAttempt: ATTEMPT,
  WebhookDelivery: {
    delivery_id: 31,
    event_id: 7,
    type: 'list.deleted',
    at: AT,
    attempt_number: 1,
    ...ATTEMPT,
  },
};

/** Makes the example of an answer from those of the schemas that it refers to. */
export function exampleOf({ $ref, items, properties }: JsonObject): unknown {
  if ($ref) return (EXAMPLES as JsonObject)[String($ref).replace(/.*\//, '')];
  if (items) return [exampleOf(items as JsonObject)];
  const parts = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  return Object.fromEntries(
    parts.map(([key, each]) => [key, key in PAGE ? PAGE[key as keyof typeof PAGE] : exampleOf(each)]),
  );
}
