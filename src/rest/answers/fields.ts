import { refTo } from '../openapi/json-schema.ts';

/** How REST shows a field of GraphQL where its type, name and description do not say it. Keys are schema coordinates. */
export interface FieldRule {
  /** Keywords of JSON Schema, added to those that follow from the type. */
  schema?: Readonly<Record<string, unknown>>;
  /** What REST says of it, where GraphQL's words are not true of REST. */
  description?: string;
  /** What false and true are called. */
  words?: readonly [string, string];
  /** Whether its fields stand in the object around it. */
  isFlat?: true;
  /** Whether it is not in the body, as a header of the answer has it. */
  isHeader?: true;
}

const AT_LEAST_ONE = { schema: { minimum: 1 } };

export const FIELDS: Readonly<Record<string, FieldRule>> = {
  'Company.firmographics': { description: 'Present with `include=firmographics`.' },
  'Company.technologies': {
    description:
      'Technologies detected at the company, most detections first. Present with `include=technologies`.',
  },
  'DataFlag.status': { schema: { enum: ['queued'] }, description: 'The flag waits for its review.' },
  'DefinitionPreview.count': { schema: { maximum: 10_000 } },
  'DefinitionVersion.definition': { schema: refTo('Definition'), description: 'The definition.' },
  'EnrichPartnershipsPayload.creditsCharged': { isHeader: true },
  'EnrichPartnershipsPayload.creditsRemaining': { isHeader: true },
  'EnrichPartnershipsPayload.results': { schema: { maxItems: 100 } },
  'EnrichmentResult.domain': { schema: { maxLength: 253 } },
  'FilterField.example': { schema: refTo('Condition'), description: 'A condition to begin with.' },
  'FilterField.maxValues': { schema: { minimum: 1, maximum: 250 } },
  'FilterField.operators': { schema: { minItems: 1 } },
  'FilterField.values': {
    schema: { maxItems: 300 },
    description:
      'All values of a vocabulary of up to 300. Absent where `getFilterFieldValues` searches them, or any value goes.',
  },
  'FilterOperatorValues.max': AT_LEAST_ONE,
  'FilterOperatorValues.min': AT_LEAST_ONE,
  'Firmographics.country': { schema: { pattern: '^[A-Z]{2}$' } },
  'Firmographics.employeeRange': {
    schema: {
      enum: ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
    },
  },
  'Firmographics.foundedYear': { schema: { minimum: -(2 ** 31) } },
  'List.definition': { schema: refTo('Definition'), description: 'The filter that is active now.' },
  'List.name': { schema: { minLength: 1 } },
  'ListDomain.companyId': { description: 'The company behind it. Absent while no company is known.' },
  'ListEvent.action': {
    description:
      'What was done: `list_created`, `list_renamed`, `definition_replaced`, `definition_restored`, `domains_added`, `domain_removed`, `domains_excluded`, `domain_unexcluded`, `permission_granted`, `permission_changed`, `permission_revoked`, `ownership_transferred`, `list_exported`. More may come.',
  },
  'ListEvent.details': { schema: { type: 'object' } },
  'Member.company': { isFlat: true },
  'MemberConnection.materialization': { isFlat: true },
  'Partnership.category': { schema: { type: 'null' } },
  'Partnership.description': { schema: { type: 'null' } },
  'Permission.accessLevel': { schema: { enum: ['viewer', 'editor'] }, description: 'What it allows.' },
  'Permission.orgWide': {
    words: ['user', 'org_wide'],
    description: 'Whether it is for one user or for the whole organization.',
  },
  'Permission.user': {
    isFlat: true,
    description: 'The user who has access. Absent where the whole organization has.',
  },
  'PreviewCount.count': { schema: { maximum: 10_000 } },
  'Query.companySearch': { schema: { maxItems: 1000 } },
};

/** Types whose fields REST shows as null. Everywhere else it leaves out a field that is null. */
export const SHOWS_NULLS: ReadonlySet<string> = new Set(['EnrichmentResult', 'Partnership']);

/** Types of which REST leaves out empty lists, too (docs/decisions/0006). */
export const OMITS_EMPTY_LISTS: ReadonlySet<string> = new Set(['Company']);

/** Enums that are schemas of their own, as others name them. The values of the rest stand where they are used. */
export const NAMED_ENUMS: ReadonlySet<string> = new Set(['FilterFieldKey', 'FilterOperatorKey']);

/** Descriptions of schemas to which that of their GraphQL type does not apply. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Company: 'A tracked company. Fields without data are left out, never null.',
  CompanyReference: 'A company in short.',
  DefinitionVersionReference: 'A version of a definition in short.',
  DomainsChanged: 'What became of the domains.',
  Enrichment: 'The results of a batch of domains.',
  Firmographics: 'What is known of a company as a business. Fields without data are left out.',
  ListWithPermissions: 'A list and who has access beside its owner.',
  Members: 'A page of members, by tier, then by `company_id`.',
  Permissions: 'The owner of a list and the permissions that were granted.',
  SavedDefinition: 'A definition and its version.',
  UserReference: 'A user of the organization.',
};
