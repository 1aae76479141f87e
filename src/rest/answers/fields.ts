import { MAX_BREAKDOWNS } from '../../lib/request-limits.ts';
import { type JsonObject, openEnum, refTo } from '../openapi/json-schema.ts';

// How REST shows a field of GraphQL where its type, name and description do not say it. Keys are schema coordinates.

/** Keywords of JSON Schema, and descriptions where GraphQL's words are not true of REST. */
export const KEYWORDS: Readonly<Record<string, JsonObject & { description?: string }>> = {
  'ApiKey.keyId': { description: 'Id of the key.' },
  'CatalogueImport.options': { type: 'object' },
  'Company.companyId': { description: 'Id of the company.' },
  'Company.fieldsByKey': {
    type: 'object',
    additionalProperties: {
      type: ['number', 'string', 'boolean', 'array'],
      items: { type: 'string' },
    },
    description: 'Values of own fields by their keys; absent without any. Present with `include=fields`.',
  },
  'Company.firmographics': { description: 'Present with `include=firmographics`.' },
  'Company.detections': {
    description:
      'Technologies detected at the company, most detections first. Present with `include=technologies`.',
  },
  'CompaniesByPeriod.days180': { minimum: Number.MIN_SAFE_INTEGER },
  'CompaniesByPeriod.days365': { minimum: Number.MIN_SAFE_INTEGER },
  'CompaniesByPeriod.days90': { minimum: Number.MIN_SAFE_INTEGER },
  'Company.similar': {
    maxItems: 100,
    description: 'The companies, the most similar first, then by `company_id`.',
  },
  'CreditEntry.amount': { minimum: Number.MIN_SAFE_INTEGER },
  'DataFlag.flagId': { description: 'Id of the flag.' },
  'DefinitionVersion.definition': { ...refTo('Definition'), description: 'The definition.' },
  'Draft.definition': { type: 'object' },
  'EnrichPartnershipsPayload.dropped': {
    description: 'What has no result: without a dot, or over 253 characters. Present with `include=inputs`.',
  },
  'EnrichPartnershipsPayload.results': { maxItems: 100 },
  'EnrichmentResult.charge': {
    description: 'Whether this result cost a credit. Present with `include=charge`.',
  },
  'EnrichmentResult.didYouMean': {
    description:
      'The tracked domain of the host, if a URL, an e-mail address or a host with a port was sent. Present with `include=inputs`.',
  },
  'EnrichmentResult.domain': { maxLength: 253 },
  'EnrichmentResult.inputs': {
    minItems: 1,
    description: 'What was sent for this result. Present with `include=inputs`.',
  },
  'EnrichmentResult.windowEndsAt': {
    description:
      'How long the company stays free for the organization; null if it was not paid for. Present with `include=charge`.',
  },
  'Event.data': { type: 'object' },
  'ExportListPayload.validUntil': {
    description:
      'Until when `url` works: 30 days after a charge, or until the unlocks end that made the export free. After that, or once the list is deleted, the error is `export_expired`.',
  },
  'FilterCatalog.registryVersion': {
    description:
      'Current version, for a definition. It changes when a field or operator is added or removed.',
  },
  'EventConnection.nextCursor': {
    description: 'Keep it, and send it as `cursor` to get the events after these, once there are any.',
  },
  'FilterField.example': {
    ...refTo('DefinitionNode'),
    description:
      'A node that can be the root of a definition as it is. It has a value that many companies have.',
  },
  'FilterField.maxValues': { minimum: 1, maximum: 250 },
  'FilterField.operators': { minItems: 1 },
  'FilterField.values': {
    maxItems: 300,
    description:
      'All values of a vocabulary of up to 300, the most frequent first. Absent where `getFilterFieldValues` searches them, or any value goes.',
  },
  'FilterValue.companyCount': {
    description:
      'Number of companies that have the value, however old the evidence is. For `partner`: number of partners of the company.',
  },
  'FilterOperatorValues.max': { minimum: 1 },
  'FilterOperatorValues.min': { minimum: 1 },
  'Firmographics.country': { pattern: '^[A-Z]{2}$' },
  'Firmographics.employeeRange': {
    description: 'Number of employees, as a band from the lowest to the highest.',
    ...openEnum(['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']),
  },
  'Firmographics.foundedYear': { minimum: -(2 ** 31) },
  'List.definition': { ...refTo('Definition'), description: 'The filter that is active now.' },
  'List.listId': { description: 'Id of the list.' },
  'List.name': { minLength: 1 },
  'ListDomain.companyId': { description: 'The company behind it. Absent while no company is known.' },
  'ListMembership.listId': { description: 'Id of the list.' },
  'ListMembership.name': { minLength: 1 },
  'ListEvent.details': { type: 'object' },
  'CompanyMatches.results': { maxItems: 1000 },
  'MatchCandidate.confidence': { minimum: 0, maximum: 1 },
  'MatchEvidence.score': { minimum: 0, maximum: 1 },
  'MatchResult.alternatives': { maxItems: 3 },
  'MatchResult.confidence': { minimum: 0, maximum: 1 },
  'Materialization.materializationId': { description: 'Id of the materialization.' },
  'Materialization.stale': {
    description: 'Whether the catalogue has changed since then. `force_refresh` computes the members again.',
  },
  'RevokeApiKeyPayload.createdKeys': {
    description:
      'Keys that were created with this key, directly or through other keys, and were active until now. They stay active unless `include_created` is true. Present with `include=created_keys`.',
  },
  'DefinitionSuggestion.coverage': { minimum: 0, maximum: 1 },
  'DefinitionSuggestion.definition': {
    ...refTo('Definition'),
    description: 'The definition. A list can have it.',
  },
  'DefinitionSuggestion.lift': { minimum: 0 },
  'DefinitionSuggestion.nearMisses': { maxItems: 5 },
  'DefinitionSuggestions.suggestions': { maxItems: 5 },
  'DefinitionSuggestions.traits': {
    maxItems: 50,
    description:
      'Values that at least two examples, and 5 % of them, have: by `lift_low`, the highest first, then by `share`.',
  },
  'ExampleTrait.catalogueShare': { minimum: 0, maximum: 1 },
  'ExampleTrait.lift': {
    minimum: 0,
    description: 'How many times as frequent the value is among the examples: `share / catalogue_share`.',
  },
  'ExampleTrait.liftHigh': { minimum: 0 },
  'ExampleTrait.liftLow': { minimum: 0 },
  'ExampleTrait.share': { minimum: 0, maximum: 1 },
  'SharedValue.weight': { minimum: 0 },
  'SimilarCompany.score': { minimum: 0, maximum: 1 },
  'TechnologyMove.definition': {
    ...refTo('Definition'),
    description: 'Definition of the companies. A list can have it.',
  },
  'TechnologyMove.from': { description: 'Key of the technology that the companies dropped.' },
  'TechnologyMove.sample': {
    description:
      'First of the companies, in the order of members: by tier (`high` first), then by company id.',
  },
  'TechnologyMove.to': { description: 'Key of the technology that the companies adopted.' },
  'TierCounts.exploratory': { description: 'Number of companies in the tier `exploratory`.' },
  'TierCounts.high': { description: 'Number of companies in the tier `high`.' },
  'TierCounts.medium': { description: 'Number of companies in the tier `medium`.' },
  'Member.reasons': {
    description:
      'Conditions of the definition that the company meets, and how fresh the evidence is. Present with `include=reasons`.',
  },
  'Organization.organizationId': { description: 'Id of the organization.' },
  'Organization.usage': { description: 'Usage of all keys of the organization by day, newest first.' },
  'Partnership.category': { type: 'null' },
  'Partnership.description': { type: 'null' },
  'Permission.orgWide': {
    description: 'Who has it. `user`: the user of `user_id`. `org_wide`: every user of the organization.',
  },
  'Permission.permissionId': { description: 'Id of the permission.' },
  'Permission.user': { description: 'The user who has access. Absent where the whole organization has.' },
  'PreviewCount.breakdowns': {
    maxProperties: MAX_BREAKDOWNS,
    description:
      'The most frequent values of each field that was asked for. Empty for `partner` while `partner_access` is `locked`.',
  },
  'PreviewCount.count': { maximum: 10_000, description: 'Number of matches, at most 10000.' },
  'PreviewCount.partnerAccess': {
    description:
      'Whether the breakdown by partner is shown. It is empty if fewer than 20 companies match, and the organization has not unlocked all of them that have partners.',
  },
  'PreviewCount.sample': {
    description: 'First matches, in the order of members: by tier (`high` first), then by company id.',
  },
  'Query.companies': { maxItems: 1000, description: 'Companies that match, the best match first.' },
  'Query.technologyMoves': {
    maxItems: 20,
    description: 'Moves between technologies of the category, the largest first. Present with `category`.',
  },
  'Query.rateLimit': { description: 'The budget of the caller in each class. All keys of a user share it.' },
  'Quota.limit': { description: 'The most that is possible. Absent: no limit.' },
  'Quota.used': { description: 'Amount in use. Absent where each list or owner has a separate quota.' },
  'UpdateUserPayload.createdKeys': {
    description:
      'Active organization keys that the user created. They stay active when the user is disabled: rotate or revoke them. Present with `include=created_keys`.',
  },
  'User.userId': { description: 'Id of the user.' },
  'Webhook.pendingEventId': {
    description: 'Event being retried. Absent unless an attempt has failed.',
  },
  'Webhook.webhookId': { description: 'Id of the webhook.' },
  'WebhookAttempt.status': { minimum: 100 },
  'Viewer.operator': {
    description:
      'Whether the caller is an operator of the installation, who may use the paths below `/v1/installation` and `/v1/flags`.',
  },
  'ConditionVerdict.condition': { ...refTo('FilterCondition'), description: 'The condition.' },
};

/** Integers from 1 whose name does not end in `Id`: numbers of versions, and lists of ids. All others count something. */
const NUMBERS_FROM_1 = [
  'ConditionVerdict.deletedLists',
  'DefinitionVersion.version',
  'Draft.definitionVersion',
  'Draft.version',
  'ImportProgress.file',
  'List.definitionVersion',
  'Materialization.definitionVersion',
  'WebhookDelivery.attemptNumber',
];

/** Returns whether an integer is an id or the number of a version. */
export const isNumbered = (coordinate: string) =>
  /Ids?$/.test(coordinate) || NUMBERS_FROM_1.includes(coordinate);

/** Fields that the row of a route sends in a header. The body leaves them out. */
export const IN_HEADERS = [
  'EnrichPartnershipsPayload.creditsCharged',
  'EnrichPartnershipsPayload.creditsRemaining',
];

/** Objects whose fields stand in the object around them. */
export const FLAT = [
  'ApiKey.createdByKey',
  'ApiKey.replacedBy',
  'ApiKey.replaces',
  'CreateApiKeyPayload.apiKey',
  'RotateApiKeyPayload.apiKey',
  'CreateWebhookPayload.webhook',
  'RotateWebhookSecretPayload.webhook',
  'TestWebhookPayload.attempt',
  'UpdateUserPayload.user',
  'WebhookDelivery.attempt',
  'CreateOrganizationPayload.organization',
  'InviteUserPayload.user',
  'Member.company',
  'MemberChange.company',
  'ExportListPayload.materialization',
  'MemberConnection.materialization',
  'Permission.user',
  'Query.technologyMove',
  'SimilarCompany.company',
  'TechnologyMove.from',
  'TechnologyMove.to',
];

/** Lists that are objects in REST: the first field of an entry is the name of the second. */
export const KEYED = ['PreviewCount.breakdowns'];

/** Words of REST for false and true. */
export const WORDS: Record<string, string[]> = { 'Permission.orgWide': ['user', 'org_wide'] };

/** How REST spells the names of enums that it does not merely write in lower case. */
export const SPELLINGS: Readonly<Record<string, (name: string) => string>> = {
  MoveWindow: (name) => `${name.replace('DAYS_', '')}d`,
  EventType: (name) => name.toLowerCase().replace('_', '.'),
};

/** Types whose fields REST shows as null, and single fields. Everywhere else it leaves out a field that is null. */
const SHOWS_NULLS = [
  'EnrichmentResult',
  'MatchEvidence',
  'MatchResult.company',
  'MatchResult.matchedBy',
  'MatchResult.ref',
  'Partnership',
];

export const showsNull = ({ parent, coordinate }: { parent: string; coordinate: string }): boolean =>
  SHOWS_NULLS.includes(parent) || SHOWS_NULLS.includes(coordinate);

/** Whether REST leaves out a list that is empty, too: those of the data of a company (docs/decisions/0006). */
export const omitsEmptyList = ({ parent, coordinate }: { parent: string; coordinate: string }): boolean =>
  parent === 'Company' && coordinate !== 'Company.similar';

/** Enums and scalars that are schemas of their own, as others name them. The rest stand where they are used. */
export const NAMED = ['FilterFieldKey', 'FilterOperatorKey'];
