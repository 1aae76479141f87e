// From schema.graphql, by `npm run schema` in the repository.

export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A point in time: ISO 8601 in UTC, ending in Z. */
  DateTime: { input: string; output: string; }
  /** A value of a filter condition: a text, a whole number, true or false. */
  FilterLiteral: { input: string | number | boolean; output: string | number | boolean; }
  /** The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf). */
  JSON: { input: unknown; output: unknown; }
};

/** What somebody may do with a list. */
export type AccessLevel =
  /** Change its name, definition and domains as well. */
  | 'EDITOR'
  /** Share, transfer and delete it as well. */
  | 'OWNER'
  /** Read it, its members, versions, audit log and permissions; export and materialize it. */
  | 'VIEWER';

/** What is stored of an API key; the key itself is not. */
export type ApiKey = Node & {
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Who made it; null when that was done on the command line. */
  createdBy?: Maybe<User>;
  /** The key with which it was made; null when that was done on the command line. */
  createdByKey?: Maybe<ApiKey>;
  /** When it stops working. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The global id of the key. */
  id: Scalars['ID']['output'];
  /** The id to revoke it by. */
  keyId: Scalars['Int']['output'];
  /** Whose key it is. */
  kind: ApiKeyKind;
  /** What the key is for. */
  label?: Maybe<Scalars['String']['output']>;
  /** When it was last used, to within a few seconds. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The first characters, to tell keys apart. */
  prefix: Scalars['String']['output'];
  /** The key that takes its place, after a rotation. */
  replacedBy?: Maybe<ApiKey>;
  /** The key whose place it takes, after a rotation. */
  replaces?: Maybe<ApiKey>;
  /** When it was revoked. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether it works. */
  status: ApiKeyStatus;
  /** What it was used for, day by day, newest first; days without any use are left out. */
  usage: Array<UsageDay>;
  /** The owner of a personal key. */
  user?: Maybe<User>;
};


/** What is stored of an API key; the key itself is not. */
export type ApiKeyUsageArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};

/** Whose key it is. */
export type ApiKeyKind =
  /** A key of the organization; it cannot use lists. */
  | 'ORG'
  /** A personal key. */
  | 'USER';

/** Whether a key works. */
export type ApiKeyStatus =
  /** It works. */
  | 'ACTIVE'
  /** Its time is over. */
  | 'EXPIRED'
  /** It was revoked. */
  | 'REVOKED';

/** A value of a field, with the number of matches that have it. */
export type BreakdownEntry = {
  /** Number of matches that have the value, however old the evidence is. */
  count: Scalars['Int']['output'];
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** Value, as a condition takes it. */
  value: Scalars['String']['output'];
};

/** How a result was paid for. */
export type ChargeKind =
  /** One credit was charged by this call. */
  | 'CHARGED'
  /** Costs nothing. */
  | 'FREE'
  /** Paid for within the last 30 days, so free now. */
  | 'IN_WINDOW';

/** A company of the catalogue. */
export type Company = Node & {
  /** Numeric id; `company_id` in REST. */
  companyId: Scalars['Int']['output'];
  /** All domains, the primary one first. */
  domains: Array<Scalars['String']['output']>;
  /** Facts about the company as a business. */
  firmographics: Firmographics;
  /** Global id, for `node`. */
  id: Scalars['ID']['output'];
  /** Names of the investors. */
  investors: Array<Scalars['String']['output']>;
  /** Name of the company. */
  name: Scalars['String']['output'];
  /** Number of distinct partners. */
  partnershipCount: Scalars['Int']['output'];
  /** Partners of the company, observed from either side, the latest observation first. No edges while `access` is LOCKED. Reading them is free of credits. */
  partnerships: CompanyPartnershipConnection;
  /** Main domain of the company. */
  primaryDomain: Scalars['String']['output'];
  /** Unique name for URLs. It never changes and has no dot. */
  slug: Scalars['String']['output'];
  /** Technologies detected at the company, the most detections first. */
  technologies: CompanyTechnologyConnection;
};


/** A company of the catalogue. */
export type CompanyPartnershipsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A company of the catalogue. */
export type CompanyTechnologiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of edges, each to a company. */
export type CompanyConnection = {
  /** This page. */
  edges: Array<CompanyEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An edge to a company. */
export type CompanyEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: Company;
};

/** A page of edges, each to a partner of a company. */
export type CompanyPartnershipConnection = {
  /** LOCKED, without edges, until the organization unlocks the company. OPEN for unlocked companies and for companies without partners. `totalCount` is exact in both cases. Reading `access` is free of credits. */
  access: PartnershipAccess;
  /** This page. */
  edges: Array<CompanyPartnershipEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An edge to a partner of a company. */
export type CompanyPartnershipEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: Partnership;
};

/** A page of edges, each to a technology of a company. */
export type CompanyTechnologyConnection = {
  /** This page. */
  edges: Array<CompanyTechnologyEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An edge to a technology of a company. */
export type CompanyTechnologyEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: Technology;
};

/** What one condition of a definition says of a company. */
export type ConditionVerdict = {
  /** The condition, as REST spells it. */
  condition: Scalars['JSON']['output'];
  /** When it was last seen to hold; null where evidence has no date. */
  lastSeen?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the company is as wanted here. */
  met: Scalars['Boolean']['output'];
  /** Whether it is wanted not to hold. */
  negated: Scalars['Boolean']['output'];
  /** JSON pointer of the node in the definition. */
  pointer: Scalars['String']['output'];
  /** The freshest window in which a dated condition is met. */
  window?: Maybe<MemberTier>;
};

/** A kind of work with a budget of its own. */
export type CostClass =
  /** Enrichment. */
  | 'ENRICH'
  /** Counting or computing what a definition matches. */
  | 'EVALUATE'
  /** Downloading all members of a list. */
  | 'EXPORT'
  /** Reading what is stored. */
  | 'READ'
  /** Changing something. */
  | 'WRITE';

/** The input of createApiKey. */
export type CreateApiKeyInput = {
  /** When it stops working; never unless given. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** USER: a key of your own. ORG: a key of the organization, for admins to make. */
  kind: ApiKeyKind;
  /** What the key is for: at most 100 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
};

/** The answer to createApiKey. */
export type CreateApiKeyPayload = {
  /** What is stored of the key. */
  apiKey: ApiKey;
  /** The whole key. Shown this once; keep it safe. */
  key: Scalars['String']['output'];
};

/** The input of createList. */
export type CreateListInput = {
  /** The filter; a list may do without. */
  definition?: InputMaybe<DefinitionInput>;
  /** The definition as REST spells it, instead of `definition`. */
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
  /** 1 to 200 characters. */
  name: Scalars['String']['input'];
};

/** The answer to createList. */
export type CreateListPayload = {
  /** The list as it is now. */
  list: List;
};

/** A report of company data that looks wrong. It changes nothing by itself. */
export type DataFlag = Node & {
  /** The company that was flagged. */
  company?: Maybe<Company>;
  /** The company that was flagged. */
  companyId: Scalars['Int']['output'];
  /** When it was raised. */
  createdAt: Scalars['DateTime']['output'];
  /** What looks wrong. */
  description?: Maybe<Scalars['String']['output']>;
  /** The id that REST shows as flag_id. */
  flagId: Scalars['Int']['output'];
  /** The global id of the flag. */
  id: Scalars['ID']['output'];
  /** Where the flag stands. */
  status: FlagStatus;
};

/** A filter tree, with the version of the registry of fields that it was written for. */
export type DefinitionInput = {
  /** Value of `filterFields.registryVersion`. A definition without it is refused. */
  registryVersion?: InputMaybe<Scalars['String']['input']>;
  /** Root of the tree. Null matches no company and is allowed in saved lists only. A definition without it is refused. */
  root?: InputMaybe<FilterNodeInput>;
};

/** What saving a definition would change. */
export type DefinitionPreview = {
  /** How many would come. */
  addedCount: Scalars['Int']['output'];
  /** The first ten of those who would come, by company id. */
  addedSample: Array<Company>;
  /** Whether there would be 10000 or more. */
  capped: Scalars['Boolean']['output'];
  /** Members that the list would have, 10000 if there are more. */
  count: Scalars['Int']['output'];
  /** Members that the list would have. */
  exactCount: Scalars['Int']['output'];
  /** How many would go. */
  removedCount: Scalars['Int']['output'];
  /** The first ten of those who would go, by company id. */
  removedSample: Array<Company>;
};

/** A version of a definition. Versions are appended, never changed. */
export type DefinitionVersion = {
  /** Who wrote it. */
  author: User;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The definition, as REST spells it. */
  definition: Scalars['JSON']['output'];
  /** Counted from 1. */
  version: Scalars['Int']['output'];
};

/** A page of edges, each to a version. */
export type DefinitionVersionConnection = {
  /** This page. */
  edges: Array<DefinitionVersionEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An edge to a version. */
export type DefinitionVersionEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: DefinitionVersion;
};

/** The input of deleteList. */
export type DeleteListInput = {
  /** The list. */
  listId: Scalars['Int']['input'];
};

/** The answer to deleteList. */
export type DeleteListPayload = {
  /** The list that is gone. */
  deletedListId: Scalars['Int']['output'];
};

/** The input of enrichPartnerships. */
export type EnrichPartnershipsInput = {
  /** 1 to 100 domains. Trimmed, lower-cased, a leading www. removed; what has no dot is dropped. */
  domains: Array<Scalars['String']['input']>;
};

/** The answer to enrichPartnerships. */
export type EnrichPartnershipsPayload = {
  /** Credits that this call cost. */
  creditsCharged: Scalars['Int']['output'];
  /** The balance afterwards, in credits. */
  creditsRemaining: Scalars['Int']['output'];
  /** Domains of a known company. */
  domainsFound: Scalars['Int']['output'];
  /** Domains of a known company that has partners. */
  domainsWithPartnerships: Scalars['Int']['output'];
  /** One for each cleaned domain, in order of first appearance. */
  results: Array<EnrichmentResult>;
  /** The number of results. */
  totalDomainsRequested: Scalars['Int']['output'];
};

/** What an enrichment would cost at this moment. */
export type EnrichmentEstimate = {
  /** Credits that there are. */
  creditBalance: Scalars['Int']['output'];
  /** Credits that the call would cost. */
  creditsRequired: Scalars['Int']['output'];
  /** Domains of a known company. */
  domainsFound: Scalars['Int']['output'];
  /** Domains of a known company that has partners. */
  domainsWithPartnerships: Scalars['Int']['output'];
  /** Whether the balance covers the cost. */
  sufficient: Scalars['Boolean']['output'];
  /** Domains after cleaning. */
  totalDomainsRequested: Scalars['Int']['output'];
};

/** What is known of one domain of the batch. */
export type EnrichmentResult = {
  /** How this result was paid for. */
  charge: ChargeKind;
  /** The company itself; null when not tracked. */
  company?: Maybe<Company>;
  /** Null when not tracked. */
  companyId?: Maybe<Scalars['Int']['output']>;
  /** Null when not tracked. */
  companyName?: Maybe<Scalars['String']['output']>;
  /** The domain, cleaned. */
  domain: Scalars['String']['output'];
  /** How many partners. */
  partnershipCount: Scalars['Int']['output'];
  /** Every partner, latest observation first; empty when there is none. */
  partnerships: Array<Partnership>;
  /** Null when not tracked. */
  slug?: Maybe<Scalars['String']['output']>;
  /** What became of the domain. */
  status: EnrichmentStatus;
  /** Until when asking again for this company costs nothing. */
  windowEndsAt?: Maybe<Scalars['DateTime']['output']>;
};

/** What became of a domain. */
export type EnrichmentStatus =
  /** The company is known and has partners. */
  | 'FOUND'
  /** No company is known for the domain. */
  | 'NOT_TRACKED'
  /** The company is known and has no recorded partners. */
  | 'NO_PARTNERSHIPS';

/** The price of an export at this moment. */
export type ExportEstimate = {
  /** Credits that the organization has. */
  creditBalance: Scalars['Int']['output'];
  /** Credits that it would cost: one for each member that was not paid for in the last 30 days. */
  creditsRequired: Scalars['Int']['output'];
  /** Companies that the export would hold. */
  members: Scalars['Int']['output'];
  /** Whether the balance covers the cost. */
  sufficient: Scalars['Boolean']['output'];
};

/** The input of exportList. */
export type ExportListInput = {
  /** The list. */
  listId: Scalars['Int']['input'];
  /** The id of a materialization that was exported before: its file again, free until `validUntil`. EXPORT_EXPIRED after that, and for any other. */
  materialization?: InputMaybe<Scalars['ID']['input']>;
};

/** The answer to exportList. */
export type ExportListPayload = {
  /** Credits that this export cost. */
  creditsCharged: Scalars['Int']['output'];
  /** The balance afterwards, in credits. */
  creditsRemaining: Scalars['Int']['output'];
  /** The members that were paid for. */
  materialization: Materialization;
  /** The path of the CSV of exactly these members, whatever becomes of the list. It takes a key with access to the list and never charges. */
  url: Scalars['String']['output'];
  /** Until when `url` works: 30 days after a payment, or to the end of the windows that made the export free. Then, or once the list is deleted, EXPORT_EXPIRED. */
  validUntil: Scalars['DateTime']['output'];
};

/** Fields and operators of filters. */
export type FilterCatalog = {
  /** All fields. */
  fields: Array<FilterField>;
  /** All operators. */
  operators: Array<FilterOperator>;
  /** Current version, for `registryVersion` of a definition. It changes when a field or operator is added or removed. */
  registryVersion: Scalars['String']['output'];
};

/** A condition on a field of companies. */
export type FilterConditionInput = {
  /** Field to compare. */
  field: FilterFieldKey;
  /** Operator; must be one of the `operators` of the field. */
  operator: FilterOperatorKey;
  /** Strings, integers or booleans, as the field and operator need. At most 250; `contains`, `starts_with` and `ends_with` have at most 250 in a definition. */
  values: Array<Scalars['FilterLiteral']['input']>;
};

/** A field that conditions can use. */
export type FilterField = {
  /** Whether evidence has dates, which decide the tier of a member. */
  dated: Scalars['Boolean']['output'];
  /** A condition that can be used as it is, in the JSON shape of REST. */
  example: Scalars['JSON']['output'];
  /** Key of the field. */
  key: FilterFieldKey;
  /** English name of the field, for people. */
  label: Scalars['String']['output'];
  /** Maximum number of values in a condition. */
  maxValues: Scalars['Int']['output'];
  /** Operators that the field supports. */
  operators: Array<FilterOperatorKey>;
  /** Type of the values. */
  type: FilterFieldType;
  /** All values of a vocabulary of up to 300. Null for longer vocabularies and partners, whose values `filterFieldValues` searches, and for integers and text. */
  values?: Maybe<Array<FilterValue>>;
};

/** Field of a condition. Lower case, as in REST, is accepted too. */
export type FilterFieldKey =
  /** Country. */
  | 'COUNTRY'
  /** Domain. */
  | 'DOMAIN'
  /** Employees. */
  | 'EMPLOYEE_RANGE'
  /** Founded in. */
  | 'FOUNDED_YEAR'
  /** Industry. */
  | 'INDUSTRY'
  /** Investor. */
  | 'INVESTOR'
  /** Name. */
  | 'NAME'
  /** Partner. */
  | 'PARTNER'
  /** Number of partners. */
  | 'PARTNERSHIP_COUNT'
  /** Technology. */
  | 'TECHNOLOGY'
  /** Technology category. */
  | 'TECHNOLOGY_CATEGORY'
  /** Number of technologies. */
  | 'TECHNOLOGY_COUNT';

/** Type of the values of a field. */
export type FilterFieldType =
  /** Companies, by domain or slug; an unknown company is refused. */
  | 'COMPANY'
  /** Integers. */
  | 'INTEGER'
  /** Any text; case is ignored. */
  | 'TEXT'
  /** Strings of a closed vocabulary; an unknown value is refused. */
  | 'VOCABULARY';

/** A node of a filter tree; exactly one key must be given. A tree has at most 8 levels and 100 conditions. */
export type FilterNodeInput =
  /** Companies that match all of these nodes; at least one node. */
  { and: Array<FilterNodeInput>; condition?: never; not?: never; or?: never; }
  |  /** Companies that meet this condition. */
  { and?: never; condition: FilterConditionInput; not?: never; or?: never; }
  |  /** Companies that do not match this node. */
  { and?: never; condition?: never; not: FilterNodeInput; or?: never; }
  |  /** Companies that match any of these nodes; at least one node. */
  { and?: never; condition?: never; not?: never; or: Array<FilterNodeInput>; };

/** An operator that conditions can use. */
export type FilterOperator = {
  /** Key of the operator. */
  key: FilterOperatorKey;
  /** English name of the operator, for people. */
  label: Scalars['String']['output'];
  /** Number of values that it takes. */
  values: FilterOperatorValues;
};

/** Operator of a condition. Lower case, as in REST, is accepted too. */
export type FilterOperatorKey =
  /** has all of. */
  | 'ALL_OF'
  /** is any of. */
  | 'ANY_OF'
  /** is between (both ends included). */
  | 'BETWEEN'
  /** contains. */
  | 'CONTAINS'
  /** ends with. */
  | 'ENDS_WITH'
  /** equals. */
  | 'EQ'
  /** equals. */
  | 'EQUALS'
  /** is at least. */
  | 'GTE'
  /** is known. */
  | 'IS_KNOWN'
  /** is at most. */
  | 'LTE'
  /** is none of. */
  | 'NONE_OF'
  /** starts with. */
  | 'STARTS_WITH';

/** Number of values that an operator takes. */
export type FilterOperatorValues = {
  /** Maximum number of values. */
  max: Scalars['Int']['output'];
  /** Minimum number of values. */
  min: Scalars['Int']['output'];
};

/** A value of a field, with the number of companies that have it. */
export type FilterValue = {
  /** Number of companies that have the value, however old the evidence is. For PARTNER: number of partners of the company. */
  companyCount: Scalars['Int']['output'];
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** String to use in the `values` of a condition. */
  value: Scalars['String']['output'];
};

/** A page of values of a field. */
export type FilterValuePage = {
  /** Number of values on all pages. */
  total: Scalars['Int']['output'];
  /** Values of this page, the most frequent first; employee ranges by size. */
  values: Array<FilterValue>;
};

/** Facts about a company as a business. Unknown values are null. */
export type Firmographics = {
  /** Country code, ISO 3166-1 alpha-2. */
  country?: Maybe<Scalars['String']['output']>;
  /** Number of domains, including the primary one. */
  domainCount: Scalars['Int']['output'];
  /** Number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+. */
  employeeRange?: Maybe<Scalars['String']['output']>;
  /** Year in which the company was founded. */
  foundedYear?: Maybe<Scalars['Int']['output']>;
  /** Industry, as the data source names it. */
  industry?: Maybe<Scalars['String']['output']>;
  /** Number of distinct investors. */
  investorCount: Scalars['Int']['output'];
  /** Number of distinct technologies detected. */
  technologyCount: Scalars['Int']['output'];
};

/** The input of flagCompany. */
export type FlagCompanyInput = {
  /** What looks wrong: at most 2000 characters; blank counts as left out. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** A domain or a slug. */
  identifier: Scalars['String']['input'];
};

/** The answer to flagCompany. */
export type FlagCompanyPayload = {
  /** The flag, queued for review. */
  flag: DataFlag;
};

/** Where a flag stands. */
export type FlagStatus =
  /** Waits for the data-quality review. */
  | 'QUEUED'
  /** The review is done. */
  | 'RESOLVED';

/** Number of companies that a node of the tree matches by itself. */
export type FunnelStep = {
  /** Exact number of companies, however old the evidence is. */
  exactCount: Scalars['Int']['output'];
  /** JSON pointer (RFC 6901) of the node in the definition, as in `/root/and/0`. */
  pointer: Scalars['String']['output'];
};

/** The input of grantPermission: a user by id or e-mail, or the whole organization. */
export type GrantPermissionInput = {
  /** VIEWER or EDITOR. */
  accessLevel: AccessLevel;
  /** A user of the organization. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** The list. */
  listId: Scalars['Int']['input'];
  /** Everybody in the organization. */
  orgWide?: InputMaybe<Scalars['Boolean']['input']>;
  /** A user of the organization. */
  userId?: InputMaybe<Scalars['Int']['input']>;
};

/** The answer to grantPermission. */
export type GrantPermissionPayload = {
  /** False when an earlier one was changed. */
  created: Scalars['Boolean']['output'];
  /** The list. */
  list: List;
  /** The permission. */
  permission: Permission;
};

/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type List = Node & {
  /** What the caller may do with it. */
  accessLevel: AccessLevel;
  /** Domains added by hand, latest first. */
  addedDomains: ListDomainConnection;
  /** Every change, newest first. */
  auditLog: ListEventConnection;
  /** Who came and who went since an earlier materialization. The last 30 are kept. */
  changes: ListChanges;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The filter that holds, as REST spells it: registry_version and root. */
  definition: Scalars['JSON']['output'];
  /** The version of the filter. */
  definitionVersion: Scalars['Int']['output'];
  /** Domains excluded by hand, latest first. */
  excludedDomains: ListDomainConnection;
  /** Why a company is in the list, or not. */
  explain: ListExplanation;
  /** The price of an export now, for everybody who can see the list. Free. */
  exportEstimate: ExportEstimate;
  /** The global id of the list. */
  id: Scalars['ID']['output'];
  /** The id that REST shows as list_id. */
  listId: Scalars['Int']['output'];
  /** The members: by tier, the freshest first, then by company id. */
  members: MemberConnection;
  /** The name of the list. */
  name: Scalars['String']['output'];
  /** Who owns it. */
  owner: User;
  /** Who has access beside the owner. */
  permissions: Array<Permission>;
  /** What saving this definition would change among the members. Saves nothing. */
  previewDefinition: DefinitionPreview;
  /** Raised by every change that can change the members. */
  revision: Scalars['Int']['output'];
  /** When it was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** One version of the definition. */
  version: DefinitionVersion;
  /** The versions of the definition, newest first. */
  versions: DefinitionVersionConnection;
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListAddedDomainsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListAuditLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListChangesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  sinceMaterialization: Scalars['ID']['input'];
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListExcludedDomainsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListExplainArgs = {
  identifier: Scalars['String']['input'];
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListMembersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  forceRefresh?: InputMaybe<Scalars['Boolean']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  tier?: InputMaybe<MemberTier>;
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListPreviewDefinitionArgs = {
  definition?: InputMaybe<DefinitionInput>;
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListVersionArgs = {
  version: Scalars['Int']['input'];
};


/** A saved, named set of companies: a filter, and domains added or excluded by hand. */
export type ListVersionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of a list. Changes of one kind that come faster than they are read are told as one. */
export type ListChange = {
  /** Who changed it; null for RESYNC and GONE. */
  actor?: Maybe<User>;
  /** When it changed. */
  at: Scalars['DateTime']['output'];
  /** The version of its filter now; null when the list is gone. */
  definitionVersion?: Maybe<Scalars['Int']['output']>;
  /** What has changed. */
  kind: ListChangeKind;
  /** The list as it is now; null when it is gone. */
  list?: Maybe<List>;
  /** Its revision now, which every change that can change members raises; null when it is gone. */
  revision?: Maybe<Scalars['Int']['output']>;
};

/** What about a list has changed. */
export type ListChangeKind =
  /** Its definition, and so perhaps its members. */
  | 'DEFINITION'
  /** It was deleted, or is no longer shared with the caller. The last event of a subscription. */
  | 'GONE'
  /** Its domains added or excluded by hand, and so perhaps its members. */
  | 'MEMBERS'
  /** Its name. */
  | 'NAME'
  /** Nothing that is known of, but events may have been missed: read again what matters. */
  | 'RESYNC'
  /** Who has access to it, or who owns it. */
  | 'SHARING';

/** Who came and who went. */
export type ListChanges = {
  /** The first of those who came, by company id. */
  added: Array<Company>;
  /** How many came. */
  addedCount: Scalars['Int']['output'];
  /** The first of those who went, by company id. */
  removed: Array<Company>;
  /** How many went. */
  removedCount: Scalars['Int']['output'];
};

/** A page of edges, each to a list. */
export type ListConnection = {
  /** This page. */
  edges: Array<ListEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** A domain that was added to a list, or excluded from it, by hand. */
export type ListDomain = {
  /** When. */
  addedAt: Scalars['DateTime']['output'];
  /** Who did it. */
  addedBy: User;
  /** The company behind it; null while none is known. */
  companyId?: Maybe<Scalars['Int']['output']>;
  /** The domain, cleaned. */
  domain: Scalars['String']['output'];
};

/** A page of edges, each to a domain. */
export type ListDomainConnection = {
  /** This page. */
  edges: Array<ListDomainEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An edge to a domain. */
export type ListDomainEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: ListDomain;
};

/** A domain of a list. */
export type ListDomainInput = {
  /** The domain. */
  domain: Scalars['String']['input'];
  /** The list. */
  listId: Scalars['Int']['input'];
};

/** The answer to removeDomain and unexcludeDomain. */
export type ListDomainPayload = {
  /** The list as it is now. */
  list: List;
};

/** Domains of a list. */
export type ListDomainsInput = {
  /** 1 to 1000 domains; cleaned as in enrichment. */
  domains: Array<Scalars['String']['input']>;
  /** The list. */
  listId: Scalars['Int']['input'];
};

/** The answer to addDomains and excludeDomains. */
export type ListDomainsPayload = {
  /** Domains that are on it now, and were not. */
  added: Array<Scalars['String']['output']>;
  /** Domains that were on it. */
  alreadyPresent: Array<Scalars['String']['output']>;
  /** What is no domain, as it was sent. */
  invalid: Array<Scalars['String']['output']>;
  /** The list as it is now. */
  list: List;
  /** Those of `added` that no company is known for, yet. */
  notTracked: Array<Scalars['String']['output']>;
};

/** An edge to a list. */
export type ListEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: List;
};

/** A change of a list. */
export type ListEvent = {
  /** What was done, such as definition_replaced. */
  action: Scalars['String']['output'];
  /** Who did it. */
  actor: User;
  /** When. */
  at: Scalars['DateTime']['output'];
  /** What it was done with. */
  details: Scalars['JSON']['output'];
  /** Larger for later ones. */
  eventId: Scalars['Int']['output'];
};

/** A page of edges, each to a change. */
export type ListEventConnection = {
  /** This page. */
  edges: Array<ListEventEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An edge to a change. */
export type ListEventEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: ListEvent;
};

/** Why a company is in a list, or not. */
export type ListExplanation = {
  /** The company. */
  company?: Maybe<Company>;
  /** What each condition of the definition says of it, in document order. */
  conditions: Array<ConditionVerdict>;
  /** Whether one of its domains is excluded by hand, which beats everything. */
  excluded: Scalars['Boolean']['output'];
  /** Whether it is a member. */
  member: Scalars['Boolean']['output'];
  /** Why it is a member; null when it is none. */
  source?: Maybe<MemberSource>;
  /** Its tier; null when it is no member. */
  tier?: Maybe<MemberTier>;
};

/** The members of a list as they were computed at one time. */
export type Materialization = {
  /** How many members. */
  counts: MemberCounts;
  /** The version of the definition. */
  definitionVersion: Scalars['Int']['output'];
  /** Its number. */
  id: Scalars['ID']['output'];
  /** When it was computed. */
  materializedAt: Scalars['DateTime']['output'];
  /** Whether the catalogue has moved on since then; forceRefresh takes it up. */
  stale: Scalars['Boolean']['output'];
};

/** The input of materializeList. */
export type MaterializeListInput = {
  /** The list. */
  listId: Scalars['Int']['input'];
};

/** The answer to materializeList. */
export type MaterializeListPayload = {
  /** How many members it has. */
  counts: MemberCounts;
  /** The list. */
  list: List;
};

/** A company in a list. */
export type Member = {
  /** The company itself. */
  company: Company;
  /** The id of the company. */
  companyId: Scalars['Int']['output'];
  /** The conditions of the definition that it meets, and how fresh they are. */
  reasons: Array<ConditionVerdict>;
  /** Why it is a member. */
  source: MemberSource;
  /** Its tier. */
  tier: MemberTier;
};

/** A page of edges, each to a member. */
export type MemberConnection = {
  /** This page. */
  edges: Array<MemberEdge>;
  /** What these pages are of. */
  materialization: Materialization;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** How many members a list has. */
export type MemberCounts = {
  /** In the tier exploratory. */
  exploratory: Scalars['Int']['output'];
  /** In the tier high. */
  high: Scalars['Int']['output'];
  /** In the tier medium. */
  medium: Scalars['Int']['output'];
  /** All of them. */
  total: Scalars['Int']['output'];
};

/** An edge to a member. */
export type MemberEdge = {
  /** Its place, for the argument `after`. */
  cursor: Scalars['String']['output'];
  /** The object itself. */
  node: Member;
};

/** Why a company is a member. */
export type MemberSource =
  /** One of its domains was added by hand. */
  | 'ADDED'
  /** The definition matches it. */
  | 'DEFINITION';

/** How fresh the evidence for a member is. */
export type MemberTier =
  /** Longer ago. */
  | 'EXPLORATORY'
  /** Within 90 days before the newest observation, or added by hand. */
  | 'HIGH'
  /** Within 365 days. */
  | 'MEDIUM';

/** Changes. Every field needs an API key. */
export type Mutation = {
  /** Adds domains to a list, excluded ones too. For editors. */
  addDomains: ListDomainsPayload;
  /** Makes an API key. Needs a user key; organization keys need an admin. */
  createApiKey: CreateApiKeyPayload;
  /** Makes a list that the caller owns. */
  createList: CreateListPayload;
  /** Deletes a list. For its owner. */
  deleteList: DeleteListPayload;
  /** Resolves up to 100 domains and returns their partners: one credit for each company that was not paid for in the last 30 days. All or nothing. */
  enrichPartnerships: EnrichPartnershipsPayload;
  /** Keeps domains off a list, added ones too. For editors. */
  excludeDomains: ListDomainsPayload;
  /** Pays for all members, one credit for each that was not paid for in the last 30 days, and unlocks them. All or nothing. */
  exportList: ExportListPayload;
  /** Reports company data that looks wrong, outdated, incomplete or mismatched. */
  flagCompany: FlagCompanyPayload;
  /** Shares a list, or changes how it is shared. For its owner. */
  grantPermission: GrantPermissionPayload;
  /** Computes the members anew. */
  materializeList: MaterializeListPayload;
  /** Takes a domain that was added by hand off a list. For editors. */
  removeDomain: ListDomainPayload;
  /** Gives a list another name. For editors. */
  renameList: RenameListPayload;
  /** Appends a version of the definition. For editors. */
  replaceDefinition: ReplaceDefinitionPayload;
  /** Appends an earlier version of the definition once more. For editors. */
  restoreDefinition: RestoreDefinitionPayload;
  /** Stops a key of your own from working; an admin may revoke any key of the organization. */
  revokeApiKey: RevokeApiKeyPayload;
  /** Takes access to a list away, at once. For its owner. */
  revokePermission: RevokePermissionPayload;
  /** Makes a key that takes the place of another, which goes on for a while: no request fails in between. Each key is rotated once, a personal one by its owner. */
  rotateApiKey: RotateApiKeyPayload;
  /** Gives a list to somebody else; the caller stays as editor. For its owner. */
  transferOwnership: TransferOwnershipPayload;
  /** Lifts the exclusion of a domain. For editors. */
  unexcludeDomain: ListDomainPayload;
  /** Changes the label or the end of a key of your own; an admin may change any of the organization. The end of a rotated key can only be brought forward. */
  updateApiKey: UpdateApiKeyPayload;
};


/** Changes. Every field needs an API key. */
export type MutationAddDomainsArgs = {
  input: ListDomainsInput;
};


/** Changes. Every field needs an API key. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** Changes. Every field needs an API key. */
export type MutationCreateListArgs = {
  input: CreateListInput;
};


/** Changes. Every field needs an API key. */
export type MutationDeleteListArgs = {
  input: DeleteListInput;
};


/** Changes. Every field needs an API key. */
export type MutationEnrichPartnershipsArgs = {
  input: EnrichPartnershipsInput;
};


/** Changes. Every field needs an API key. */
export type MutationExcludeDomainsArgs = {
  input: ListDomainsInput;
};


/** Changes. Every field needs an API key. */
export type MutationExportListArgs = {
  input: ExportListInput;
};


/** Changes. Every field needs an API key. */
export type MutationFlagCompanyArgs = {
  input: FlagCompanyInput;
};


/** Changes. Every field needs an API key. */
export type MutationGrantPermissionArgs = {
  input: GrantPermissionInput;
};


/** Changes. Every field needs an API key. */
export type MutationMaterializeListArgs = {
  input: MaterializeListInput;
};


/** Changes. Every field needs an API key. */
export type MutationRemoveDomainArgs = {
  input: ListDomainInput;
};


/** Changes. Every field needs an API key. */
export type MutationRenameListArgs = {
  input: RenameListInput;
};


/** Changes. Every field needs an API key. */
export type MutationReplaceDefinitionArgs = {
  input: ReplaceDefinitionInput;
};


/** Changes. Every field needs an API key. */
export type MutationRestoreDefinitionArgs = {
  input: RestoreDefinitionInput;
};


/** Changes. Every field needs an API key. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** Changes. Every field needs an API key. */
export type MutationRevokePermissionArgs = {
  input: RevokePermissionInput;
};


/** Changes. Every field needs an API key. */
export type MutationRotateApiKeyArgs = {
  input: RotateApiKeyInput;
};


/** Changes. Every field needs an API key. */
export type MutationTransferOwnershipArgs = {
  input: TransferOwnershipInput;
};


/** Changes. Every field needs an API key. */
export type MutationUnexcludeDomainArgs = {
  input: ListDomainInput;
};


/** Changes. Every field needs an API key. */
export type MutationUpdateApiKeyArgs = {
  input: UpdateApiKeyInput;
};

/** An object that has an id of its own across all types. */
export type Node = {
  /** The global id. */
  id: Scalars['ID']['output'];
};

/** What an operation would cost, reckoned as before running it. */
export type OperationCost = {
  /** Whether it would be run. */
  allowed: Scalars['Boolean']['output'];
  /** How many levels of fields it has. */
  depth: Scalars['Int']['output'];
  /** The most that one operation may cost, in points. */
  limit: Scalars['Float']['output'];
  /** The most objects that its pages can hold together. */
  nodes: Scalars['Float']['output'];
  /** The limits that it goes beyond, and what to do about each. */
  refusals: Array<Scalars['String']['output']>;
  /** What it would cost, in points. */
  requested: Scalars['Float']['output'];
};

/** A customer: its users and keys share one credit balance. */
export type Organization = Node & {
  /** Credits left. */
  creditBalance: Scalars['Int']['output'];
  /** The global id of the organization. */
  id: Scalars['ID']['output'];
  /** The name of the organization. */
  name: Scalars['String']['output'];
  /** The id that REST and the command line show. */
  organizationId: Scalars['Int']['output'];
  /** What the organization may have, and what of it is used. */
  quotas: Array<Quota>;
  /** What all its keys were used for, day by day, newest first. For admins: null for others. */
  usage?: Maybe<Array<UsageDay>>;
};


/** A customer: its users and keys share one credit balance. */
export type OrganizationUsageArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};

/** Where a page stands in its connection. */
export type PageInfo = {
  /** The cursor of the last item, for `after`. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there is more after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there is more before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A partner of a company. Observations from both sides are merged. */
export type Partnership = {
  /** Reserved; always null. */
  category?: Maybe<Scalars['String']['output']>;
  /** Reserved; always null. */
  description?: Maybe<Scalars['String']['output']>;
  /** Time of the earliest observation from either side. */
  firstObservedAt: Scalars['DateTime']['output'];
  /** Time of the latest observation from either side. */
  lastObservedAt: Scalars['DateTime']['output'];
  /** Number of observations from both sides. */
  observationCount: Scalars['Int']['output'];
  /** Primary domain of the partner. */
  partnerDomain: Scalars['String']['output'];
  /** Name of the partner. */
  partnerName: Scalars['String']['output'];
  /** Slug of the partner, for `company(identifier)`. */
  partnerSlug: Scalars['String']['output'];
};

/** Whether the caller's organization may read partners. */
export type PartnershipAccess =
  /** Partners are not shown. `enrichPartnerships` and `exportList` unlock a company for 30 days and cost one credit each. */
  | 'LOCKED'
  /** Partners are shown, or the company has none. */
  | 'OPEN';

/** Access to a list for one user, or for everybody in the organization. */
export type Permission = {
  /** What it allows. */
  accessLevel: AccessLevel;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Who granted it first. */
  grantedBy: User;
  /** Whether it is for everybody in the organization. */
  orgWide: Scalars['Boolean']['output'];
  /** The id to revoke it by. */
  permissionId: Scalars['Int']['output'];
  /** Whose it is; null when it is for everybody. */
  user?: Maybe<User>;
};

/** Counts of what a definition would match. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCount = {
  /** The most frequent values of a field among the matches. Empty for PARTNER while `partnerAccess` is LOCKED. */
  breakdown: Array<BreakdownEntry>;
  /** Whether there are 10000 matches or more. */
  capped: Scalars['Boolean']['output'];
  /** Number of matches, at most 10000. Use `exactCount` for larger numbers. */
  count: Scalars['Int']['output'];
  /** Exact number of matches, however old the evidence is. */
  exactCount: Scalars['Int']['output'];
  /** Exact count of each node of the tree by itself, in document order. It shows which condition excludes the most. */
  funnel: Array<FunnelStep>;
  /** LOCKED when there are fewer than 20 matches and the organization has not unlocked all of them that have partners: the breakdown by partner is then empty. OPEN otherwise. */
  partnerAccess: PartnershipAccess;
  /** Exact number of matches in each tier. */
  tierCounts: TierCounts;
};


/** Counts of what a definition would match. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCountBreakdownArgs = {
  field: FilterFieldKey;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Reads. Every field needs an API key. */
export type Query = {
  /** Finds companies whose name or domain contains a text, the best match first. Any key may read them. */
  companies: CompanyConnection;
  /** Finds a company by domain or slug. Null with the error COMPANY_NOT_FOUND when it is unknown. Any key may read it. */
  company?: Maybe<Company>;
  /** Companies to add to a list by hand: by part of a name or domain, best first. */
  companySearch: Array<Company>;
  /** What enrichPartnerships would cost for these domains. Free. */
  estimateEnrichment: EnrichmentEstimate;
  /** Searches the values of a field. Not for fields of type INTEGER or TEXT: VALIDATION_ERROR. Needs a personal key. */
  filterFieldValues: FilterValuePage;
  /** Fields and operators of filters, with the numbers of companies. Needs a personal key. */
  filterFields: FilterCatalog;
  /** One list that the caller can see. Any other is the error LIST_NOT_FOUND. */
  list: List;
  /** The lists that the caller can see, most recently updated first. */
  lists: ListConnection;
  /** Any object that has an id, by that id. Null for an id that is malformed or unknown, and for an object that the caller may not see. */
  node?: Maybe<Node>;
  /** Up to 1000 objects by their ids, in the order asked. Null in the place of an id that is malformed or unknown, or whose object the caller may not see. */
  nodes: Array<Maybe<Node>>;
  /** What an operation would cost. Runs nothing of it and takes no credits. */
  operationCost: OperationCost;
  /** Counts what a definition would match, without saving it. Free of credits. Needs a personal key. */
  previewCount: PreviewCount;
  /** Points that the caller has left of each class. All keys of a user share them. Costs no point. */
  rateLimit: RateLimit;
  /** Whoever holds the key of this request. */
  viewer: Viewer;
};


/** Reads. Every field needs an API key. */
export type QueryCompaniesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  search: Scalars['String']['input'];
};


/** Reads. Every field needs an API key. */
export type QueryCompanyArgs = {
  identifier: Scalars['String']['input'];
};


/** Reads. Every field needs an API key. */
export type QueryCompanySearchArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  q: Scalars['String']['input'];
};


/** Reads. Every field needs an API key. */
export type QueryEstimateEnrichmentArgs = {
  domains: Array<Scalars['String']['input']>;
};


/** Reads. Every field needs an API key. */
export type QueryFilterFieldValuesArgs = {
  field: FilterFieldKey;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};


/** Reads. Every field needs an API key. */
export type QueryListArgs = {
  listId: Scalars['Int']['input'];
};


/** Reads. Every field needs an API key. */
export type QueryListsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Every field needs an API key. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Reads. Every field needs an API key. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Reads. Every field needs an API key. */
export type QueryOperationCostArgs = {
  operationName?: InputMaybe<Scalars['String']['input']>;
  query: Scalars['String']['input'];
  variables?: InputMaybe<Scalars['JSON']['input']>;
};


/** Reads. Every field needs an API key. */
export type QueryPreviewCountArgs = {
  definition?: InputMaybe<DefinitionInput>;
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
};

/** A quota: a request that would pass it is refused with QUOTA_EXCEEDED. */
export type Quota = {
  /** The most that is possible: a whole number. Null: no limit. */
  limit?: Maybe<Scalars['Float']['output']>;
  /** What is bounded. */
  quota: QuotaName;
  /** What is used: a whole number. Null where each object has its own. */
  used?: Maybe<Scalars['Float']['output']>;
};

/** What is bounded. QUOTA_EXCEEDED gives the name in lower case. */
export type QuotaName =
  /** Bytes of the definitions of all lists of the organization, all versions together. */
  | 'DEFINITION_BYTES'
  /** Keys that work, of one owner. `used` counts those of the owner of the key of this request. */
  | 'KEYS'
  /** Lists of the organization. */
  | 'LISTS'
  /** Domains of one list, added and excluded together. Each list has its own: `used` is null. */
  | 'LIST_DOMAINS'
  /** Bytes of the stored answers to Idempotency-Keys of the organization. */
  | 'REPLAY_LOG_BYTES';

/** Points that the caller has left: the user of a personal key, or the organization. */
export type RateLimit = {
  /** Every class; none where nothing is limited. */
  classes: Array<RateLimitClass>;
  /** Whether requests are limited at all. */
  limited: Scalars['Boolean']['output'];
};

/** Points that the caller has left of one class. */
export type RateLimitClass = {
  /** The class. */
  costClass: CostClass;
  /** Points a window. */
  limit: Scalars['Int']['output'];
  /** Points that are left of this window. */
  remaining: Scalars['Int']['output'];
  /** When all points are there again; null while none is used. */
  resetAt?: Maybe<Scalars['DateTime']['output']>;
  /** How long a window is. */
  windowSeconds: Scalars['Int']['output'];
};

/** The input of renameList. */
export type RenameListInput = {
  /** The list. */
  listId: Scalars['Int']['input'];
  /** 1 to 200 characters. */
  name: Scalars['String']['input'];
};

/** The answer to renameList. */
export type RenameListPayload = {
  /** The list as it is now. */
  list: List;
};

/** The input of replaceDefinition. */
export type ReplaceDefinitionInput = {
  /** The filter. */
  definition?: InputMaybe<DefinitionInput>;
  /** The definition as REST spells it, instead of `definition`. */
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
  /** The version that the caller has seen; another one now is a conflict. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The list. */
  listId: Scalars['Int']['input'];
};

/** The answer to replaceDefinition. */
export type ReplaceDefinitionPayload = {
  /** The list as it is now. */
  list: List;
};

/** The input of restoreDefinition. */
export type RestoreDefinitionInput = {
  /** The list. */
  listId: Scalars['Int']['input'];
  /** The version to have again. */
  version: Scalars['Int']['input'];
};

/** The answer to restoreDefinition. */
export type RestoreDefinitionPayload = {
  /** The list as it is now. */
  list: List;
};

/** The input of revokeApiKey. */
export type RevokeApiKeyInput = {
  /** Whether to revoke, too, the keys that were made with it, directly or through others. */
  includeCreated?: InputMaybe<Scalars['Boolean']['input']>;
  /** The keyId of the key. */
  keyId: Scalars['Int']['input'];
};

/** The answer to revokeApiKey. */
export type RevokeApiKeyPayload = {
  /** The key, revoked. */
  apiKey: ApiKey;
  /** Keys that were made with it, directly or through others, and worked until now: they still do, unless `includeCreated` was true. */
  createdKeys: Array<ApiKey>;
};

/** The input of revokePermission. */
export type RevokePermissionInput = {
  /** The list. */
  listId: Scalars['Int']['input'];
  /** The permission. */
  permissionId: Scalars['Int']['input'];
};

/** The answer to revokePermission. */
export type RevokePermissionPayload = {
  /** The list as it is now. */
  list: List;
};

/** The input of rotateApiKey. */
export type RotateApiKeyInput = {
  /** When the new key stops working; never unless given. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The keyId of the key to be replaced. */
  keyId: Scalars['Int']['input'];
  /** What the new key is for; as the old one unless given. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** How long the old key goes on beside the new one, in seconds: 0 to 2592000 (30 days), 86400 (a day) unless given. */
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
};

/** The answer to rotateApiKey. */
export type RotateApiKeyPayload = {
  /** What is stored of the new key. */
  apiKey: ApiKey;
  /** The whole new key. Shown this once; keep it safe. */
  key: Scalars['String']['output'];
};

/** What happens from now on, over server-sent events. Every field needs an API key. */
export type Subscription = {
  /** Tells of changes of a list from now on, over server-sent events. A list that the caller cannot see is the error LIST_NOT_FOUND. */
  listChanged: ListChange;
};


/** What happens from now on, over server-sent events. Every field needs an API key. */
export type SubscriptionListChangedArgs = {
  listId: Scalars['Int']['input'];
};

/** A technology that was detected at a company. */
export type Technology = {
  /** Category; null when unknown. */
  category?: Maybe<Scalars['String']['output']>;
  /** Number of detections at this company. */
  detectionCount: Scalars['Int']['output'];
  /** Name of the technology, for people. */
  displayName: Scalars['String']['output'];
  /** Time of the earliest detection. */
  firstSeen: Scalars['DateTime']['output'];
  /** Time of the latest detection. */
  lastSeen: Scalars['DateTime']['output'];
  /** Key of the technology, as filters take it. */
  techKey: Scalars['String']['output'];
};

/** Number of companies by tier. The tier says how recent the evidence is. */
export type TierCounts = {
  /** Companies that match with older evidence only. */
  exploratory: Scalars['Int']['output'];
  /** Companies that match with evidence of the 90 days before the newest observation of the catalogue. */
  high: Scalars['Int']['output'];
  /** Companies that match with evidence of 365 days, but not of 90. */
  medium: Scalars['Int']['output'];
  /** Companies of all tiers. */
  total: Scalars['Int']['output'];
};

/** The input of transferOwnership: a user by id or e-mail. */
export type TransferOwnershipInput = {
  /** A user of the organization. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** The list. */
  listId: Scalars['Int']['input'];
  /** A user of the organization. */
  userId?: InputMaybe<Scalars['Int']['input']>;
};

/** The answer to transferOwnership. */
export type TransferOwnershipPayload = {
  /** The list as it is now. */
  list: List;
};

/** The input of updateApiKey. What is left out stays; null clears. */
export type UpdateApiKeyInput = {
  /** When it stops working; null: never. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The keyId of the key. */
  keyId: Scalars['Int']['input'];
  /** What the key is for: at most 100 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
};

/** The answer to updateApiKey. */
export type UpdateApiKeyPayload = {
  /** The key as it is now. */
  apiKey: ApiKey;
};

/** What was done on one day. Requests are written down every few seconds. */
export type UsageDay = {
  /** Credits that they cost, as in the ledger. */
  creditsCharged: Scalars['Int']['output'];
  /** The day by the calendar of UTC, such as 2026-03-01. */
  day: Scalars['String']['output'];
  /** Those of them that were answered with a status of 400 or above. */
  errors: Scalars['Int']['output'];
  /** Requests that were let in. */
  requests: Scalars['Int']['output'];
};

/** A person in an organization. */
export type User = Node & {
  /** The e-mail address, in lower case. */
  email: Scalars['String']['output'];
  /** The global id of the user. */
  id: Scalars['ID']['output'];
  /** The name of the user. */
  name: Scalars['String']['output'];
  /** What the user may do in the organization. */
  role: UserRole;
  /** The id that REST shows as user_id. */
  userId: Scalars['Int']['output'];
};

/** What a user may do in the organization. */
export type UserRole =
  /** Makes and revokes keys of the organization as well. */
  | 'ADMIN'
  /** Works with the data and makes keys of their own. */
  | 'MEMBER';

/** Whoever holds the key of this request. */
export type Viewer = {
  /** The keys that the viewer may manage, newest first; none for an organization key. */
  apiKeys: Array<ApiKey>;
  /** The organization that the key belongs to. */
  organization: Organization;
  /** The user; null for an organization key. */
  user?: Maybe<User>;
};
