// From schema.graphql, by `npm run codegen` in the repository.
import type { FieldKey } from '../fields.ts';

export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string | number; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A point in time: ISO 8601 in UTC with milliseconds, ending in Z, such as 2026-03-01T12:00:00.000Z. Input may have another offset. */
  DateTime: { input: string; output: string; }
  /** Key of a field, spelled as in REST: `"country"`. `filterFields` lists all keys. `COUNTRY` is read as `"country"`. */
  FilterFieldKey: { input: FieldKey; output: FieldKey; }
  /** A value of a filter condition: a string, a whole number, true or false. */
  FilterLiteral: { input: string | number | boolean; output: string | number | boolean; }
  /** The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf). */
  JSON: { input: unknown; output: unknown; }
  /** A whole number of up to 53 bits, from -9007199254740991 to 9007199254740991. JSON numbers hold it exactly. */
  SafeInt: { input: number; output: number; }
};

/** What a user may do with a list. */
export type AccessLevel =
  /** Also changes the name, the tags, the definition and the domains. */
  | 'EDITOR'
  /** Also shares, transfers and deletes the list. */
  | 'OWNER'
  /** Reads the list, its members, versions, audit log and permissions. Exports and materializes it. */
  | 'VIEWER';

/** Input of addDomains. */
export type AddDomainsInput = {
  /** 1 to 1000 domains, URLs, e-mail addresses or hosts with a port. The host of each is stored, as A-labels and without one leading `www.`. */
  domains: Array<Scalars['String']['input']>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of addDomains. */
export type AddDomainsPayload = {
  /** Domains that this call added to the list or to its exclusions. */
  added: Array<Scalars['String']['output']>;
  /** Domains that were already there. */
  alreadyPresent: Array<Scalars['String']['output']>;
  /** Entries that are not domains, such as IP addresses, texts with blanks and impossible host names. They are not stored. */
  invalid: Array<InvalidDomain>;
  /** List after the change. */
  list: List;
  /** Domains of `added` that belong to no company yet. They become members once the catalogue has them. */
  notTracked: Array<Scalars['String']['output']>;
};

/** Input of addPasskey. */
export type AddPasskeyInput = {
  /** Name of the passkey: 1 to 100 characters after trimming. */
  name: Scalars['String']['input'];
  /** Response of the browser to the options from createPasskeyOptions: `RegistrationResponseJSON` of Web Authentication. */
  response: Scalars['JSON']['input'];
};

/** Result of addPasskey. */
export type AddPasskeyPayload = {
  /** Passkey that was added. */
  passkey: Passkey;
};

/** An API key. The service stores its SHA-256, never the key itself. Users see their own keys, admins all keys of the organization. */
export type ApiKey = Node & {
  /** When the key was created. */
  createdAt: Scalars['DateTime']['output'];
  /** User who created the key; null if the command line created it. */
  createdBy?: Maybe<User>;
  /** Key that created this one; null if the command line created it, or if this was not recorded. */
  createdByKey?: Maybe<ApiKey>;
  /** When the key expires: from this instant on it is refused. Null: never. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Global id of the key. */
  id: Scalars['ID']['output'];
  /** Numeric id, for `updateApiKey`, `rotateApiKey` and `revokeApiKey`. */
  keyId: Scalars['Int']['output'];
  /** Whether the key belongs to a user or to the organization. */
  kind: ApiKeyKind;
  /** Purpose of the key, as named by its owner. */
  label?: Maybe<Scalars['String']['output']>;
  /** When the key was last used, to within a few seconds; null if never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The most credits of a calendar month (UTC); null: no limit. Keys that this one replaced, and those that replace it, share it. */
  monthlyCreditLimit?: Maybe<Scalars['SafeInt']['output']>;
  /** Start of the next calendar month (UTC), when the spending begins at 0 again. */
  monthlyCreditsResetAt: Scalars['DateTime']['output'];
  /** Credits spent in this calendar month (UTC) by the key, those that share its limit, and sessions opened with them. */
  monthlyCreditsSpent: Scalars['SafeInt']['output'];
  /** First characters of the key, to recognize it. */
  prefix: Scalars['String']['output'];
  /** Key that replaced this one; null if none did. */
  replacedBy?: Maybe<ApiKey>;
  /** Key this one replaced; null if there is none. */
  replaces?: Maybe<ApiKey>;
  /** When the key was revoked; null if it was not. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the key is active, held, expired or revoked. */
  status: ApiKeyStatus;
  /** Usage of the key by day, newest first. Days without usage are left out. */
  usage?: Maybe<Array<UsageDay>>;
  /** Owner of a personal key; null for an organization key. */
  user?: Maybe<User>;
};


/** An API key. The service stores its SHA-256, never the key itself. Users see their own keys, admins all keys of the organization. */
export type ApiKeyUsageArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of a connection. Each edge leads to an API key. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type ApiKeyConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<ApiKeyEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: an API key and its cursor. */
export type ApiKeyEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: ApiKey;
};

/** Whether a key belongs to a user or to an organization. */
export type ApiKeyKind =
  /** A key of the organization (`cds_org_…`). It can look up, flag and enrich; it cannot use lists or manage keys. */
  | 'ORG'
  /** A personal key of one user (`cds_user_…`). */
  | 'USER';

/** Whether the key itself is valid. Keys of a disabled user are refused, whatever their status. */
export type ApiKeyStatus =
  /** The key is neither revoked, expired nor held. */
  | 'ACTIVE'
  /** The expiry of the key has passed. It cannot be extended. */
  | 'EXPIRED'
  /** The database was restored from a backup, and the key may have been revoked since. It is refused until the operator of the service confirms it. */
  | 'HELD'
  /** The key was revoked. It cannot be restored. */
  | 'REVOKED';

/** Input of applyImport. */
export type ApplyImportInput = {
  /** Import that was tried: its global id, or its numeric id. */
  importId: Scalars['ID']['input'];
};

/** Result of applyImport. */
export type ApplyImportPayload = {
  /** Import, which is queued. */
  import: CatalogueImport;
};

/** Input of approveJob. */
export type ApproveJobInput = {
  /** Job: its global id, or its numeric id. */
  jobId: Scalars['ID']['input'];
  /** Most credits that the job may charge in all, those of earlier approvals included. Free kinds charge none. */
  maxCredits?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of approveJob. */
export type ApproveJobPayload = {
  /** The job after the change. */
  job: Job;
};

/** The most frequent values of a field among the matches. */
export type Breakdown = {
  /** Its values, as `PreviewCount.breakdown` returns them. */
  entries: Array<BreakdownEntry>;
  /** Key of the field. */
  field: Scalars['FilterFieldKey']['output'];
};

/** A value of a field, with its number of matches. */
export type BreakdownEntry = {
  /** Number of matches that have the value, however old the evidence is. */
  count: Scalars['SafeInt']['output'];
  /** First number or day of a range of an own field, for `between`; null for other fields. */
  from?: Maybe<Scalars['JSON']['output']>;
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** Last number or day of the range; null for other fields. */
  to?: Maybe<Scalars['JSON']['output']>;
  /** Value, as a condition takes it. */
  value: Scalars['String']['output'];
};

/** Input of cancelJob. */
export type CancelJobInput = {
  /** Job: its global id, or its numeric id. */
  jobId: Scalars['ID']['input'];
};

/** Result of cancelJob. */
export type CancelJobPayload = {
  /** The job after the change. */
  job: Job;
};

/** Size and freshness of the catalogue, which all organizations share. The counts are exact. */
export type Catalogue = {
  /** Newest observation in the catalogue. Evidence windows and tiers count back from it. Null if there are no observations. */
  asOf?: Maybe<Scalars['DateTime']['output']>;
  /** Number of companies that filters can match. */
  companyCount: Scalars['SafeInt']['output'];
  /** Number of detections: pairs of a company and a technology. */
  detectionCount: Scalars['SafeInt']['output'];
  /** When the last successful import ended, even if it changed nothing. Null before the first import. */
  importedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of pairs of companies that are partners. A pair counts once, whichever side observed it. */
  partnershipCount: Scalars['SafeInt']['output'];
  /** Number of technologies, including technologies without any detection. */
  technologyCount: Scalars['SafeInt']['output'];
  /** When the catalogue last changed or its index was rebuilt. Null before the first import. */
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A run of the command `import`, which fills the catalogue, or a file that an operator sent to be imported. The last 1000 runs are kept. */
export type CatalogueImport = Node & {
  /** Whether a file that was sent is tried only. False once it is applied, and for the command. */
  dryRun: Scalars['Boolean']['output'];
  /** Duration in seconds. For an interrupted import, until its last recorded progress. */
  durationSeconds: Scalars['Float']['output'];
  /** Why the import or one of its files was refused or failed; null otherwise. */
  error?: Maybe<Scalars['String']['output']>;
  /** Reports of the files checked or stored so far. */
  files: Array<ImportedFile>;
  /** When the import ended; null while it runs, and for an interrupted one. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Global id. Only operators can use it. */
  id: Scalars['ID']['output'];
  /** Numeric id, which `catalogue status` shows. */
  importId: Scalars['Int']['output'];
  /** Options of the command, by their names in snake_case, such as `max_rejects`. */
  options: Scalars['JSON']['output'];
  /** Files and folders, as given to the command. */
  paths: Array<Scalars['String']['output']>;
  /** First 100 rejected rows and warnings of a file that was sent; none for the command. */
  problems: Array<ImportProblem>;
  /** Progress of a running or interrupted import; null otherwise. */
  progress?: Maybe<ImportProgress>;
  /** Path of the file with all rejected rows and warnings, for 30 days; null without any, and for the command. */
  rejectsUrl?: Maybe<Scalars['String']['output']>;
  /** When the import began. */
  startedAt: Scalars['DateTime']['output'];
  /** Whether the import runs, or how it ended. */
  status: CatalogueImportStatus;
};

/** Page of a connection. Each edge leads to an import. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type CatalogueImportConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<CatalogueImportEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: an import and its cursor. */
export type CatalogueImportEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: CatalogueImport;
};

/** Whether an import runs, or how it ended. */
export type CatalogueImportStatus =
  /** The file was tried, and is no longer kept. */
  | 'EXPIRED'
  /** The import failed. `error` has the reason. */
  | 'FAILED'
  /** The import has stored its files. */
  | 'FINISHED'
  /** The process ended without a result. */
  | 'INTERRUPTED'
  /** The file waits for its import. */
  | 'QUEUED'
  /** The file arrives. */
  | 'RECEIVING'
  /** A guard such as `--max-rejects` refused the import. Nothing was stored; `error` has the reason. */
  | 'REFUSED'
  /** The import runs. */
  | 'RUNNING'
  /** The file was tried. `applyImport` stores it, for seven days. */
  | 'TRIED'
  /** The file is tried, and nothing of it is stored. */
  | 'TRYING';

/** An import changed the catalogue. */
export type CatalogueImportedEvent = Event & Node & {
  /** Newest observation in the catalogue; null without any. */
  asOf?: Maybe<Scalars['DateTime']['output']>;
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Version of the filter index. */
  indexVersion: Scalars['SafeInt']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Number of accepted rows, by kind of file. */
  rows: ImportedRows;
  /** What the event reports. */
  type: EventType;
};

/** Whether a result cost a credit. */
export type ChargeKind =
  /** This call charged one credit for the company. */
  | 'CHARGED'
  /** The result is free: no company was found, or this service charges only for companies with partners. */
  | 'FREE'
  /** The organization paid for the company in the last 30 days, so it is free now. */
  | 'IN_WINDOW';

/** Numbers of companies by the age of their evidence, in days before the newest observation of the catalogue. */
export type CompaniesByAge = {
  /** Within 30 days. */
  days30: Scalars['SafeInt']['output'];
  /** Within 90 days. */
  days90: Scalars['SafeInt']['output'];
  /** Within 180 days. */
  days180: Scalars['SafeInt']['output'];
  /** Within 365 days. */
  days365: Scalars['SafeInt']['output'];
};

/** Numbers of companies by period, in days before the newest observation of the catalogue. A net number can be negative. */
export type CompaniesByPeriod = {
  /** Within 90 days. */
  days90: Scalars['SafeInt']['output'];
  /** Within 180 days. */
  days180: Scalars['SafeInt']['output'];
  /** Within 365 days. */
  days365: Scalars['SafeInt']['output'];
};

/** A company of the catalogue. */
export type Company = Node & {
  /** Numeric id; `company_id` in REST. */
  companyId: Scalars['Int']['output'];
  /** Technologies detected at the company as a plain list, the most detections first. `technologies` has the same with cursors. A list costs as much as a page of its size. */
  detections?: Maybe<Array<Detection>>;
  /** All domains in A-labels, the primary one first. An import states at most 10,000; a merge adds the domains of the other company. */
  domains: Array<Scalars['String']['output']>;
  /** Values in own fields, in the order of fields. Fields without a value are left out. */
  fields?: Maybe<Array<FieldValue>>;
  /** The same values by the keys of their fields, as in REST; null without any. */
  fieldsByKey?: Maybe<Scalars['JSON']['output']>;
  /** Facts about the company as a business. */
  firmographics: Firmographics;
  /** Global id, for `node`. */
  id: Scalars['ID']['output'];
  /** Names of the investors. An import states at most 10,000; a merge adds the investors of the other company. */
  investors: Array<Scalars['String']['output']>;
  /** Lists that the caller can see and that contain the company, according to their last computed members. Lists whose members were never computed are skipped. Looks at the 200 most recently updated lists, up to 4 MiB of members. Free. */
  lists?: Maybe<ListMemberships>;
  /** Name of the company, as written by the data source. */
  name: Scalars['String']['output'];
  /** Number of distinct partners. */
  partnershipCount: Scalars['SafeInt']['output'];
  /** Partners of the company, observed from either side, latest observation first. No edges while `access` is LOCKED. Reading partners costs no credits. */
  partnerships?: Maybe<CompanyPartnershipConnection>;
  /** Main domain of the company. Internationalized domains are in A-labels. */
  primaryDomain: Scalars['String']['output'];
  /** Companies that are most like this one, the most similar first, then by id. Compares technologies, industry, country, employee range, and own fields of type CATEGORY. Costs no credits. */
  similar?: Maybe<Array<SimilarCompany>>;
  /** Unique name for URLs. It never changes and has no dot. */
  slug: Scalars['String']['output'];
  /** Technologies detected at the company, the most detections first. */
  technologies?: Maybe<CompanyTechnologyConnection>;
};


/** A company of the catalogue. */
export type CompanyDetectionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A company of the catalogue. */
export type CompanyFieldsArgs = {
  keys?: InputMaybe<Array<Scalars['FilterFieldKey']['input']>>;
};


/** A company of the catalogue. */
export type CompanyPartnershipsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A company of the catalogue. */
export type CompanySimilarArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A company of the catalogue. */
export type CompanyTechnologiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of a connection. Each edge leads to a company. */
export type CompanyConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<CompanyEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a company and its cursor. */
export type CompanyEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Company;
};

/** Type of the values of an own field. */
export type CompanyFieldType =
  /** True or false. */
  | 'BOOLEAN'
  /** Texts of up to 200 characters that companies share; conditions compare them. */
  | 'CATEGORY'
  /** Days from 1900 to 2100, such as "2026-01-31". */
  | 'DATE'
  /** Decimal numbers of up to 15 digits, 4 of them after the point. */
  | 'NUMBER'
  /** Texts of up to 2,000 characters; no condition compares them. */
  | 'TEXT'
  /** Web addresses; no condition compares them. */
  | 'URL';

/** Values of one company. */
export type CompanyFieldValuesInput = {
  /** Values by the keys of fields of the organization; null clears one. */
  fields: Scalars['JSON']['input'];
  /** A domain (anything with a dot) or a slug of the company. */
  identifier: Scalars['String']['input'];
};

/** Companies that rows mean. */
export type CompanyMatches = {
  /** One result for each row, in the order of the rows. */
  results: Array<MatchResult>;
};

/** Page of a connection. Each edge leads to a partner of a company. Pages are read forwards only, because one page can hold all partners of a company. */
export type CompanyPartnershipConnection = {
  /** LOCKED, without edges, until the organization unlocks the company. OPEN for unlocked companies and for companies without partners. `totalCount` is exact in both cases. Reading `access` costs no credits. */
  access: PartnershipAccess;
  /** Edges of this page, in the order of the connection. */
  edges: Array<CompanyPartnershipEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a partner of a company and its cursor. */
export type CompanyPartnershipEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Partnership;
};

/** Page of a connection. Each edge leads to a technology of a company. Pages are read forwards only, because one page can hold all technologies of a company. */
export type CompanyTechnologyConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<CompanyTechnologyEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a technology of a company and its cursor. */
export type CompanyTechnologyEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Number of detections of the technology at this company. */
  detectionCount: Scalars['SafeInt']['output'];
  /** Time of the earliest detection at this company. */
  firstSeen: Scalars['DateTime']['output'];
  /** Time of the latest detection at this company. */
  lastSeen: Scalars['DateTime']['output'];
  /** Object that the edge leads to. */
  node: Technology;
};

/** Result of one condition of a definition for one company. */
export type ConditionVerdict = {
  /** Condition as JSON, in the form of REST. */
  condition: Scalars['JSON']['output'];
  /** Own fields that the condition compares and that were deleted: they match nothing. Null if there are none. */
  deletedFields?: Maybe<Array<Scalars['String']['output']>>;
  /** Deleted lists that the condition names: they match nothing. Null if there are none. */
  deletedLists?: Maybe<Array<Scalars['Int']['output']>>;
  /** When the deciding value was first seen; null if its evidence has no date. */
  firstSeen?: Maybe<Scalars['DateTime']['output']>;
  /** When the same value was last seen; null if its evidence has no date. */
  lastSeen?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the company meets the condition. A negated condition is met when the value is absent. */
  met: Scalars['Boolean']['output'];
  /** Whether the condition is negated, by its operator or by `not`. */
  negated: Scalars['Boolean']['output'];
  /** JSON pointer of the condition in the definition. */
  pointer: Scalars['String']['output'];
  /** What the company has in an own field; null without a value, and for other fields. */
  value?: Maybe<Scalars['JSON']['output']>;
  /** Narrowest evidence window in which a positive dated condition is met; null for other conditions and with `when`. */
  window?: Maybe<MemberTier>;
};

/** A kind of work. Each class has a separate budget of points. */
export type CostClass =
  /** Enriching domains with their partners. */
  | 'ENRICH'
  /** Counting or computing the matches of a definition. */
  | 'EVALUATE'
  /** Exporting all members of a list. */
  | 'EXPORT'
  /** Reading stored data, such as a company or a page of members. */
  | 'READ'
  /** Changing stored data, such as a list or a key. */
  | 'WRITE';

/** Input of createApiKey. */
export type CreateApiKeyInput = {
  /** When the key expires, in the future. Default: never. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** USER: a personal key of the caller, or of `userId`. ORG: a key of the organization, which only admins can create. */
  kind: ApiKeyKind;
  /** Purpose of the key: at most 100 characters. Default: no label. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Service account that gets a key of kind USER: its global id, or its numeric id. Needs an admin. Default: the caller. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of createApiKey. */
export type CreateApiKeyPayload = {
  /** New key, without its secret part. */
  apiKey: ApiKey;
  /** Complete new key. It is shown only once: store it safely. */
  key: Scalars['String']['output'];
};

/** Input of createExportJob. */
export type CreateExportJobInput = {
  /** Columns: keys of built-in columns, `technologies`, `partners`, and keys of own fields. Without a built-in one among them, all built-in columns come first. Default: these alone. */
  fields?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Format of the file. */
  format?: InputMaybe<JobResultFormat>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Most credits that the job may charge. Default: no limit. */
  maxCredits?: InputMaybe<Scalars['Int']['input']>;
  /** Whether the whole organization sees the job. Only those who can see its list can download the file. */
  shared?: InputMaybe<Scalars['Boolean']['input']>;
  /** Materialization: its global id, or its numeric id. Exports and charges only the members that have entered since. */
  sinceMaterializationId?: InputMaybe<Scalars['ID']['input']>;
  /** Exports and charges only the members of this tier. Default: all members. */
  tier?: InputMaybe<MemberTier>;
};

/** Result of createExportJob. */
export type CreateExportJobPayload = {
  /** The job after the change. */
  job: Job;
};

/** Input of createField. */
export type CreateFieldInput = {
  /** Names of columns in company files that carry its values, in any case: at most 20. */
  columns?: InputMaybe<Array<Scalars['String']['input']>>;
  /** What the field says of a company: at most 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Key of the field: `custom.revenue` of the catalogue, `org.score` of the organization. */
  key: Scalars['FilterFieldKey']['input'];
  /** Name of the field, for people: 1 to 200 characters. */
  label: Scalars['String']['input'];
  /** Whether a company can have several values. Only for categories. It stays. */
  multiple?: InputMaybe<Scalars['Boolean']['input']>;
  /** How files write its numbers: `1,200.50` or `1.200,50`. Only for numbers. */
  numberFormat?: InputMaybe<Scalars['String']['input']>;
  /** Type of its values. It stays. */
  type: CompanyFieldType;
  /** Unit of its numbers, such as `EUR`: at most 20 characters. */
  unit?: InputMaybe<Scalars['String']['input']>;
};

/** Result of createField. */
export type CreateFieldPayload = {
  /** The field after the change. */
  field: FieldDefinition;
};

/** Input of createList. Give at most one of `definition` and `definitionJson`. */
export type CreateListInput = {
  /** Filter that selects the members. Default: none; the list then contains only domains that are added manually. */
  definition?: InputMaybe<DefinitionInput>;
  /** Definition as JSON, in the form of REST, instead of `definition`. */
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
  /** Name of the list: 1 to 200 characters after trimming. */
  name: Scalars['String']['input'];
  /** Tags: at most 20, each of 1 to 40 characters after trimming. Tags are unique ignoring case; the first spelling is kept. Default: none. */
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Result of createList. */
export type CreateListPayload = {
  /** List after the change. */
  list: List;
};

/** Input of createOrganization. */
export type CreateOrganizationInput = {
  /** Person who administers it. */
  admin: NewAdminInput;
  /** First credits: 0 to 1000000000. */
  credits?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Name, which no other organization has: 1 to 200 characters after trimming. */
  name: Scalars['String']['input'];
};

/** Result of createOrganization. */
export type CreateOrganizationPayload = {
  /** When an unused link expires: after 72 hours. Null for the address of the service, which does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Link that signs the person in once. It is shown only now. The first to open it is signed in as that person. If people can only sign in at the OpenID provider, it is the address of the service. */
  link: Scalars['String']['output'];
  /** Whether a mail server accepted the link for delivery. False: send the link yourself. */
  mailed: Scalars['Boolean']['output'];
  /** New organization. */
  organization: InstalledOrganization;
  /** Invited person, who can now sign in. */
  user: User;
};

/** Result of createPasskeyOptions. */
export type CreatePasskeyOptionsPayload = {
  /** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. The challenge in it can be answered once, within ten minutes. */
  options: Scalars['JSON']['output'];
};

/** Input of createServiceAccount. */
export type CreateServiceAccountInput = {
  /** Name of the program: 1 to 200 characters. */
  name: Scalars['String']['input'];
};

/** Result of createServiceAccount. */
export type CreateServiceAccountPayload = {
  /** Service account, which has no key yet. */
  user: User;
};

/** Input of createWebhook. */
export type CreateWebhookInput = {
  /** Form of the bodies. */
  format?: InputMaybe<WebhookFormat>;
  /** Purpose of the webhook: at most 100 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Lists whose events are sent, by global or numeric ids: at most 100. Events without a list are then left out. Null or empty: all events. */
  listIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Types of the events to send. Null or empty: all. */
  types?: InputMaybe<Array<EventType>>;
  /** Where to send the requests: an `https` URL whose host has public addresses only, without a user name. At most 2,000 characters. */
  url: Scalars['String']['input'];
};

/** Result of createWebhook. */
export type CreateWebhookPayload = {
  /** Secret that signs the requests (`whsec_…`). It is shown only once: store it safely. */
  secret: Scalars['String']['output'];
  /** The webhook. */
  webhook: Webhook;
};

/** A change of the credit balance. Entries are appended, never changed; they sum to the balance. */
export type CreditEntry = Node & {
  /** Credits: positive for a grant, negative for a charge. */
  amount: Scalars['SafeInt']['output'];
  /** Key of the request that was charged; null for a grant and for a session, and for organization keys, which cannot read keys. */
  apiKey?: Maybe<ApiKey>;
  /** When the balance changed. */
  at: Scalars['DateTime']['output'];
  /** Balance of the organization after the entry, in credits. */
  balanceAfter: Scalars['SafeInt']['output'];
  /** Companies paid for, one credit each, by company id. Companies deleted from the catalogue are counted but not shown. A merged company is shown as its survivor. */
  companies?: Maybe<CreditEntryCompanyConnection>;
  /** Numeric id of the entry. Later entries have larger ids. */
  entryId: Scalars['SafeInt']['output'];
  /** Global id of the entry. */
  id: Scalars['ID']['output'];
  /** Job whose rows were paid for; null if it was none. Jobs are deleted 30 days after their end. */
  jobId?: Maybe<Scalars['Int']['output']>;
  /** Reason for the change. */
  kind: CreditEntryKind;
  /** X-Request-Id of the request that was charged; null for a grant and for a job. */
  requestId?: Maybe<Scalars['String']['output']>;
  /** Person or service account who was charged, by a key or signed in to the console; null for a grant and for an organization key. */
  user?: Maybe<User>;
  /** `mcp` for what an agent spent by a tool of `/mcp`. Null for charges over both APIs, of the console and of jobs, and for a grant. */
  via?: Maybe<Scalars['String']['output']>;
};


/** A change of the credit balance. Entries are appended, never changed; they sum to the balance. */
export type CreditEntryCompaniesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of a connection. Each edge leads to a company that was paid for. Pages are read forwards only, so that those of several entries share a statement. */
export type CreditEntryCompanyConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<CreditEntryCompanyEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a company that was paid for and its cursor. */
export type CreditEntryCompanyEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Company;
};

/** Page of a connection. Each edge leads to an entry of the ledger. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type CreditEntryConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<CreditEntryEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: an entry of the ledger and its cursor. */
export type CreditEntryEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: CreditEntry;
};

/** Reason why the balance changed. */
export type CreditEntryKind =
  /** An enrichment unlocked companies. */
  | 'ENRICHMENT'
  /** An export unlocked the members of a list. */
  | 'EXPORT'
  /** The operator added credits. */
  | 'GRANT';

/** The credit balance fell below the threshold that an admin has set. */
export type CreditsLowEvent = Event & Node & {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Credits that are left. */
  balance: Scalars['SafeInt']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Threshold that an admin has set, in credits. */
  threshold: Scalars['SafeInt']['output'];
  /** What the event reports. */
  type: EventType;
};

/** A report about company data that looks wrong. It changes no data by itself. Users see the flags that they raised with any of their keys. Admins see all flags of the organization, an organization key sees its own, and operators of the installation see all. */
export type DataFlag = Node & {
  /** Flagged company, or the company that it was merged into; null if it is no longer in the catalogue. */
  company?: Maybe<Company>;
  /** Numeric id of the company that was flagged. */
  companyId: Scalars['Int']['output'];
  /** When the flag was raised. */
  createdAt: Scalars['DateTime']['output'];
  /** What looks wrong; null if the report did not say. */
  description?: Maybe<Scalars['String']['output']>;
  /** Numeric id that REST shows as flag_id. */
  flagId: Scalars['Int']['output'];
  /** Company that was flagged, even after it left the catalogue. Null unless the caller is an operator of the installation. */
  flaggedCompany?: Maybe<FlaggedCompany>;
  /** Global id of the flag. */
  id: Scalars['ID']['output'];
  /** Note of the reviewer for the reporter; null if there is none. */
  note?: Maybe<Scalars['String']['output']>;
  /** Organization that raised the flag. Null unless the caller is an operator of the installation. */
  organization?: Maybe<FlagReporter>;
  /** Result of the review; null while the flag is queued, or if the reviewer gave none. */
  resolution?: Maybe<FlagResolution>;
  /** When the flag was resolved; null while it is queued. */
  resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the review is complete. */
  status: FlagStatus;
};

/** Page of a connection. Each edge leads to a data flag. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type DataFlagConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<DataFlagEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a data flag and its cursor. */
export type DataFlagEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: DataFlag;
};

/** Fault of a definition: `code` of the `extensions.errors` of INVALID_DEFINITION, which spells it in lower case. Clients must accept codes that are added later. */
export type DefinitionFaultCode =
  /** `and` or `or` has no nodes. */
  | 'EMPTY'
  /** The definition names a list that names the edited list, directly or through others. `path` has the lists. */
  | 'LIST_CYCLE'
  /** A required key is missing. */
  | 'MISSING'
  /** A node has no key, or more than one. */
  | 'NOT_ONE_KEY'
  /** The field does not have this operator. */
  | 'OPERATOR_NOT_ALLOWED'
  /** A number or the length of a text is out of range, or a text cannot be stored. */
  | 'OUT_OF_RANGE'
  /** The tree has too many levels. */
  | 'TOO_DEEP'
  /** The tree has too many conditions. */
  | 'TOO_MANY_CONDITIONS'
  /** The definition names too many lists, counting the lists that these name. */
  | 'TOO_MANY_LISTS'
  /** The text operators of the definition have too many values together. */
  | 'TOO_MANY_PATTERNS'
  /** A condition has too many values, or the named lists have too many domains. */
  | 'TOO_MANY_VALUES'
  /** The definition could match companies without any positive condition. */
  | 'UNBOUNDED_DEFINITION'
  /** The field is unknown. */
  | 'UNKNOWN_FIELD'
  /** An object has a key that is not known at this place. */
  | 'UNKNOWN_KEY'
  /** The operator is unknown. */
  | 'UNKNOWN_OPERATOR'
  /** The registry version is unknown. Use that of the catalogue of filters. */
  | 'UNKNOWN_REGISTRY_VERSION'
  /** The value is not in the vocabulary of the field. */
  | 'UNKNOWN_VALUE'
  /** The operator takes a different number of values. */
  | 'WRONG_NUMBER_OF_VALUES'
  /** A value has the wrong JSON type. */
  | 'WRONG_TYPE';

/** A filter tree, with the version of the registry of fields that it was written for. */
export type DefinitionInput = {
  /** Value of `filterFields.registryVersion`. */
  registryVersion: Scalars['String']['input'];
  /** Root of the tree. Null matches no company and is allowed in saved lists only. A definition without it is refused. */
  root?: InputMaybe<FilterNodeInput>;
};

/** Effect that saving a definition would have on the members of a list. */
export type DefinitionPreview = {
  /** Number of companies that would enter. */
  addedCount: Scalars['SafeInt']['output'];
  /** First companies that would enter, by company id. */
  addedSample?: Maybe<Array<Company>>;
  /** Exact number of members that the list would have. */
  count: Scalars['SafeInt']['output'];
  /** Number of companies that would leave. */
  removedCount: Scalars['SafeInt']['output'];
  /** First companies that would leave, by company id. */
  removedSample?: Maybe<Array<Company>>;
};


/** Effect that saving a definition would have on the members of a list. */
export type DefinitionPreviewAddedSampleArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Effect that saving a definition would have on the members of a list. */
export type DefinitionPreviewRemovedSampleArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A new version of the definition was saved. */
export type DefinitionReplacedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Version that was restored. Null if a definition was saved. */
  restoredVersion?: Maybe<Scalars['Int']['output']>;
  /** New version of the definition. */
  version: Scalars['Int']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** An earlier version of the definition was restored. */
export type DefinitionRestoredEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Version that was restored. Null if a definition was saved. */
  restoredVersion?: Maybe<Scalars['Int']['output']>;
  /** New version of the definition. */
  version: Scalars['Int']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A definition that many examples match, and few other companies. */
export type DefinitionSuggestion = {
  /** Number of companies that match it, of all tiers. `previewCount` gives the same. */
  count: Scalars['SafeInt']['output'];
  /** Share of the examples that match it. */
  coverage: Scalars['Float']['output'];
  /** Number of examples that match it. */
  covered: Scalars['SafeInt']['output'];
  /** The definition, in the form of REST. A list can have it. */
  definition: Scalars['JSON']['output'];
  /** How many times as frequent matches are among the examples as among all companies. */
  lift: Scalars['Float']['output'];
  /** Up to 5 companies that match and are no examples, by id. */
  nearMisses: Array<Company>;
};

/** What examples have in common, and definitions that list companies like them. */
export type DefinitionSuggestions = {
  /** The examples. */
  examples: SuggestionExamples;
  /** Up to 5 definitions, the best first. None if the examples have nothing in common. */
  suggestions: Array<DefinitionSuggestion>;
  /** Up to 50 values that at least two examples, and 5 % of them, have: by `liftLow`, the highest first, then by `share`. */
  traits: Array<ExampleTrait>;
};

/** A version of a definition. Versions are appended, never changed. */
export type DefinitionVersion = Node & {
  /** User who saved this version. */
  author: User;
  /** When the version was saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Definition as JSON, in the form of REST. It can be sent as `definitionJson`. */
  definition: Scalars['JSON']['output'];
  /** Global id of the version. */
  id: Scalars['ID']['output'];
  /** Number of the version, from 1. */
  version: Scalars['Int']['output'];
};

/** Page of a connection. Each edge leads to a version. */
export type DefinitionVersionConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<DefinitionVersionEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a version and its cursor. */
export type DefinitionVersionEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: DefinitionVersion;
};

/** Input of deleteDraft. */
export type DeleteDraftInput = {
  /** Draft: its global id, or its numeric id. */
  draftId: Scalars['ID']['input'];
};

/** Result of deleteDraft. */
export type DeleteDraftPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of deleteField. */
export type DeleteFieldInput = {
  /** Deletes the field although lists use it. Otherwise that is refused: FIELD_IN_USE. */
  force?: InputMaybe<Scalars['Boolean']['input']>;
  /** Key of the field: `custom.revenue` of the catalogue, `org.score` of the organization. */
  key: Scalars['FilterFieldKey']['input'];
};

/** Result of deleteField. */
export type DeleteFieldPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of deleteJob. */
export type DeleteJobInput = {
  /** Job: its global id, or its numeric id. */
  jobId: Scalars['ID']['input'];
};

/** Result of deleteJob. */
export type DeleteJobPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of deleteList: the list to delete. */
export type DeleteListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of deleteList. */
export type DeleteListPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of deleteView. */
export type DeleteViewInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Name of the view, in any case. */
  name: Scalars['String']['input'];
  /** Whether it is the caller's own view, which nobody else sees and any viewer may keep. Other views need access as editor. */
  own?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of deleteView. */
export type DeleteViewPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of deleteWebhook. */
export type DeleteWebhookInput = {
  /** Webhook: its global id, or its numeric id. */
  webhookId: Scalars['ID']['input'];
};

/** Result of deleteWebhook. */
export type DeleteWebhookPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** A technology that was detected at a company. */
export type Detection = {
  /** Category of the technology; null when unknown. */
  category?: Maybe<Scalars['String']['output']>;
  /** Number of detections of the technology at this company. */
  detectionCount: Scalars['SafeInt']['output'];
  /** Name of the technology, for people. */
  displayName: Scalars['String']['output'];
  /** Time of the earliest detection at this company. */
  firstSeen: Scalars['DateTime']['output'];
  /** Time of the latest detection at this company. */
  lastSeen: Scalars['DateTime']['output'];
  /** Key of the technology, as filters take it. */
  techKey: Scalars['String']['output'];
};

/** Mails about companies that entered and left the watched lists that the caller can see. Nothing is mailed when nothing changed. */
export type Digest = {
  /** How often the caller gets a mail. */
  frequency: DigestFrequency;
  /** Whether the service has a mail server. Without one, no digest is sent. */
  mailed: Scalars['Boolean']['output'];
  /** When the next mail is due; null if no mail is wanted. */
  nextAt?: Maybe<Scalars['DateTime']['output']>;
};

/** How often a person gets a mail about their watched lists. */
export type DigestFrequency =
  /** Once a day. */
  | 'DAILY'
  /** Never. */
  | 'NONE'
  /** Once a week. */
  | 'WEEKLY';

/** A domain that was added manually was removed. */
export type DomainRemovedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** The domain. */
  domain: Scalars['String']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** The exclusion of a domain was lifted. */
export type DomainUnexcludedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** The domain. */
  domain: Scalars['String']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Domains were added manually. */
export type DomainsAddedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** The domains. */
  domains: Array<Scalars['String']['output']>;
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Added domains that were excluded before. Null if there are none. */
  noLongerExcluded?: Maybe<Array<Scalars['String']['output']>>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Domains were excluded manually. */
export type DomainsExcludedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** The domains. */
  domains: Array<Scalars['String']['output']>;
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Excluded domains that were added manually before. Null if there are none. */
  noLongerAdded?: Maybe<Array<Scalars['String']['output']>>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** An unfinished definition of a person. Nobody else sees it, and it is kept until it is deleted. */
export type Draft = Node & {
  /** When it was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Definition as it was sent, in the form of REST. It need not be valid. */
  definition: Scalars['JSON']['output'];
  /** Version of the list's definition that the draft started from; null if unknown. */
  definitionVersion?: Maybe<Scalars['Int']['output']>;
  /** Numeric id of the draft. */
  draftId: Scalars['Int']['output'];
  /** Global id of the draft. */
  id: Scalars['ID']['output'];
  /** List that it changes; null for a new list, once the list is deleted, and if the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that it changes; null for a new list, and once the list is deleted. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Name of the draft or of its list; null if it has none. */
  name?: Maybe<Scalars['String']['output']>;
  /** When it was last saved. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the draft, from 1. Each save raises it. */
  version: Scalars['Int']['output'];
};

/** Page of a connection. Each edge leads to a draft. */
export type DraftConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<DraftEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a draft and its cursor. */
export type DraftEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Draft;
};

/** An entry of the batch without a result. */
export type DroppedInput = {
  /** Entry as it was sent. */
  input: Scalars['String']['output'];
  /** Why it cannot be a domain. */
  reason: Scalars['String']['output'];
};

/** Input of duplicateList. */
export type DuplicateListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Name of the copy: 1 to 200 characters after trimming. Default: "Copy of" and the name of the list. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Result of duplicateList. */
export type DuplicateListPayload = {
  /** List after the change. */
  list: List;
};

/** Input of enrichPartnerships. */
export type EnrichPartnershipsInput = {
  /** 1 to 100 domains. They are trimmed and lower-cased, and a leading `www.` is removed. Entries without a dot are dropped. Unicode and A-labels find the same company. */
  domains: Array<Scalars['String']['input']>;
  /** Most credits that the call may charge. If it costs more, it charges and returns nothing: MAX_CREDITS_EXCEEDED. Default: no limit. */
  maxCredits?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of enrichPartnerships. */
export type EnrichPartnershipsPayload = {
  /** Credits that this call charged. */
  creditsCharged: Scalars['SafeInt']['output'];
  /** Balance after the call, in credits. */
  creditsRemaining: Scalars['SafeInt']['output'];
  /** Number of domains that belong to a company. */
  domainsFound: Scalars['Int']['output'];
  /** Number of domains that belong to a company with partners. */
  domainsWithPartnerships: Scalars['Int']['output'];
  /** Entries without a result: they have no dot, or more than 253 characters. Free. */
  dropped: Array<DroppedInput>;
  /** One result for each distinct domain after cleaning, in the order of first appearance. */
  results: Array<EnrichmentResult>;
  /** Number of results, which is the number of distinct domains after cleaning. */
  totalDomainsRequested: Scalars['Int']['output'];
};

/** Price of an enrichment at this moment. */
export type EnrichmentEstimate = {
  /** Current balance of the organization, in credits. */
  creditBalance: Scalars['SafeInt']['output'];
  /** Credits that the call would charge. */
  creditsRequired: Scalars['SafeInt']['output'];
  /** Number of domains that belong to a company. */
  domainsFound: Scalars['Int']['output'];
  /** Number of domains whose company the organization has unlocked in the last 30 days. They cost nothing. */
  domainsUnlocked: Scalars['Int']['output'];
  /** Number of domains that belong to a company with partners. */
  domainsWithPartnerships: Scalars['Int']['output'];
  /** Whether the balance covers the price. */
  sufficient: Scalars['Boolean']['output'];
  /** Number of distinct domains after cleaning. */
  totalDomainsRequested: Scalars['Int']['output'];
};

/** Result for one domain of the batch. */
export type EnrichmentResult = {
  /** Whether this result cost a credit. */
  charge: ChargeKind;
  /** Company; null if the domain is not tracked. */
  company?: Maybe<Company>;
  /** Numeric id of the company; null if the domain is not tracked. */
  companyId?: Maybe<Scalars['Int']['output']>;
  /** Name of the company; null if the domain is not tracked. */
  companyName?: Maybe<Scalars['String']['output']>;
  /** Tracked domain of the host, if the entry is a URL, an e-mail address or a host with a port. Cleaning does not cut those: send this domain instead. */
  didYouMean?: Maybe<Scalars['String']['output']>;
  /** Domain after cleaning: in lower case, without a leading `www.`. It stays in Unicode or in A-labels, as it was sent. */
  domain: Scalars['String']['output'];
  /** Entries of the batch that led to this result, as they were sent. */
  inputs: Array<Scalars['String']['output']>;
  /** Number of partners; 0 if the domain is not tracked. */
  partnershipCount: Scalars['SafeInt']['output'];
  /** All partners of the company, latest observation first, without pages; empty if there are none. A batch is refused before it is charged if its response would be too large. */
  partnerships: Array<Partnership>;
  /** Slug of the company; null if the domain is not tracked. */
  slug?: Maybe<Scalars['String']['output']>;
  /** Whether a company was found, and whether it has partners. */
  status: EnrichmentStatus;
  /** How long the company stays free for the organization; null if it was not paid for. */
  windowEndsAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Outcome for one domain of the batch: whether a company was found and has partners. */
export type EnrichmentStatus =
  /** The domain belongs to a company that has partners. */
  | 'FOUND'
  /** The domain belongs to no company in the catalogue. */
  | 'NOT_TRACKED'
  /** The domain belongs to a company without recorded partners. */
  | 'NO_PARTNERSHIPS';

/** Value of `extensions.code` of an error. Clients must accept codes that are added later. */
export type ErrorCode =
  /** The document has too many aliases. */
  | 'ALIAS_LIMIT_EXCEEDED'
  /** The answer is larger than the service sends at once. `limit` says how many objects fit. */
  | 'ANSWER_TOO_LARGE'
  /** The API key has expired or was revoked, and cannot be changed. */
  | 'API_KEY_INACTIVE'
  /** API key not found, or the caller may not manage it. */
  | 'API_KEY_NOT_FOUND'
  /** The API key has already been rotated. Rotate its successor. */
  | 'API_KEY_ROTATED'
  /** The request has no document to run, or malformed parameters. */
  | 'BAD_REQUEST'
  /** More than 100 domains were sent. */
  | 'BATCH_TOO_LARGE'
  /** The body is over 1 MiB. */
  | 'BODY_TOO_LARGE'
  /** No tracked company has this domain or slug. */
  | 'COMPANY_NOT_FOUND'
  /** The operation costs more than one operation may. */
  | 'COST_LIMIT_EXCEEDED'
  /** The operation takes more points than the caller has in a whole window. It can never run: ask for less at a time. */
  | 'COST_TOO_LARGE'
  /** Entry not found in the ledger, or the caller may not see it. */
  | 'CREDIT_ENTRY_NOT_FOUND'
  /** The key has reached its monthly credit limit. Nothing was charged or returned. */
  | 'CREDIT_LIMIT_REACHED'
  /** The request uses a person's session, but was not sent by a page of the service, or was sent by GET. */
  | 'CROSS_SITE_REQUEST'
  /** The materialization behind the cursor is no longer kept, or events after the cursor were deleted. Start again without a cursor. */
  | 'CURSOR_EXPIRED'
  /** The list was changed meanwhile, or `ifVersion` names another version. Nothing was stored. */
  | 'DEFINITION_CONFLICT'
  /** The operation has too many levels of fields. */
  | 'DEPTH_LIMIT_EXCEEDED'
  /** The document has too many directives. */
  | 'DIRECTIVE_LIMIT_EXCEEDED'
  /** This service only runs trusted documents, and this is not one of them. */
  | 'DOCUMENT_NOT_TRUSTED'
  /** The text of the document is too long. */
  | 'DOCUMENT_TOO_LARGE'
  /** The domain was not added or excluded manually. */
  | 'DOMAIN_NOT_FOUND'
  /** The draft was saved elsewhere meanwhile, or `ifVersion` names another version. Nothing was stored. */
  | 'DRAFT_CONFLICT'
  /** Draft not found, or it belongs to someone else. */
  | 'DRAFT_NOT_FOUND'
  /** The e-mail address belongs to a user of another organization. */
  | 'EMAIL_TAKEN'
  /** The materialization was never exported, its 30 days have passed, or the list was deleted. */
  | 'EXPORT_EXPIRED'
  /** A field with this key exists. */
  | 'FIELD_EXISTS'
  /** Lists use the field: `list_count` of them, and `list_ids` names those that the caller can see. */
  | 'FIELD_IN_USE'
  /** Field not found, or it belongs to another organization. */
  | 'FIELD_NOT_FOUND'
  /** Flag not found. */
  | 'FLAG_NOT_FOUND'
  /** The flag was already resolved with another `resolution` or `note`. The first resolution stays. */
  | 'FLAG_RESOLVED'
  /** The document is not GraphQL, or has too many tokens or brackets. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not match the schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The first request with this Idempotency-Key is still running. */
  | 'IDEMPOTENCY_IN_PROGRESS'
  /** The Idempotency-Key was sent with another request. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** The first request with this Idempotency-Key ran, but its response is lost. */
  | 'IDEMPOTENCY_RESPONSE_LOST'
  /** Import not found. */
  | 'IMPORT_NOT_FOUND'
  /** The status of the import does not allow this. */
  | 'IMPORT_STATUS_CONFLICT'
  /** The caller can see the object but may not do this with it. Some operations need an admin or an operator. */
  | 'INSUFFICIENT_ACCESS'
  /** There are too few credits. Nothing was charged or returned. */
  | 'INSUFFICIENT_CREDITS'
  /** An error of the service. Find it in the logs by the request id. */
  | 'INTERNAL_ERROR'
  /** This service does not show its schema. */
  | 'INTROSPECTION_DISABLED'
  /** The API key is missing, unknown, revoked or expired. */
  | 'INVALID_API_KEY'
  /** The definition is not valid. `errors` lists what is wrong, with codes of `DefinitionFaultCode`. */
  | 'INVALID_DEFINITION'
  /** Job not found, or the caller cannot see it. */
  | 'JOB_NOT_FOUND'
  /** The state of the job does not allow this. `status` says what it is. */
  | 'JOB_STATUS_CONFLICT'
  /** The last active admin of an organization can be neither disabled nor demoted. */
  | 'LAST_ADMIN'
  /** List not found, or it is not shared with the caller. */
  | 'LIST_NOT_FOUND'
  /** The body is not JSON. */
  | 'MALFORMED_JSON'
  /** It costs more than the call allows. Nothing was charged or returned. */
  | 'MAX_CREDITS_EXCEEDED'
  /** The members of all lists that the operation reads take more than `max_bytes` of memory. Read fewer lists at a time. */
  | 'MEMBERS_TOO_LARGE'
  /** GraphQL accepts only GET and POST. */
  | 'METHOD_NOT_ALLOWED'
  /** The pages of the operation can contain too many objects. */
  | 'NODE_LIMIT_EXCEEDED'
  /** No event is blocking the webhook. */
  | 'NOTHING_TO_SKIP'
  /** The Accept header allows no media type of the response. */
  | 'NOT_ACCEPTABLE'
  /** `operationName` names no operation of the document, or is missing. */
  | 'OPERATION_RESOLUTION_FAILURE'
  /** An organization of this name exists. */
  | 'ORGANIZATION_EXISTS'
  /** The installation has no such organization. */
  | 'ORGANIZATION_NOT_FOUND'
  /** The service is too busy. Try again after `retry_after` seconds. */
  | 'OVERLOADED'
  /** There are no passkeys, because the service is reached at an IP address. */
  | 'PASSKEYS_UNAVAILABLE'
  /** The caller has no passkey with this id. */
  | 'PASSKEY_NOT_FOUND'
  /** Permission not found on this list. */
  | 'PERMISSION_NOT_FOUND'
  /** The hash does not belong to the document. */
  | 'PERSISTED_QUERY_MISMATCH'
  /** The hash is unknown. Send it again with the document. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** A quota is used up. Nothing was changed. */
  | 'QUOTA_EXCEEDED'
  /** The points of this window are used up. Try again after `retry_after` seconds. */
  | 'RATE_LIMITED'
  /** The operation has too many root fields. */
  | 'ROOT_FIELD_LIMIT_EXCEEDED'
  /** The caller has no session with this id. */
  | 'SESSION_NOT_FOUND'
  /** This needs a signed-in person; an API key was sent. */
  | 'SESSION_REQUIRED'
  /** People can only sign in at the OpenID provider, so there are no passkeys. */
  | 'SIGN_IN_CLOSED'
  /** More than 100,000 members would be sorted by name or by a category. Narrow them by tier or search, or choose another sort. */
  | 'SORT_TOO_LARGE'
  /** No technology in the catalogue has this key. */
  | 'TECHNOLOGY_NOT_FOUND'
  /** The operation took too long and was stopped. */
  | 'TIMEOUT'
  /** The database cannot be reached, or an import changed what the request was reading. Try again after `retry_after` seconds. */
  | 'UNAVAILABLE'
  /** The body is not JSON in UTF-8. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** This needs a personal key; the request used an organization key. */
  | 'USER_CREDENTIAL_REQUIRED'
  /** User not found in the organization. */
  | 'USER_NOT_FOUND'
  /** An argument is missing, out of range or of the wrong type. `errors` lists each of them. */
  | 'VALIDATION_ERROR'
  /** Version of the definition not found. */
  | 'VERSION_NOT_FOUND'
  /** The list has no view of this name that the caller can see. */
  | 'VIEW_NOT_FOUND'
  /** Webhook not found, or it belongs to someone else. */
  | 'WEBHOOK_NOT_FOUND';

/** An event in the organization, as reported by its feed. Each type of events has a type that implements this one. */
export type Event = {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** What the event reports. */
  type: EventType;
};

/** Page of the feed of events, oldest first. Pages are not counted. */
export type EventConnection = {
  /** Events of this page, in the order of the feed. */
  edges: Array<EventEdge>;
  /** Store it and pass it as `after` to get the events after this page, once there are any. */
  nextCursor: Scalars['String']['output'];
  /** Cursors of this page, and whether more events already follow. */
  pageInfo: PageInfo;
};

/** An event of the feed and its cursor. */
export type EventEdge = {
  /** Position of the event. Pass it as `after` to get the events that follow. */
  cursor: Scalars['String']['output'];
  /** The event. */
  node: Event;
};

/** What an event reports. More types will be added. */
export type EventType =
  /** An import changed the catalogue. */
  | 'CATALOGUE_IMPORTED'
  /** The credit balance fell below the threshold that an admin has set. */
  | 'CREDITS_LOW'
  /** A data flag was reviewed. */
  | 'FLAG_RESOLVED'
  /** All rows of a job are matched, and it waits for an approval. */
  | 'JOB_AWAITING_APPROVAL'
  /** A job was done, failed or was cancelled. */
  | 'JOB_FINISHED'
  /** A new version of the definition of a list was saved or restored. */
  | 'LIST_DEFINITION_CHANGED'
  /** A list was deleted. */
  | 'LIST_DELETED'
  /** Companies entered or left a watched list, or changed tier. */
  | 'LIST_MEMBERS_CHANGED'
  /** A list was shared, or the access level of a permission changed. */
  | 'LIST_SHARED'
  /** A list was transferred to another owner. */
  | 'LIST_TRANSFERRED'
  /** A permission on a list was revoked or given up. */
  | 'LIST_UNSHARED'
  /** The service disabled a webhook because its endpoint failed for five days or declined further events. */
  | 'WEBHOOK_DISABLED';

/** Age of the evidence that a condition on a dated field counts; exactly one key must be given. The age does not change the tier. */
export type EvidenceWhenInput =
  /** The evidence was first seen within this window: the company adopted the value. */
  { firstSeen: EvidenceWindow; lastSeen?: never; notSeen?: never; }
  |  /** The evidence was last seen within this window: the value is in use. */
  { firstSeen?: never; lastSeen: EvidenceWindow; notSeen?: never; }
  |  /** The evidence exists, and was last seen before this window: the company dropped the value. */
  { firstSeen?: never; lastSeen?: never; notSeen: EvidenceWindow; };

/** Number of days before the newest observation of the catalogue. */
export type EvidenceWindow =
  /** 30 days. */
  | 'DAYS_30'
  /** 90 days, the window of the tier HIGH. */
  | 'DAYS_90'
  /** 180 days. */
  | 'DAYS_180'
  /** 365 days, the window of the tier MEDIUM. */
  | 'DAYS_365';

/** A value that examples have in common. */
export type ExampleTrait = {
  /** Share of all companies that have it: above 0, at most 1. */
  catalogueShare: Scalars['Float']['output'];
  /** Number of examples that have the value. */
  count: Scalars['SafeInt']['output'];
  /** Key of the field. */
  field: Scalars['FilterFieldKey']['output'];
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** How many times as frequent the value is among the examples: `share / catalogueShare`. */
  lift: Scalars['Float']['output'];
  /** Upper end of the lift, with a confidence of 95 %. */
  liftHigh: Scalars['Float']['output'];
  /** Lower end of the lift, with a confidence of 95 %. Above 1, the value is typical of companies like the examples. */
  liftLow: Scalars['Float']['output'];
  /** Share of the examples that have it: above 0, at most 1. */
  share: Scalars['Float']['output'];
  /** Value, as a condition takes it. */
  value: Scalars['String']['output'];
};

/** Input of excludeDomains. */
export type ExcludeDomainsInput = {
  /** 1 to 1000 domains, URLs, e-mail addresses or hosts with a port. The host of each is stored, as A-labels and without one leading `www.`. */
  domains: Array<Scalars['String']['input']>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of excludeDomains. */
export type ExcludeDomainsPayload = {
  /** Domains that this call added to the list or to its exclusions. */
  added: Array<Scalars['String']['output']>;
  /** Domains that were already there. */
  alreadyPresent: Array<Scalars['String']['output']>;
  /** Entries that are not domains, such as IP addresses, texts with blanks and impossible host names. They are not stored. */
  invalid: Array<InvalidDomain>;
  /** List after the change. */
  list: List;
  /** Domains of `added` that belong to no company yet. They become members once the catalogue has them. */
  notTracked: Array<Scalars['String']['output']>;
};

/** Price of an export at this moment. */
export type ExportEstimate = {
  /** Current balance of the organization, in credits. */
  creditBalance: Scalars['SafeInt']['output'];
  /** Credits that the export would charge: one for each member that the organization has not paid for in the last 30 days. */
  creditsRequired: Scalars['SafeInt']['output'];
  /** Number of companies that the export would contain. */
  members: Scalars['SafeInt']['output'];
  /** Whether the balance covers the price. */
  sufficient: Scalars['Boolean']['output'];
};

/** Input of exportList: a list to export, or an export to find again. */
export type ExportListInput = {
  /** Whether the file starts with a byte order mark, by which Excel recognizes UTF-8. */
  bom?: InputMaybe<Scalars['Boolean']['input']>;
  /** Keys of own fields whose values are columns after the built-in ones. */
  fields?: InputMaybe<Array<Scalars['FilterFieldKey']['input']>>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Id of an exported materialization. Returns that export again, free until `validUntil`. After that, and for any other id, the error is EXPORT_EXPIRED. */
  materializationId?: InputMaybe<Scalars['ID']['input']>;
  /** Most credits that the call may charge. If it costs more, it charges and returns nothing: MAX_CREDITS_EXCEEDED. Default: no limit. */
  maxCredits?: InputMaybe<Scalars['Int']['input']>;
  /** Exports and charges only the members of this tier. Default: all members. */
  tier?: InputMaybe<MemberTier>;
};

/** Result of exportList: its price, and where to download the file. */
export type ExportListPayload = {
  /** Credits that this call charged. */
  creditsCharged: Scalars['SafeInt']['output'];
  /** Balance after the call, in credits. */
  creditsRemaining: Scalars['SafeInt']['output'];
  /** Suggested name of the CSV file, made of the names of the list and the tier. */
  fileName: Scalars['String']['output'];
  /** Members that were exported: the current materialization, or an earlier one of the list with the same members. */
  materialization: Materialization;
  /** Tier that was exported; null if all members were. */
  tier?: Maybe<MemberTier>;
  /** Path of the CSV file of exactly these members, even if the list changes. It requires a key with access to the list, and never charges. */
  url: Scalars['String']['output'];
  /** How long `url` works: for 30 days after a charge, or until the unlocks that made the export free end. After that, or once the list is deleted, the error is EXPORT_EXPIRED. */
  validUntil: Scalars['DateTime']['output'];
};

/** A field of companies that the catalogue or the organization has declared, beside the built-in ones. */
export type FieldDefinition = Node & {
  /** Names of columns in company files that carry its values, in any case. */
  columns: Array<Scalars['String']['output']>;
  /** Number of companies that have a value. */
  companyCount: Scalars['SafeInt']['output'];
  /** When the field was declared. */
  createdAt: Scalars['DateTime']['output'];
  /** What the field says of a company; null if nobody wrote it. */
  description?: Maybe<Scalars['String']['output']>;
  /** Global id of the field. */
  id: Scalars['ID']['output'];
  /** Key of the field, as conditions name it: `custom.revenue`, `org.score`. */
  key: Scalars['FilterFieldKey']['output'];
  /** Name of the field, for people. */
  label: Scalars['String']['output'];
  /** Whether a company can have several values of a category. */
  multiple: Scalars['Boolean']['output'];
  /** How files write its numbers, by an example: `1,200.50` or `1.200,50`. Null: without marks of thousands, with a point. */
  numberFormat?: Maybe<Scalars['String']['output']>;
  /** Place among the fields of its scope, counted from 0. */
  position: Scalars['Int']['output'];
  /** Who declared it. */
  scope: FieldScope;
  /** Type of its values. */
  type: CompanyFieldType;
  /** Unit of its numbers; null if there is none. */
  unit?: Maybe<Scalars['String']['output']>;
};

/** Who declared an own field, and sees it. */
export type FieldScope =
  /** Operators of the installation; everybody sees it. */
  | 'CATALOGUE'
  /** Admins of an organization; nobody else sees it. */
  | 'ORGANIZATION';

/** A value that a company has in an own field of the catalogue or of the organization. */
export type FieldValue = {
  /** The field. */
  field: FieldDefinition;
  /** The value, by the type of the field: a number, a string, true or false, or a list of strings. */
  value: Scalars['JSON']['output'];
};

/** Fields and operators of filters. */
export type FilterCatalog = {
  /** All fields that conditions can compare. */
  fields: Array<FilterField>;
  /** All operators. Each field supports some of them. */
  operators: Array<FilterOperator>;
  /** Current version, for `registryVersion` of a definition. It changes when a field or operator is added or removed. */
  registryVersion: Scalars['String']['output'];
};

/** A condition on a field of companies. */
export type FilterConditionInput = {
  /** Field to compare: a `key` of `filterFields.fields`. */
  field: Scalars['FilterFieldKey']['input'];
  /** Operator; must be one of the `operators` of the field. */
  operator: FilterOperatorKey;
  /** Strings, integers or booleans, as required by the field and operator. At most 250; `contains`, `starts_with` and `ends_with` together have at most 250 in a definition. */
  values: Array<Scalars['FilterLiteral']['input']>;
  /** Age of the evidence that counts. Only for fields that are `dated`. Default: all evidence counts. */
  when?: InputMaybe<EvidenceWhenInput>;
};

/** A field that conditions can use. */
export type FilterField = {
  /** Whether evidence has dates, which decide the tier of a member. */
  dated: Scalars['Boolean']['output'];
  /** A node that works as the root of a definition, in the JSON shape of REST. It uses a value that many companies have. For LIST: the caller's most recently updated list, or null. */
  example?: Maybe<Scalars['JSON']['output']>;
  /** Key of the field, for `field` of a condition. */
  key: Scalars['FilterFieldKey']['output'];
  /** English name of the field, for people. */
  label: Scalars['String']['output'];
  /** Maximum number of values in a condition. */
  maxValues: Scalars['Int']['output'];
  /** Operators that the field supports. */
  operators: Array<FilterOperatorKey>;
  /** Who declared the field; null for a built-in one. */
  scope?: Maybe<FieldScope>;
  /** Type of the values: it determines what a condition may compare. */
  type: FilterFieldType;
  /** All values of a vocabulary of up to 300, the most frequent first. Null for longer vocabularies and partners, whose values `filterFieldValues` searches, and for integers and text. */
  values?: Maybe<Array<FilterValue>>;
  /** Choices for `when` in a condition; null for a field that is not `dated`. */
  when?: Maybe<FilterWhen>;
};

/** Type of the values of a field. */
export type FilterFieldType =
  /** True or false, in an own field. */
  | 'BOOLEAN'
  /** Strings that companies have in an own field; an unknown value is refused. */
  | 'CATEGORY'
  /** Companies, by domain or slug; an unknown company is refused. */
  | 'COMPANY'
  /** Days of an own field, such as "2026-01-31". */
  | 'DATE'
  /** Whole numbers from -2147483647 to 2147483647. */
  | 'INTEGER'
  /** Lists that the caller can see, by their numeric ids; any other list is refused. */
  | 'LIST'
  /** Decimal numbers of an own field, with up to 15 digits, 4 of them after the point. */
  | 'NUMBER'
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
  /** Key of the operator, for `operator` of a condition. */
  key: FilterOperatorKey;
  /** English name of the operator, for people. */
  label: Scalars['String']['output'];
  /** Number of values that it takes. */
  values: FilterOperatorValues;
};

/** Operator of a condition. Lower case, as in REST, is accepted too. */
export type FilterOperatorKey =
  /** Operator "has all of", with 1 to 250 values. */
  | 'ALL_OF'
  /** Operator "is any of", with 1 to 250 values. */
  | 'ANY_OF'
  /** Operator "is between (both ends included)", with 2 values. */
  | 'BETWEEN'
  /** Operator "contains", with 1 to 250 values. */
  | 'CONTAINS'
  /** Operator "ends with", with 1 to 250 values. */
  | 'ENDS_WITH'
  /** Operator "equals", with 1 value. */
  | 'EQ'
  /** Operator "equals", with 1 to 250 values. */
  | 'EQUALS'
  /** Operator "is at least", with 1 value. */
  | 'GTE'
  /** Operator "is known", with 1 value. */
  | 'IS_KNOWN'
  /** Operator "is at most", with 1 value. */
  | 'LTE'
  /** Operator "is none of", with 1 to 250 values. */
  | 'NONE_OF'
  /** Operator "starts with", with 1 to 250 values. */
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
  companyCount: Scalars['SafeInt']['output'];
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** String to use in the `values` of a condition. */
  value: Scalars['String']['output'];
};

/** Page of a connection. Each edge leads to a value of a field. */
export type FilterValueConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<FilterValueEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a value of a field and its cursor. */
export type FilterValueEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: FilterValue;
};

/** Choices for `when` in a condition, which limits the age of the evidence, in the spelling of REST. */
export type FilterWhen = {
  /** Keys; a condition has exactly one of them: adopted, in use, dropped. */
  keys: Array<Scalars['String']['output']>;
  /** Windows before the newest observation of the catalogue. */
  windows: Array<Scalars['String']['output']>;
};

/** Facts about a company as a business. Unknown values are null. */
export type Firmographics = {
  /** Country code, ISO 3166-1 alpha-2. */
  country?: Maybe<Scalars['String']['output']>;
  /** Number of domains, including the primary one. */
  domainCount: Scalars['SafeInt']['output'];
  /** Number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+. */
  employeeRange?: Maybe<Scalars['String']['output']>;
  /** Year in which the company was founded. */
  foundedYear?: Maybe<Scalars['Int']['output']>;
  /** Industry, as named by the data source. */
  industry?: Maybe<Scalars['String']['output']>;
  /** Number of distinct investors. */
  investorCount: Scalars['SafeInt']['output'];
  /** Number of distinct technologies detected. */
  technologyCount: Scalars['SafeInt']['output'];
};

/** Input of flagCompany. */
export type FlagCompanyInput = {
  /** What looks wrong: at most 2000 characters after trimming. Blank text counts as omitted. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** A domain (anything with a dot) or a slug of the company. */
  identifier: Scalars['String']['input'];
};

/** Result of flagCompany. */
export type FlagCompanyPayload = {
  /** New flag, which is queued for review. */
  flag: DataFlag;
};

/** Organization that raised a flag. */
export type FlagReporter = {
  /** Name of the organization. */
  name: Scalars['String']['output'];
  /** Numeric id of the organization. */
  organizationId: Scalars['Int']['output'];
};

/** Result of the review of a flag. */
export type FlagResolution =
  /** The data was wrong. It has been corrected, or the next import will correct it. */
  | 'CORRECTED'
  /** The reviewer found nothing wrong. */
  | 'NOT_REPRODUCIBLE'
  /** The data stays as it is. */
  | 'WONT_FIX';

/** A data flag was reviewed. */
export type FlagResolvedEvent = Event & Node & {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Company that was flagged. */
  companyId: Scalars['Int']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Flag. */
  flagId: Scalars['Int']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Result of the review; null if the operator named none. */
  resolution?: Maybe<FlagResolution>;
  /** What the event reports. */
  type: EventType;
};

/** Progress of the review of a flag. */
export type FlagStatus =
  /** The flag waits for the data-quality review. */
  | 'QUEUED'
  /** The review is complete. A flag is never queued again. */
  | 'RESOLVED';

/** Company of a flag, even after it left the catalogue. */
export type FlaggedCompany = {
  /** Numeric id of the company. */
  companyId: Scalars['Int']['output'];
  /** Name; null if it is no longer known. */
  name?: Maybe<Scalars['String']['output']>;
  /** Primary domain; null if the company left the catalogue and another company has the domain. */
  primaryDomain?: Maybe<Scalars['String']['output']>;
  /** When the company left the catalogue; null while it is there. */
  retiredAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A value that a search over all fields found. */
export type FoundFilterValue = {
  /** Number of companies that have the value, however old the evidence is. */
  companyCount: Scalars['SafeInt']['output'];
  /** Key of the field that has the value. */
  field: Scalars['FilterFieldKey']['output'];
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** String to use in the `values` of a condition. */
  value: Scalars['String']['output'];
};

/** Matches of a node of the tree, by itself and combined with the nodes before it. */
export type FunnelStep = {
  /** Exact number of companies, however old the evidence is. */
  exactCount: Scalars['SafeInt']['output'];
  /** JSON pointer (RFC 6901) of the node in the definition, as in `/root/and/0`. */
  pointer: Scalars['String']['output'];
  /** Exact number of companies that match this node and all earlier ones of its `and`. Null for the root, and in `or` and `not`. */
  remainingCount?: Maybe<Scalars['SafeInt']['output']>;
};

/** Input of grantCredits. */
export type GrantCreditsInput = {
  /** Credits to add: 1 to 1000000000. */
  amount: Scalars['SafeInt']['input'];
  /** Organization that gets the credits: its global id, or its numeric id. */
  organizationId: Scalars['ID']['input'];
};

/** Result of grantCredits. */
export type GrantCreditsPayload = {
  /** New entry of the ledger of the organization. */
  entry: CreditEntry;
  /** Organization with its new balance. */
  organization: InstalledOrganization;
};

/** Input of grantPermission. */
export type GrantPermissionInput = {
  /** What the recipient may do. Ownership is transferred, not granted. */
  accessLevel: GrantableAccessLevel;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Recipient of the permission. */
  to: GrantTarget;
};

/** Result of grantPermission. */
export type GrantPermissionPayload = {
  /** Whether the permission is new. False: an existing permission was changed. */
  created: Scalars['Boolean']['output'];
  /** List that was shared. */
  list: List;
  /** Permission that was created or changed. */
  permission: Permission;
};

/** Recipient of a permission; exactly one key must be given. */
export type GrantTarget =
  /** E-mail address of a user of the organization. */
  { email: Scalars['String']['input']; orgWide?: never; userId?: never; }
  |  /** True: everybody in the organization. False is an error. */
  { email?: never; orgWide: Scalars['Boolean']['input']; userId?: never; }
  |  /** User of the organization: its global id, or its numeric id. */
  { email?: never; orgWide?: never; userId: Scalars['ID']['input']; };

/** What a permission allows. */
export type GrantableAccessLevel =
  /** Also changes the name, the tags, the definition and the domains. */
  | 'EDITOR'
  /** Reads the list, its members, versions, audit log and permissions. Exports and materializes it. */
  | 'VIEWER';

/** Kind of the rows of a file. */
export type ImportKind =
  /** Companies. */
  | 'COMPANIES'
  /** Detections of technologies at companies. */
  | 'COMPANY_TECHNOLOGIES'
  /** Partnerships of companies. */
  | 'PARTNERSHIPS'
  /** Technologies. */
  | 'TECHNOLOGIES';

/** Phase of a file in an import. */
export type ImportPhase =
  /** The import updates the filter index. */
  | 'INDEXING'
  /** The import merges the rows into the catalogue. */
  | 'MERGING'
  /** The import reads the file. */
  | 'READING';

/** A row that was rejected, or a warning about a row. */
export type ImportProblem = {
  /** Field that it is about; null for the row. */
  field?: Maybe<Scalars['String']['output']>;
  /** `rejected` or `warning`. */
  level: Scalars['String']['output'];
  /** Line or row in the file. */
  line: Scalars['SafeInt']['output'];
  /** What is wrong. */
  reason: Scalars['String']['output'];
  /** The row, at most 2,000 characters. */
  row: Scalars['String']['output'];
};

/** Progress of an import. */
export type ImportProgress = {
  /** Position of the current file, from 1. */
  file: Scalars['Int']['output'];
  /** Number of files. */
  files: Scalars['Int']['output'];
  /** Kind of its rows. */
  kind: ImportKind;
  /** Path of the current file. */
  path: Scalars['String']['output'];
  /** Current phase of the file. */
  phase: ImportPhase;
  /** Rows of the file that were read. */
  rows: Scalars['SafeInt']['output'];
  /** Rows read per second over the last ten seconds. Null unless the import is reading the file. */
  rowsPerSecond?: Maybe<Scalars['Int']['output']>;
  /** Seconds until the file is read; null while that is unknown. */
  secondsLeft?: Maybe<Scalars['Int']['output']>;
};

/** Report of one file of an import. */
export type ImportedFile = {
  /** Rows that were accepted. */
  accepted: Scalars['SafeInt']['output'];
  /** Kind of its rows. */
  kind: ImportKind;
  /** Companies that were merged into another one. */
  merged: Scalars['SafeInt']['output'];
  /** Rows that were ignored, because a later row of the file has their primary domain and another name. */
  mergedRows: Scalars['SafeInt']['output'];
  /** Path on the machine of the import. */
  path: Scalars['String']['output'];
  /** Whether the file was not stored, because fewer than half of its rows were accepted. */
  refused: Scalars['Boolean']['output'];
  /** Rows that were rejected. */
  rejected: Scalars['SafeInt']['output'];
  /** Path of the list of rejected rows and warnings; null if there are none, and for a file that was sent. */
  rejectsFile?: Maybe<Scalars['String']['output']>;
  /** Companies whose primary domain changed. */
  renamed: Scalars['SafeInt']['output'];
  /** Rows removed from the catalogue. */
  retired: Scalars['SafeInt']['output'];
  /** Rows that were read. */
  rows: Scalars['SafeInt']['output'];
  /** Warnings about accepted rows. */
  warnings: Scalars['SafeInt']['output'];
};

/** Number of accepted rows, by kind of file. */
export type ImportedRows = {
  /** Accepted rows of the kind `companies`. */
  companies?: Maybe<Scalars['SafeInt']['output']>;
  /** Accepted rows of the kind `company_technologies`. */
  companyTechnologies?: Maybe<Scalars['SafeInt']['output']>;
  /** Accepted rows of the kind `partnerships`. */
  partnerships?: Maybe<Scalars['SafeInt']['output']>;
  /** Accepted rows of the kind `technologies`. */
  technologies?: Maybe<Scalars['SafeInt']['output']>;
};

/** What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization. */
export type Installation = {
  /** Findings of the command `doctor` on the responding machine, except its comparison of the facet index with the tables. */
  checks: Array<InstallationCheck>;
  /** Data flags of all organizations, oldest first. */
  flags?: Maybe<DataFlagConnection>;
  /** One import. For any other id it is null, with the error IMPORT_NOT_FOUND. */
  import?: Maybe<CatalogueImport>;
  /** Imports of the catalogue, newest first. */
  imports?: Maybe<CatalogueImportConnection>;
  /** One organization. For any other id it is null, with the error ORGANIZATION_NOT_FOUND. */
  organization?: Maybe<InstalledOrganization>;
  /** All organizations, by id. */
  organizations?: Maybe<InstalledOrganizationConnection>;
};


/** What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization. */
export type InstallationFlagsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<FlagStatus>;
};


/** What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization. */
export type InstallationImportArgs = {
  importId: Scalars['ID']['input'];
};


/** What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization. */
export type InstallationImportsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization. */
export type InstallationOrganizationArgs = {
  organizationId: Scalars['ID']['input'];
};


/** What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization. */
export type InstallationOrganizationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** A check of the installation with its result. */
export type InstallationCheck = {
  /** Name of the check, such as `disk`. */
  check: Scalars['String']['output'];
  /** The finding in words. */
  message: Scalars['String']['output'];
  /** Advice; null if nothing needs to be done. */
  remedy?: Maybe<Scalars['String']['output']>;
  /** Result of the check. */
  state: InstallationCheckState;
};

/** Result of a check of the installation. */
export type InstallationCheckState =
  /** Something is broken, or will break. */
  | 'FAILURE'
  /** Nothing needs to be done. */
  | 'OK'
  /** It works, but should be changed. */
  | 'WARNING';

/** An organization as operators of the installation see it: how much it has, but none of its data. */
export type InstalledOrganization = Node & {
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Current balance, in credits. */
  creditBalance: Scalars['SafeInt']['output'];
  /** Global id. Only operators can use it. */
  id: Scalars['ID']['output'];
  /** Number of its API keys that requests may use, including personal keys. */
  keyCount: Scalars['SafeInt']['output'];
  /** Number of its lists. */
  listCount: Scalars['SafeInt']['output'];
  /** Name of the organization, unique. */
  name: Scalars['String']['output'];
  /** Numeric id, which the command line shows as well. */
  organizationId: Scalars['Int']['output'];
  /** Number of its users, including disabled users. */
  userCount: Scalars['SafeInt']['output'];
};

/** Page of a connection. Each edge leads to an organization. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type InstalledOrganizationConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<InstalledOrganizationEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: an organization and its cursor. */
export type InstalledOrganizationEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: InstalledOrganization;
};

/** An entry that is not a domain. */
export type InvalidDomain = {
  /** Entry as it was sent. */
  input: Scalars['String']['output'];
  /** Reason in a sentence for users. The same fault always has the same sentence. */
  reason: Scalars['String']['output'];
};

/** A value that was not stored. */
export type InvalidFieldValue = {
  /** Place of the entry in the request, counted from 0. */
  index: Scalars['Int']['output'];
  /** JSON pointer (RFC 6901) of the value in the request. */
  pointer: Scalars['String']['output'];
  /** Why it was not stored. */
  reason: Scalars['String']['output'];
};

/** Input of inviteUser. */
export type InviteUserInput = {
  /** E-mail address of the person, in any case: at most 254 characters. */
  email: Scalars['String']['input'];
  /** Name of a new user: 1 to 200 characters. An existing user keeps their name. Default: the part of the address before the @. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Role of a new user. An existing user keeps their role. */
  role: UserRole;
};

/** Result of inviteUser. */
export type InviteUserPayload = {
  /** When an unused link expires: after 72 hours. Null for the address of the service, which does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Link that signs the person in once. It is shown only now. The first to open it is signed in as that person. If people can only sign in at the OpenID provider, it is the address of the service. */
  link: Scalars['String']['output'];
  /** Whether a mail server accepted the link for delivery. False: send the link yourself. */
  mailed: Scalars['Boolean']['output'];
  /** Invited person, who can now sign in. */
  user: User;
};

/** A file of rows that somebody uploaded, and what the service does with them. Its creator and admins see it; once shared, the whole organization. All organization keys see the jobs of any of them. It is deleted 30 days after its end. */
export type Job = Node & {
  /** Companies that callers chose for single rows, at most 10000. `updateJob` replaces them. */
  choices: Array<JobChoice>;
  /** Columns of the file, in their order: at most 500. */
  columns: Array<JobColumn>;
  /** Numbers of rows by outcome. */
  counts: JobCounts;
  /** When the upload began. */
  createdAt: Scalars['DateTime']['output'];
  /** Who made it; null if an organization key did. */
  createdBy?: Maybe<User>;
  /** Credits that it has charged. */
  creditsCharged: Scalars['SafeInt']['output'];
  /** Why it failed; null if it did not. */
  error?: Maybe<JobError>;
  /** Its price. */
  estimate: JobEstimate;
  /** What an export was asked for, and what it has paid for; null for other kinds. */
  export?: Maybe<JobExport>;
  /** When it was done, failed or was cancelled; null before. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Global id of the job. */
  id: Scalars['ID']['output'];
  /** Numeric id of the job. */
  jobId: Scalars['Int']['output'];
  /** What it does. */
  kind: JobKind;
  /** Rows with these outcomes are not run. */
  leaveOut: Array<JobRowFilter>;
  /** Numeric id of the list that it fills or exports; null for other kinds, and once the list is deleted. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Confidence from which on a row counts as matched, from 0 to 1. */
  minConfidence: Scalars['Float']['output'];
  /** Name of the file. Null if the caller has given none. */
  name?: Maybe<Scalars['String']['output']>;
  /** Progress in its current state. */
  progress: JobProgress;
  /** What it did beside matching; null until then, and for other kinds. */
  report?: Maybe<JobReport>;
  /** Format of the results unless another one is asked for. */
  resultFormat: JobResultFormat;
  /** Path of the file of results: one row for each row that was sent, or for each company of an export. Null while the service works on the rows. It requires a key that sees the job, and for an export one with access to its list. */
  resultUrl?: Maybe<Scalars['String']['output']>;
  /** Rows that are matched, in the order of the file. */
  rows?: Maybe<JobRowConnection>;
  /** Whether the whole organization sees it. */
  shared: Scalars['Boolean']['output'];
  /** Its state. */
  status: JobStatus;
  /** Where it stopped before its last row; null if it did not. */
  stopped?: Maybe<JobStop>;
};


/** A file of rows that somebody uploaded, and what the service does with them. Its creator and admins see it; once shared, the whole organization. All organization keys see the jobs of any of them. It is deleted 30 days after its end. */
export type JobResultUrlArgs = {
  format?: InputMaybe<JobResultFormat>;
};


/** A file of rows that somebody uploaded, and what the service does with them. Its creator and admins see it; once shared, the whole organization. All organization keys see the jobs of any of them. It is deleted 30 days after its end. */
export type JobRowsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  verdict?: InputMaybe<JobRowFilter>;
};

/** All rows of a job are matched, and it waits for an approval. */
export type JobAwaitingApprovalEvent = Event & Node & {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Rows by outcome. */
  counts: JobCounts;
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Job. */
  jobId: Scalars['Int']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Credits that it would charge. */
  price: Scalars['SafeInt']['output'];
  /** What the event reports. */
  type: EventType;
};

/** Another company that a row may mean. */
export type JobCandidate = {
  /** The company; null if it has left the catalogue. */
  company?: Maybe<Company>;
  /** Numeric id of the company. */
  companyId: Scalars['Int']['output'];
  /** Confidence in the company, from 0 to 1. */
  confidence: Scalars['Float']['output'];
  /** What led to the company. */
  matchedBy: JobMatchedBy;
};

/** Company that a caller chose for a row. */
export type JobChoice = {
  /** Numeric id of the company; null if the row means no company. */
  companyId?: Maybe<Scalars['Int']['output']>;
  /** Number of the row; rows begin at 1. */
  row: Scalars['Int']['output'];
};

/** Company that a row means, whatever the service has found. */
export type JobChoiceInput = {
  /** Company: its global id, or its numeric id. Null or left out: the row means no company. */
  companyId?: InputMaybe<Scalars['ID']['input']>;
  /** Number of the row; rows begin at 1. */
  row: Scalars['Int']['input'];
};

/** Column of the file of a job. */
export type JobColumn = {
  /** Confidence of the service in `field`, from 0 to 1; 1 if a caller has set it. */
  confidence: Scalars['Float']['output'];
  /** How rows are matched by the column: `domain`, `url`, `email`, `name`, `country`, or `ref` for a reference of yours. In jobs that set fields, also the key of a field of the organization, to which its values go. Null: the column is only passed on. */
  field?: Maybe<Scalars['String']['output']>;
  /** Position in the file, counted from 0. */
  index: Scalars['Int']['output'];
  /** Header of the column. A repeated one ends with `_2`; without a header it is `column_3`. */
  name: Scalars['String']['output'];
  /** How its first values write numbers: `1,200.50` or `1.200,50`. Numbers are read so where the field declares no format. Null: they do not show it. */
  numberFormat?: Maybe<Scalars['String']['output']>;
  /** Up to three different values of the column. */
  samples: Array<Scalars['String']['output']>;
};

/** How a column of the file is used. */
export type JobColumnInput = {
  /** Name of the column, or its position in the file, counted from 0. */
  column: Scalars['String']['input'];
  /** `domain`, `url`, `email`, `name`, `country` or `ref`; in jobs that set fields also the key of a field of the organization, such as `org.score`. Null or left out: the column is only passed on. */
  field?: InputMaybe<Scalars['String']['input']>;
};

/** Page of a connection. Each edge leads to a job. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type JobConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<JobEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Numbers of rows by outcome. While a job is matching, they count the rows matched so far. */
export type JobCounts = {
  /** Number of matched rows whose company an earlier row has. */
  duplicates: Scalars['SafeInt']['output'];
  /** Number of rows that cannot be read, or have no value that identifies a company. */
  invalid: Scalars['SafeInt']['output'];
  /** Number of rows that have a company. */
  matched: Scalars['SafeInt']['output'];
  /** Number of rows in the file. */
  rows: Scalars['SafeInt']['output'];
  /** Number of rows for which no company was found with enough confidence. */
  unmatched: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a job and its cursor. */
export type JobEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Job;
};

/** Why a job failed. */
export type JobError = {
  /** Number of rows that had arrived when the upload broke; null if the file is complete. */
  atRow?: Maybe<Scalars['Int']['output']>;
  /** Code of the error, as REST spells it. */
  code: Scalars['String']['output'];
  /** What happened, and what to do. */
  message: Scalars['String']['output'];
};

/** Price of a job, and the credits that are there to pay it. */
export type JobEstimate = {
  /** Current balance of the organization, in credits. */
  creditBalance: Scalars['SafeInt']['output'];
  /** Credits that other approved jobs of the organization may still charge. Nothing is reserved for them. */
  creditsHeld: Scalars['SafeInt']['output'];
  /** Credits that the job would charge now. */
  creditsRequired: Scalars['SafeInt']['output'];
  /** Whether the balance covers the price after those jobs. */
  sufficient: Scalars['Boolean']['output'];
};

/** What an export was asked for, and what it has paid for. */
export type JobExport = {
  /** Keys of the columns that were chosen; null for those of every export. */
  fields?: Maybe<Array<Scalars['String']['output']>>;
  /** Format of the file. */
  format: JobResultFormat;
  /** Numeric id of the materialization whose members the file has; null until they are paid for. */
  materializationId?: Maybe<Scalars['Int']['output']>;
  /** Numeric id of a materialization of the list: the export has the members that have entered since. Null for all members. */
  since?: Maybe<Scalars['Int']['output']>;
  /** Tier of the members; null for all members. */
  tier?: Maybe<MemberTier>;
  /** How long the file can be downloaded; null until the members are paid for. */
  validUntil?: Maybe<Scalars['DateTime']['output']>;
};

/** A job was done, failed or was cancelled. */
export type JobFinishedEvent = Event & Node & {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Rows by outcome. */
  counts: JobCounts;
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Job. */
  jobId: Scalars['Int']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Credits that it has charged. */
  price: Scalars['SafeInt']['output'];
  /** State in which it ended: `done`, `failed` or `cancelled`. */
  status: JobStatus;
  /** What the event reports. */
  type: EventType;
};

/** What a job does with the rows of a file. More kinds will be added. */
export type JobKind =
  /** Adds the companies of the rows to a list, once all rows are done. Free. Requires a personal key. */
  | 'ADD_TO_LIST'
  /** Finds the company of each row, and reads its partners. It costs one credit for each company that the organization has not unlocked in the last 30 days. */
  | 'ENRICH'
  /** Makes a file of the members of a list, and charges for them at once. It has no rows. Requires a personal key. */
  | 'EXPORT'
  /** Finds the company of each row. Free. */
  | 'MATCH'
  /** Writes values of the rows into fields of the organization. Free. */
  | 'SET_FIELDS';

/** What became of the company of a row in the list of its job. */
export type JobListOutcome =
  /** The job added it. */
  | 'ADDED'
  /** The list had it already. */
  | 'ALREADY';

/** What led to the company of a row. */
export type JobMatchedBy =
  /** A caller chose the company. */
  | 'CHOICE'
  /** A domain or URL of the row is a domain of the company. */
  | 'DOMAIN'
  /** An e-mail address of the row is at a domain of the company. */
  | 'EMAIL_DOMAIN'
  /** The names are equal, apart from their spelling. */
  | 'EXACT_NAME'
  /** A domain or URL of the row is a former domain of the company. */
  | 'FORMER_DOMAIN'
  /** The names are similar. */
  | 'SIMILAR_NAME';

/** Progress of a job in its current state. */
export type JobProgress = {
  /** Number of rows that are done in this state. */
  done: Scalars['Int']['output'];
  /** Number of rows in the file. */
  of: Scalars['Int']['output'];
  /** Estimated time until this state ends, in seconds; null if it is unknown. */
  secondsLeft?: Maybe<Scalars['Int']['output']>;
};

/** What a job did beside matching: numbers of values if it sets fields, numbers of companies if it adds to a list. */
export type JobReport = {
  /** Number of companies that the job added to its list; null if it adds to no list. */
  added?: Maybe<Scalars['Int']['output']>;
  /** Number of companies that the list had already; null if it adds to no list. */
  already?: Maybe<Scalars['Int']['output']>;
  /** Number of values that were cleared; null if the job sets no fields. */
  cleared?: Maybe<Scalars['Int']['output']>;
  /** Number of values that could not be stored, for the reasons that their rows show; null if the job sets no fields. */
  invalid?: Maybe<Scalars['Int']['output']>;
  /** Number of values that were stored; null if the job sets no fields. */
  set?: Maybe<Scalars['Int']['output']>;
  /** Number of values that were stored already; null if the job sets no fields. */
  unchanged?: Maybe<Scalars['Int']['output']>;
};

/** Format of a file of results. */
export type JobResultFormat =
  /** Comma-separated values in UTF-8, with a header. */
  | 'CSV'
  /** One JSON object a line. */
  | 'NDJSON'
  /** Apache Parquet, compressed with Snappy. */
  | 'PARQUET';

/** A row of a file, and the company that it was matched to. */
export type JobRow = {
  /** Other companies that the row may mean, the most plausible first: at most 3. */
  alternatives: Array<JobCandidate>;
  /** The company; null unless the row is matched, and if it has left the catalogue. */
  company?: Maybe<Company>;
  /** Numeric id of the company; null unless the row is matched. */
  companyId?: Maybe<Scalars['Int']['output']>;
  /** Confidence in the company, from 0 to 1. Without one, that of the best alternative, or 0. */
  confidence: Scalars['Float']['output'];
  /** Credits that the row has cost, 0 or 1; null until it is enriched, and in other kinds. */
  credits?: Maybe<Scalars['SafeInt']['output']>;
  /** Whether an earlier row is matched to the same company. */
  duplicate: Scalars['Boolean']['output'];
  /** Numeric id of the ledger entry that charged for the row; null if it cost nothing. */
  entryId?: Maybe<Scalars['SafeInt']['output']>;
  /** Why the row cannot be read; null if it can. */
  fault?: Maybe<Scalars['String']['output']>;
  /** Why it cost nothing; null if it cost a credit, and where `credits` is null. */
  freeBecause?: Maybe<JobRowFreeReason>;
  /** Cells of the row, by the names of the columns; an empty cell has no value. A row that cannot be read stands in the first one. */
  input: Scalars['JSON']['output'];
  /** What became of the company in the list of the job; null until the job is done, and without a list. */
  list?: Maybe<JobListOutcome>;
  /** What led to the company; null unless the row is matched. */
  matchedBy?: Maybe<JobMatchedBy>;
  /** Number of distinct partners of the company when the row was enriched; null before, without a company and in other kinds. The file of results has the partners. */
  partnershipCount?: Maybe<Scalars['SafeInt']['output']>;
  /** Number of the row; the first one after the header is 1. */
  row: Scalars['Int']['output'];
  /** What became of the values that the row states of fields; null until it has been run, and if the job sets no fields. */
  values?: Maybe<JobRowValues>;
  /** Outcome of the row. */
  verdict: JobRowVerdict;
};

/** Page of a connection. Each edge leads to a row. Pages are read forwards only, because each begins after a row; `offset` leads to the end. */
export type JobRowConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<JobRowEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a row and its cursor. */
export type JobRowEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: JobRow;
};

/** Outcome by which rows are selected. */
export type JobRowFilter =
  /** The row is matched to the company of an earlier row. Matched rows include these. */
  | 'DUPLICATE'
  /** The row cannot be read, or has no value that identifies a company. */
  | 'INVALID'
  /** A company was found with enough confidence, or a caller chose it. */
  | 'MATCHED'
  /** No company was found with enough confidence. */
  | 'UNMATCHED';

/** Why a row of an enrichment cost nothing. */
export type JobRowFreeReason =
  /** An earlier row of the job has the company. */
  | 'DUPLICATE'
  /** The row cannot be read, or has no value that identifies a company. */
  | 'INVALID'
  /** The organization had unlocked the company in the last 30 days. */
  | 'IN_WINDOW'
  /** The row has no company, or the company has left the catalogue. */
  | 'NO_MATCH'
  /** The company has no partners, and the installation bills only those with partners. */
  | 'NO_PARTNERSHIPS';

/** What became of the values that a row states of fields of the organization. */
export type JobRowValues = {
  /** Number of values that were cleared. */
  cleared: Scalars['Int']['output'];
  /** Number of values that could not be stored. */
  invalid: Scalars['Int']['output'];
  /** Why, for the first five: `org.score must be a number such as 1,200.50, not "n/a"`. */
  invalidBecause?: Maybe<Scalars['String']['output']>;
  /** Number of values that were stored. */
  set: Scalars['Int']['output'];
  /** Number of values that were stored already. */
  unchanged: Scalars['Int']['output'];
};

/** Outcome of matching a row. */
export type JobRowVerdict =
  /** The row cannot be read, or has no value that identifies a company. */
  | 'INVALID'
  /** A company was found with enough confidence, or a caller chose it. */
  | 'MATCHED'
  /** No company was found with enough confidence. */
  | 'UNMATCHED';

/** State of a job. */
export type JobStatus =
  /** All rows are matched, and the job waits for `approveJob`. */
  | 'AWAITING_APPROVAL'
  /** A caller ended the job. Rows that were done keep their results. */
  | 'CANCELLED'
  /** Every row has its result. */
  | 'DONE'
  /** An error ended the job: see `error`. */
  | 'FAILED'
  /** The service is matching rows to companies. */
  | 'MATCHING'
  /** The file is being uploaded. */
  | 'RECEIVING'
  /** The service is running the matched rows. */
  | 'RUNNING';

/** Where and why a job stopped before its last row. */
export type JobStop = {
  /** Number of the first row that is not done; rows begin at 1. */
  atRow: Scalars['Int']['output'];
  /** Why it stopped. */
  because: JobStopReason;
};

/** Why a job stopped before its last row. */
export type JobStopReason =
  /** A caller cancelled the job. */
  | 'CANCELLED'
  /** The next row, or the export, would exceed the monthly limit of the key that made the job. */
  | 'CREDIT_LIMIT_REACHED'
  /** The next row, or the export, would exceed the balance of the organization. */
  | 'INSUFFICIENT_CREDITS'
  /** The next row, or the export, would exceed what the job may charge. */
  | 'MAX_CREDITS';

/** Input of leaveList: the list to leave. */
export type LeaveListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of leaveList. */
export type LeaveListPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
  /** List, if it is also shared with the whole organization; otherwise null. */
  list?: Maybe<List>;
};

/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type List = Node & {
  /** What the caller may do with the list. */
  accessLevel: AccessLevel;
  /** Domains that were added manually, latest first. */
  addedDomains?: Maybe<ListDomainConnection>;
  /** All changes of the list, newest first. */
  auditLog?: Maybe<ListEventConnection>;
  /** Compares the members with an earlier materialization, one of `materializations`. For the two materializations of an event LIST_MEMBERS_CHANGED, it shows for 30 days what the event announced. Free. */
  changes?: Maybe<ListChanges>;
  /** When the list was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Current definition as JSON, in the form of REST: registry_version and root. */
  definition: Scalars['JSON']['output'];
  /** Version of the current definition. */
  definitionVersion: Scalars['Int']['output'];
  /** Domains that were excluded manually, latest first. */
  excludedDomains?: Maybe<ListDomainConnection>;
  /** Explains why a company is or is not a member of the list. Free. */
  explain?: Maybe<ListExplanation>;
  /** Estimates what an export would charge now. Anyone who can see the list may ask. Free. */
  exportEstimate?: Maybe<ExportEstimate>;
  /** Whether the caller has marked the list as a favourite. Nobody else sees it. */
  favourite: Scalars['Boolean']['output'];
  /** Global id of the list. */
  id: Scalars['ID']['output'];
  /** Numeric id that REST shows as list_id. */
  listId: Scalars['Int']['output'];
  /** Stored materializations, newest first: the last 30, and the materializations of exports that can still be downloaded. */
  materializations?: Maybe<MaterializationConnection>;
  /** Members, by default by tier (HIGH first), then by company id. Computed at the first read and kept until the revision changes. A page after a cursor is served from the materialization of the cursor. */
  members?: Maybe<MemberConnection>;
  /** Name of the list: 1 to 200 characters. */
  name: Scalars['String']['output'];
  /** User who owns the list. */
  owner: User;
  /** One of these permissions. Any other permission is the error PERMISSION_NOT_FOUND. */
  permission?: Maybe<Permission>;
  /** Permissions of the list, oldest first. The owner needs none. */
  permissions?: Maybe<PermissionConnection>;
  /** Shows how saving this definition would change the members. Saves nothing. Free. */
  previewDefinition?: Maybe<DefinitionPreview>;
  /** Current revision. It rises with every change that can affect the members. */
  revision: Scalars['Int']['output'];
  /** Tags of the list, in the order in which they were given. Visible to everyone who can see the list. */
  tags: Array<Scalars['String']['output']>;
  /** When the list was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Lists that the caller can see and that name this one in a condition, by id. */
  usedBy?: Maybe<ListConnection>;
  /** One version of the definition. An unknown version is the error VERSION_NOT_FOUND. */
  version?: Maybe<DefinitionVersion>;
  /** Versions of the definition, newest first. */
  versions?: Maybe<DefinitionVersionConnection>;
  /** Views of the list, then the caller's own, each by name: at most 50 of either. Needs a personal key. */
  views?: Maybe<Array<ListView>>;
  /** Whether the service watches the list: it evaluates the list by itself and announces changes of its members as events of the feed. */
  watched: Scalars['Boolean']['output'];
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListAddedDomainsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListAuditLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListChangesArgs = {
  sinceMaterializationId: Scalars['ID']['input'];
  untilMaterializationId?: InputMaybe<Scalars['ID']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListExcludedDomainsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListExplainArgs = {
  identifier: Scalars['String']['input'];
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListExportEstimateArgs = {
  tier?: InputMaybe<MemberTier>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListMaterializationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListMembersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  forceRefresh?: InputMaybe<Scalars['Boolean']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<MemberOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
  tier?: InputMaybe<MemberTier>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListPermissionArgs = {
  permissionId: Scalars['ID']['input'];
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListPermissionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListPreviewDefinitionArgs = {
  definition?: InputMaybe<DefinitionInput>;
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListUsedByArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListVersionArgs = {
  version: Scalars['Int']['input'];
};


/** A saved, named set of companies: a definition, and domains that were added or excluded manually. */
export type ListVersionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of a list. Changes of one kind that arrive faster than they are read are combined into one. */
export type ListChange = {
  /** User who changed the list; null for RESYNC and GONE. */
  actor?: Maybe<User>;
  /** When the list changed, or RESYNC was sent. */
  at: Scalars['DateTime']['output'];
  /** Current version of the definition; null for GONE. */
  definitionVersion?: Maybe<Scalars['Int']['output']>;
  /** Part of the list that changed. */
  kind: ListChangeKind;
  /** List as it is now; null for GONE. */
  list?: Maybe<List>;
  /** Current revision, which rises with every change that can affect the members; null for GONE. */
  revision?: Maybe<Scalars['Int']['output']>;
};

/** Part of a list that changed. */
export type ListChangeKind =
  /** Definition, and so perhaps the members. */
  | 'DEFINITION'
  /** The list was deleted, or is no longer shared with the caller. This is the last event of the subscription. */
  | 'GONE'
  /** Domains that are added or excluded manually, and so perhaps the members. */
  | 'MEMBERS'
  /** Name of the list. */
  | 'NAME'
  /** Events may have been missed. Read again what you need. */
  | 'RESYNC'
  /** Permissions, or the owner. */
  | 'SHARING'
  /** Tags of the list. */
  | 'TAGS';

/** Companies that entered or left the list, or changed tier, between two materializations. */
export type ListChanges = {
  /** Companies that changed in any of these ways, by company id. */
  all?: Maybe<MemberChangeConnection>;
  /** Companies that entered, by company id. */
  entered?: Maybe<MemberChangeConnection>;
  /** Companies that left, by company id. */
  left?: Maybe<MemberChangeConnection>;
  /** Members that were compared: the current ones, or those of `untilMaterializationId`. Its id begins the next comparison. */
  materialization: Materialization;
  /** Members whose tier changed, by company id. */
  tierChanged?: Maybe<MemberChangeConnection>;
};


/** Companies that entered or left the list, or changed tier, between two materializations. */
export type ListChangesAllArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Companies that entered or left the list, or changed tier, between two materializations. */
export type ListChangesEnteredArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Companies that entered or left the list, or changed tier, between two materializations. */
export type ListChangesLeftArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Companies that entered or left the list, or changed tier, between two materializations. */
export type ListChangesTierChangedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of a connection. Each edge leads to a list. */
export type ListConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<ListEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** The list was created. */
export type ListCreatedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** List of which it is a copy. Null for a new one. */
  copyOf?: Maybe<Scalars['Int']['output']>;
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Name of the new list. */
  name: Scalars['String']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A new version of the definition of a list was saved or restored. */
export type ListDefinitionChangedEvent = Event & Node & {
  /** User who made the change. */
  actorId: Scalars['Int']['output'];
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Version that was restored. Null if a definition was saved. */
  restoredVersion?: Maybe<Scalars['Int']['output']>;
  /** What the event reports. */
  type: EventType;
  /** New version of the definition. */
  version: Scalars['Int']['output'];
};

/** A list was deleted. */
export type ListDeletedEvent = Event & Node & {
  /** User who made the change. */
  actorId: Scalars['Int']['output'];
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Name of the list. */
  name: Scalars['String']['output'];
  /** What the event reports. */
  type: EventType;
  /** Lists that named it in their definitions. Null if none did. */
  usedBy?: Maybe<Array<Scalars['Int']['output']>>;
};

/** A domain that was manually added to a list or excluded from it. */
export type ListDomain = {
  /** When the domain was added or excluded. */
  addedAt: Scalars['DateTime']['output'];
  /** User who added or excluded it. */
  addedBy: User;
  /** Company that the domain belongs to; null while the domain is not tracked. */
  company?: Maybe<Company>;
  /** Numeric id of the company; null while the domain is not tracked. */
  companyId?: Maybe<Scalars['Int']['output']>;
  /** Domain as it is stored: lower case, IDN as A-labels, without a leading `www.`. */
  domain: Scalars['String']['output'];
};

/** Page of a connection. Each edge leads to a domain. */
export type ListDomainConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<ListDomainEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a domain and its cursor. */
export type ListDomainEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: ListDomain;
};

/** Edge of a connection: a list and its cursor. */
export type ListEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: List;
};

/** One change of a list, as the audit log records it. Each action has a type that implements this one. */
export type ListEvent = {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** What was done to a list. Clients must accept actions that are added later. */
export type ListEventAction =
  /** A new version of the definition was saved. */
  | 'DEFINITION_REPLACED'
  /** An earlier version of the definition was restored. */
  | 'DEFINITION_RESTORED'
  /** Domains were added manually. */
  | 'DOMAINS_ADDED'
  /** Domains were excluded manually. */
  | 'DOMAINS_EXCLUDED'
  /** A domain that was added manually was removed. */
  | 'DOMAIN_REMOVED'
  /** The exclusion of a domain was lifted. */
  | 'DOMAIN_UNEXCLUDED'
  /** The list was created. */
  | 'LIST_CREATED'
  /** The members were exported, and charged. */
  | 'LIST_EXPORTED'
  /** A user gave up their own permission. */
  | 'LIST_LEFT'
  /** The list was renamed. */
  | 'LIST_RENAMED'
  /** The service stopped watching the list. */
  | 'LIST_UNWATCHED'
  /** The service began to watch the list. */
  | 'LIST_WATCHED'
  /** The list was transferred to another owner. */
  | 'OWNERSHIP_TRANSFERRED'
  /** The access level of a permission was changed. */
  | 'PERMISSION_CHANGED'
  /** The list was shared with a user or with everybody in the organization. */
  | 'PERMISSION_GRANTED'
  /** A permission was revoked. */
  | 'PERMISSION_REVOKED'
  /** The tags of the list changed. */
  | 'TAGS_CHANGED'
  /** A view of the list was deleted. */
  | 'VIEW_DELETED'
  /** A view of the list was created or replaced. */
  | 'VIEW_SAVED';

/** Page of a connection. Each edge leads to a change. */
export type ListEventConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<ListEventEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a change and its cursor. */
export type ListEventEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: ListEvent;
};

/** Reasons why a company is or is not a member of a list. */
export type ListExplanation = {
  /** Company in question; null if it is no longer in the catalogue. */
  company?: Maybe<Company>;
  /** Result of each condition of the definition for this company, in document order. */
  conditions: Array<ConditionVerdict>;
  /** Whether one of its domains is excluded manually. An exclusion overrides everything else. */
  excluded: Scalars['Boolean']['output'];
  /** Whether the company is a member. */
  member: Scalars['Boolean']['output'];
  /** Why the company is a member; null if it is not a member. */
  source?: Maybe<MemberSource>;
  /** Tier of the member; null if the company is not a member. */
  tier?: Maybe<MemberTier>;
};

/** The members were exported, and charged. */
export type ListExportedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** Price of the export, in credits. */
  creditsCharged: Scalars['SafeInt']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Materialization that was exported. */
  materializationId: Scalars['Int']['output'];
  /** Number of exported members. */
  members: Scalars['SafeInt']['output'];
  /** Materialization after which the exported members entered the list; absent for all members. */
  since?: Maybe<Scalars['Int']['output']>;
  /** Tier that was exported. Null if it was all of them. `high`: evidence of the last 90 days. `medium`: of the last 365 days. `exploratory`: older evidence. */
  tier?: Maybe<MemberTier>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A user gave up their own permission. */
export type ListLeftEntry = ListEvent & Node & {
  /** Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it. */
  accessLevel: AccessLevel;
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Present if the permission is that of the whole organization. */
  orgWide?: Maybe<Scalars['Boolean']['output']>;
  /** Permission. */
  permissionId: Scalars['Int']['output'];
  /** User who has the permission, or had it. Null beside `org_wide`. */
  userId?: Maybe<Scalars['Int']['output']>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Companies entered or left a watched list, or changed tier. */
export type ListMembersChangedEvent = Event & Node & {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Members after the change. */
  counts: TierCounts;
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Number of companies that entered the list. */
  entered: Scalars['SafeInt']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Version of the filter index. */
  indexVersion: Scalars['SafeInt']['output'];
  /** Number of companies that left the list. */
  left: Scalars['SafeInt']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Materialization after the change. */
  materializationId: Scalars['Int']['output'];
  /** Materialization before the change. */
  previousMaterializationId: Scalars['Int']['output'];
  /** Number of companies that changed tier. */
  tierChanged: Scalars['SafeInt']['output'];
  /** What the event reports. */
  type: EventType;
};

/** A list that contains a company. */
export type ListMembership = {
  /** The list; null if it was deleted meanwhile, or if the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list. */
  listId: Scalars['Int']['output'];
  /** When the members of the list were last computed. Later changes are not included. */
  materializedAt: Scalars['DateTime']['output'];
  /** Name of the list: 1 to 200 characters. */
  name: Scalars['String']['output'];
  /** Freshness of its evidence. */
  tier: MemberTier;
};

/** Lists that contain a company. */
export type ListMemberships = {
  /** Whether the answer covers all lists that the caller can see and whose members were computed. */
  complete: Scalars['Boolean']['output'];
  /** Lists that contain the company, most recently updated first. */
  memberships: Array<ListMembership>;
};

/** Field and direction by which lists are sorted. Equal ones are ordered by id, in the same direction. */
export type ListOrder = {
  /** Direction of the order. Default: ASC for NAME; DESC for UPDATED_AT, CREATED_AT. */
  direction?: InputMaybe<OrderDirection>;
  /** Field by which lists are sorted. */
  field: ListOrderField;
};

/** Fields by which lists can be sorted. */
export type ListOrderField =
  /** Time when the list was created. */
  | 'CREATED_AT'
  /** Name in lower case, by code points. */
  | 'NAME'
  /** Time of the last change. */
  | 'UPDATED_AT';

/** What every two sets have in common. */
export type ListOverlap = {
  /** Numbers of companies that two sets have in common. `pairs[i][j]` is for the sets i and j, counted from 0. The diagonal has the sizes of the sets. */
  pairs: Array<Array<Scalars['SafeInt']['output']>>;
  /** The sets, in the order of the request. */
  sets: Array<OverlapSet>;
};

/** The list was renamed. */
export type ListRenamedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Former name. */
  from: Scalars['String']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** New name. */
  to: Scalars['String']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A list was shared, or the access level of a permission changed. */
export type ListSharedEvent = Event & Node & {
  /** Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it. */
  accessLevel: AccessLevel;
  /** User who made the change. */
  actorId: Scalars['Int']['output'];
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Present if the permission is that of the whole organization. */
  orgWide?: Maybe<Scalars['Boolean']['output']>;
  /** Permission. */
  permissionId: Scalars['Int']['output'];
  /** What the event reports. */
  type: EventType;
  /** User who has the permission, or had it. Null beside `org_wide`. */
  userId?: Maybe<Scalars['Int']['output']>;
};

/** A list was transferred to another owner. */
export type ListTransferredEvent = Event & Node & {
  /** User who made the change. */
  actorId: Scalars['Int']['output'];
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Owner until then. */
  from: Scalars['Int']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** New owner. */
  to: Scalars['Int']['output'];
  /** What the event reports. */
  type: EventType;
};

/** A permission on a list was revoked or given up. */
export type ListUnsharedEvent = Event & Node & {
  /** Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it. */
  accessLevel: AccessLevel;
  /** User who made the change. */
  actorId: Scalars['Int']['output'];
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Present if the permission is that of the whole organization. */
  orgWide?: Maybe<Scalars['Boolean']['output']>;
  /** Permission. */
  permissionId: Scalars['Int']['output'];
  /** What the event reports. */
  type: EventType;
  /** User who has the permission, or had it. Null beside `org_wide`. */
  userId?: Maybe<Scalars['Int']['output']>;
};

/** The service stopped watching the list. */
export type ListUnwatchedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** How to look at the members of a list. A view never restricts what its reader sees; clients apply it. */
export type ListView = Node & {
  /** Fields by whose values the members are counted. Fields that were deleted since are left out. */
  breakdowns: Array<Scalars['FilterFieldKey']['output']>;
  /** Keys of columns, in their order: those of exports, such as `primary_domain`, and those of filter fields and own fields. Fields that were deleted since are left out. */
  columns: Array<Scalars['String']['output']>;
  /** When it was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Global id of the view. */
  id: Scalars['ID']['output'];
  /** Name of the view. In any case, it is unique among the views of the list, and among own ones. */
  name: Scalars['String']['output'];
  /** Whether it is the caller's own view, which nobody else sees. */
  own: Scalars['Boolean']['output'];
  /** Order of the members: `tier`, `name` or the key of a field, with `-` in front for descending order. Null for the usual order, and once its field is deleted. */
  sort?: Maybe<Scalars['String']['output']>;
  /** Tier of the members; null for all. */
  tier?: Maybe<MemberTier>;
  /** When it was last saved. */
  updatedAt: Scalars['DateTime']['output'];
  /** Numeric id of the view. */
  viewId: Scalars['Int']['output'];
};

/** The service began to watch the list. */
export type ListWatchedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A company that a row may mean. */
export type MatchCandidate = {
  /** The company. */
  company: Company;
  /** Confidence in the company. From 0 to 1, with two digits. From 0.9 on it is safe to use unseen; from 0.7 on, look at it. */
  confidence: Scalars['Float']['output'];
  /** Identifier that gives this confidence. */
  matchedBy: MatchedBy;
};

/** How a part of the row agrees with a company. */
export type MatchEvidence = {
  /** What the company has of it; null if it has none, or if the identifier cannot be used. */
  found?: Maybe<Scalars['String']['output']>;
  /** Identifier as it was sent, or words of its name; null for words that only the company has. */
  given?: Maybe<Scalars['String']['output']>;
  /** What was compared. */
  part: MatchPart;
  /** How far both agree: from 0, not at all, to 1. */
  score: Scalars['Float']['output'];
};

/** What was compared: an identifier of the row, or a part of names that are not equal. */
export type MatchPart =
  /** A word and its abbreviation. */
  | 'ABBREVIATION'
  /** The countries. */
  | 'COUNTRY'
  /** The domain. */
  | 'DOMAIN'
  /** The domain of the e-mail address. Public mail providers say nothing about a company. */
  | 'EMAIL'
  /** Words that mean the same in two languages. */
  | 'EQUIVALENT'
  /** Words and their initials. */
  | 'INITIALS'
  /** The same words, written together or apart. */
  | 'JOINED'
  /** The legal forms. A score of 0 says that they contradict each other. */
  | 'LEGAL_FORM'
  /** A word that only one name has. */
  | 'MISSING'
  /** The names as a whole. */
  | 'NAME'
  /** The same words in another order. */
  | 'ORDER'
  /** Words that one or two typing errors tell apart. */
  | 'SPELLING'
  /** The host of the URL. */
  | 'URL'
  /** The same words. */
  | 'WORD';

/** A company that a definition matches, with the reasons. */
export type MatchReasons = {
  /** Numeric id of the company. */
  companyId: Scalars['Int']['output'];
  /** Conditions of the definition that the company meets, and how fresh the evidence is. */
  reasons: Array<ConditionVerdict>;
};

/** Result for one row. */
export type MatchResult = {
  /** Up to three other companies that the row may mean, the best first. */
  alternatives: Array<MatchCandidate>;
  /** The company that the row means; null if none has a confidence of 0.7, or if several are too close to each other. */
  company?: Maybe<Company>;
  /** Confidence in the company, or else in the best alternative; 0 if there is none. From 0 to 1, with two digits. From 0.9 on it is safe to use unseen; from 0.7 on, look at it. */
  confidence: Scalars['Float']['output'];
  /** Companies to which identifiers lead, if they differ and each is safe by itself; null if the identifiers agree. */
  conflict?: Maybe<Array<MatchCandidate>>;
  /** How each identifier of the row agrees with the company, or else with the best alternative. Parts of names follow if the names are not equal. */
  evidence: Array<MatchEvidence>;
  /** Place of the row in the request, counted from 0. */
  index: Scalars['Int']['output'];
  /** Identifier that gives this confidence; null without a company. */
  matchedBy?: Maybe<MatchedBy>;
  /** The `ref` of the row; null if it has none. */
  ref?: Maybe<Scalars['String']['output']>;
};

/** What is known of a company. Null and blank texts count as absent. An empty row matches nothing. */
export type MatchRowInput = {
  /** Country, by its code or name: at most 2000 characters. It decides between companies of the same name. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** A domain of the company, in Unicode or in A-labels, or any text that has one: at most 2000 characters. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** An e-mail address of somebody at the company: at most 2000 characters. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Name of the company, with or without its legal form: at most 2000 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Your own mark of the row, which the result repeats: at most 2000 characters. */
  ref?: InputMaybe<Scalars['String']['input']>;
  /** A page of the company: at most 2000 characters. */
  url?: InputMaybe<Scalars['String']['input']>;
};

/** Identifier by which a company was found. */
export type MatchedBy =
  /** The company has the domain, or the host of the URL; or it has a domain above that host. */
  | 'DOMAIN'
  /** The company has the domain of the e-mail address. */
  | 'EMAIL_DOMAIN'
  /** The names are equal, except for case, accents, punctuation, blanks and legal forms. */
  | 'EXACT_NAME'
  /** The domain was the primary one of the company, or of one that was merged into it. */
  | 'FORMER_DOMAIN'
  /** The names are similar, or their legal forms contradict each other. */
  | 'SIMILAR_NAME';

/** Members of a list as they were computed at one time. It never changes, but reads leave out companies that were deleted or merged since. */
export type Materialization = Node & {
  /** Number of members still in the catalogue, in total and by tier. */
  counts: TierCounts;
  /** Version of the definition that was used. */
  definitionVersion: Scalars['Int']['output'];
  /** Global id of the materialization. `node` finds it while it is kept. */
  id: Scalars['ID']['output'];
  /** Numeric id that REST shows as materialization_id. */
  materializationId: Scalars['Int']['output'];
  /** When the members were computed. */
  materializedAt: Scalars['DateTime']['output'];
  /** Revision of the list whose members they are. */
  revision: Scalars['Int']['output'];
  /** Whether the catalogue has changed since then. `forceRefresh` computes the members again. */
  stale: Scalars['Boolean']['output'];
};

/** Page of a connection. Each edge leads to a materialization. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type MaterializationConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<MaterializationEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a materialization and its cursor. */
export type MaterializationEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Materialization;
};

/** Input of materializeList. */
export type MaterializeListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of materializeList. */
export type MaterializeListPayload = {
  /** Number of members, in total and by tier. */
  counts: TierCounts;
  /** List whose members were computed. */
  list: List;
};

/** A company that belongs to a list. */
export type Member = {
  /** Company that is the member. */
  company: Company;
  /** Numeric id of the company. */
  companyId: Scalars['Int']['output'];
  /** Conditions of the definition that the company meets, and how fresh the evidence is. Free. */
  reasons: Array<ConditionVerdict>;
  /** Why the company is a member. */
  source: MemberSource;
  /** Freshness of its evidence. */
  tier: MemberTier;
};

/** A company that entered or left a list, or moved to another tier. */
export type MemberChange = {
  /** Company that changed; null if it is no longer in the catalogue. */
  company?: Maybe<Company>;
  /** Numeric id of the company. */
  companyId: Scalars['Int']['output'];
  /** Tier in the earlier materialization; null if the company was not a member. */
  from?: Maybe<MemberTier>;
  /** Tier in the later materialization; null if the company is no longer a member. */
  to?: Maybe<MemberTier>;
};

/** Page of a connection. Each edge leads to a company that changed. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type MemberChangeConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<MemberChangeEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a company that changed and its cursor. */
export type MemberChangeEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: MemberChange;
};

/** Page of a connection. Each edge leads to a member. Pages are read forwards only: to begin with the last members, sort in the other direction. */
export type MemberConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<MemberEdge>;
  /** Materialization from which this page is served. */
  materialization: Materialization;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a member and its cursor. */
export type MemberEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Member;
};

/** Field and direction by which members are sorted. Unknown values come last in either direction, and equal ones are ordered by company id. */
export type MemberOrder = {
  /** Direction of the order. Default: DESC for numbers and dates; ASC for others. */
  direction?: InputMaybe<OrderDirection>;
  /** Key of the field: tier, name, founded_year, partnership_count, technology_count, or an own field. Own fields are numbers, dates, booleans or categories without `multiple`. Names and categories are sorted by code point, ignoring case, of at most 100000 members. */
  field: Scalars['FilterFieldKey']['input'];
};

/** Reason why a company is a member. */
export type MemberSource =
  /** One of its domains was added manually. */
  | 'ADDED'
  /** The definition matches the company. */
  | 'DEFINITION';

/** Freshness of the evidence for a member, counted back from the newest observation in the catalogue. */
export type MemberTier =
  /** A dated condition that the member needs was last met more than 365 days ago. */
  | 'EXPLORATORY'
  /** Every dated condition that the member needs was met within 90 days, or the company was added manually. */
  | 'HIGH'
  /** Every dated condition that the member needs was met within 365 days. */
  | 'MEDIUM';

/** Number of days before the newest observation of the catalogue, in which companies moved. */
export type MoveWindow =
  /** 90 days. */
  | 'DAYS_90'
  /** 180 days. */
  | 'DAYS_180'
  /** 365 days. */
  | 'DAYS_365';

/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type Mutation = {
  /** Adds domains to a list. Lifts their exclusion, if there is one. Needs access as editor. */
  addDomains?: Maybe<AddDomainsPayload>;
  /** Adds a passkey with which the caller can sign in from now on. Needs a signed-in person; API keys and sessions opened with a pasted key are refused with SESSION_REQUIRED. */
  addPasskey?: Maybe<AddPasskeyPayload>;
  /** Imports a file that was tried, without sending it again. Needs an operator of the installation. */
  applyImport?: Maybe<ApplyImportPayload>;
  /** Runs a job that waits for an approval: from its first row, or from the row at which it stopped. Its creator and admins may do this. A job in another state is the error JOB_STATUS_CONFLICT. */
  approveJob?: Maybe<ApproveJobPayload>;
  /** Ends a job. Rows that were done keep their results, and `stopped` says at which row it ended. Its creator and admins may do this. A job that has ended is the error JOB_STATUS_CONFLICT. */
  cancelJob?: Maybe<CancelJobPayload>;
  /** Creates an API key. Needs a personal key without a monthly credit limit; only admins create keys of the organization and of service accounts. At most 50 keys of an owner are active, unless configured otherwise. */
  createApiKey?: Maybe<CreateApiKeyPayload>;
  /** Exports a list as a file. The job charges for all members at once, as `exportList` does, and without an approval. What either has paid for is free in the other. If the credits do not suffice, nothing is charged, and the job waits for `approveJob`. Needs access as viewer. */
  createExportJob?: Maybe<CreateExportJobPayload>;
  /** Declares a field of companies. Operators of the installation declare those of the catalogue, `custom.…`; admins those of their organization, `org.…`. */
  createField?: Maybe<CreateFieldPayload>;
  /** Creates a list that the caller owns. Free. */
  createList?: Maybe<CreateListPayload>;
  /** Creates an organization with its admin, and a link that signs the admin in once within 72 hours. Needs an operator of the installation. */
  createOrganization?: Maybe<CreateOrganizationPayload>;
  /** Returns options for `navigator.credentials.create()`, which makes a passkey. Stores nothing. Needs a signed-in person; API keys and sessions opened with a pasted key are refused with SESSION_REQUIRED. */
  createPasskeyOptions?: Maybe<CreatePasskeyOptionsPayload>;
  /** Creates a service account: an account for a program, as which nobody signs in. `createApiKey` with its `userId` creates its keys. Needs an admin. */
  createServiceAccount?: Maybe<CreateServiceAccountPayload>;
  /** Creates a webhook: from now on, the service sends it the events that the caller may see. An organization has at most 20. */
  createWebhook?: Maybe<CreateWebhookPayload>;
  /** Deletes a draft of the caller permanently. Any other draft is the error DRAFT_NOT_FOUND. */
  deleteDraft?: Maybe<DeleteDraftPayload>;
  /** Deletes a field with its values. Conditions of lists that use it then match no value. Needs the rights to declare it. */
  deleteField?: Maybe<DeleteFieldPayload>;
  /** Deletes a job with its file and its results, at once. Its creator and admins may do this. */
  deleteJob?: Maybe<DeleteJobPayload>;
  /** Deletes a list with its versions, domains and paid exports. Only the owner can do this. */
  deleteList?: Maybe<DeleteListPayload>;
  /** Deletes a view of a list. A view that does not exist is the error VIEW_NOT_FOUND. */
  deleteView?: Maybe<DeleteViewPayload>;
  /** Deletes a webhook of the caller, or, for admins, of the organization. */
  deleteWebhook?: Maybe<DeleteWebhookPayload>;
  /** Creates a list that the caller owns, with the definition, domains and tags of a list that the caller can see. Permissions, watching and favourites are not copied. A definition that names lists hidden from the caller is refused. Free. */
  duplicateList?: Maybe<DuplicateListPayload>;
  /** Returns the partners of up to 100 domains. Charges one credit for each company that the organization has not paid for in the last 30 days. All or nothing: INSUFFICIENT_CREDITS charges and returns nothing. */
  enrichPartnerships?: Maybe<EnrichPartnershipsPayload>;
  /** Excludes domains from a list. Also removes them if they were added manually. Needs access as editor. */
  excludeDomains?: Maybe<ExcludeDomainsPayload>;
  /** Exports all members, or those of one tier, and unlocks them. Charges one credit for each member that the organization has not paid for in the last 30 days. All or nothing. Needs access as viewer. */
  exportList?: Maybe<ExportListPayload>;
  /** Reports company data that looks wrong, outdated, incomplete or mismatched. Free, with any key. */
  flagCompany?: Maybe<FlagCompanyPayload>;
  /** Adds credits to an organization, with an entry in its ledger. Needs an operator of the installation. Send an Idempotency-Key, so that a retry adds nothing. */
  grantCredits?: Maybe<GrantCreditsPayload>;
  /** Shares a list, or changes how it is shared. Only the owner can do this. */
  grantPermission?: Maybe<GrantPermissionPayload>;
  /** Invites a person: creates the user, and a link that signs them in once within 72 hours. For a user of the organization who exists, it only makes another link. Where the OpenID provider alone signs people in (`OIDC_ONLY`), the link is the address of the service. Needs an admin. */
  inviteUser?: Maybe<InviteUserPayload>;
  /** Gives up the caller's own permission. Access of the whole organization stays. If the caller has no permission of their own, or owns the list, the error is PERMISSION_NOT_FOUND. */
  leaveList?: Maybe<LeaveListPayload>;
  /** Computes the members again from the current catalogue. Needs access as viewer. Free. */
  materializeList?: Maybe<MaterializeListPayload>;
  /** Removes a domain that was added manually. Needs access as editor. */
  removeDomain?: Maybe<RemoveDomainPayload>;
  /** Removes a passkey of the caller: nobody can sign in with it any more. Sessions it opened stay active until revoked. Needs a signed-in person; API keys are refused with SESSION_REQUIRED. */
  removePasskey?: Maybe<RemovePasskeyPayload>;
  /** Renames a passkey of the caller. Nothing else changes. Needs a signed-in person; API keys are refused with SESSION_REQUIRED. */
  renamePasskey?: Maybe<RenamePasskeyPayload>;
  /** Appends a new version of the definition. A value that is no longer in its vocabulary is accepted if the current version has it. Needs access as editor. */
  replaceDefinition?: Maybe<ReplaceDefinitionPayload>;
  /** Moves the cursor of a webhook of the caller back or forward. */
  replayWebhook?: Maybe<ReplayWebhookPayload>;
  /** Resolves a data flag of any organization, with a result that its reporter sees. A flag is resolved once: a different result is refused with FLAG_RESOLVED. Needs an operator of the installation. */
  resolveFlag?: Maybe<ResolveFlagPayload>;
  /** Restores an earlier version of the definition by appending it as a new version. Values that are no longer in their vocabulary are accepted. Needs access as editor. */
  restoreDefinition?: Maybe<RestoreDefinitionPayload>;
  /** Continues a job that failed after its upload, at the row at which it stopped. Its creator and admins may do this. A job in another state, or with an incomplete file, is the error JOB_STATUS_CONFLICT. */
  retryJob?: Maybe<RetryJobPayload>;
  /** Revokes a key, on every process within five seconds. Users revoke their own keys, admins any key of the organization. */
  revokeApiKey?: Maybe<RevokeApiKeyPayload>;
  /** Revokes a permission, at once. Only the owner of the list can do this. */
  revokePermission?: Maybe<RevokePermissionPayload>;
  /** Ends one session of the caller: its browser is signed out on every process within five seconds. */
  revokeSession?: Maybe<RevokeSessionPayload>;
  /** Signs the caller out everywhere. Admins can sign out anyone in the organization. API keys keep working. */
  revokeSessions?: Maybe<RevokeSessionsPayload>;
  /** Replaces a key by a new one without a failing request: the old key keeps working for a while. Both share the monthly credit limit and what was spent. Each key can be rotated once. Only its owner can rotate a personal key; admins rotate keys of service accounts. */
  rotateApiKey?: Maybe<RotateApiKeyPayload>;
  /** Gives a webhook of the caller a new secret. For 24 hours, requests are also signed with the previous secret. */
  rotateWebhookSecret?: Maybe<RotateWebhookSecretPayload>;
  /** Saves a draft of the caller: creates it, or replaces an existing one. The definition is not checked. Free. */
  saveDraft?: Maybe<SaveDraftPayload>;
  /** Saves a view of a list: creates it, or replaces the view of this name. Free. */
  saveView?: Maybe<SaveViewPayload>;
  /** Marks a list as a favourite of the caller, or removes the mark. Anyone who can see the list may do this. */
  setFavourite?: Maybe<SetFavouritePayload>;
  /** Stores values of companies in the organization's own fields, 1 to 1,000 companies a call. What is valid is stored together; the rest is reported. */
  setFieldValues?: Maybe<SetFieldValuesPayload>;
  /** Skips the event that blocks a webhook of the caller, and sends the next one at once. If no event is blocking it, the error is NOTHING_TO_SKIP. */
  skipWebhookEvent?: Maybe<SkipWebhookEventPayload>;
  /** Sends a message of the type `webhook.test` to a webhook of the caller, once and outside the feed, and waits for the answer. It succeeds whatever the endpoint answers: read `outcome`. */
  testWebhook?: Maybe<TestWebhookPayload>;
  /** Transfers a list to another user of the organization; the former owner becomes editor. Only the owner can do this, or an admin if the owner is disabled, who then becomes viewer. */
  transferOwnership?: Maybe<TransferOwnershipPayload>;
  /** Lifts the exclusion of a domain. Needs access as editor. */
  unexcludeDomain?: Maybe<UnexcludeDomainPayload>;
  /** Stops watching a list. Does nothing if it is not watched. Needs access as editor. */
  unwatchList?: Maybe<UnwatchListPayload>;
  /** Changes the label, the expiry or the monthly credit limit of a key. Users change their own keys, admins any key of the organization. The expiry of a rotated key can only be brought forward. A key with a limit changes no limit. */
  updateApiKey?: Maybe<UpdateApiKeyPayload>;
  /** Sets how often the caller gets a mail about the watched lists that they can see. The first mail comes after a whole period. */
  updateDigest?: Maybe<UpdateDigestPayload>;
  /** Changes what a field is called, how files carry it, or its place. Needs the rights to declare it. */
  updateField?: Maybe<UpdateFieldPayload>;
  /** Changes how the rows of a job are matched, or shares it. Unless only `shared` changes, the rows are matched again. Its creator and admins may do this, until the job runs; with a free kind, also when it is done. Otherwise the error is JOB_STATUS_CONFLICT. */
  updateJob?: Maybe<UpdateJobPayload>;
  /** Changes the name and the tags of a list. Needs access as editor. */
  updateList?: Maybe<UpdateListPayload>;
  /** Changes settings of the organization of the caller. Needs an admin. */
  updateOrganization?: Maybe<UpdateOrganizationPayload>;
  /** Changes role, name or state of a user of the organization. Rights follow on every process within five seconds. The personal keys of a disabled user are refused, and admins get owner access to their lists. Keys that were neither revoked nor expired work again once the user is enabled. Needs an admin. The last active admin can be neither disabled nor demoted, and admins cannot disable themselves. */
  updateUser?: Maybe<UpdateUserPayload>;
  /** Changes, disables or enables a webhook of the caller. */
  updateWebhook?: Maybe<UpdateWebhookPayload>;
  /** Watches a list: from now on, the service evaluates it after each import and after each change to the list. Changes of its members are LIST_MEMBERS_CHANGED events of the feed. Does nothing if the list is already watched. Needs access as editor. Free. */
  watchList?: Maybe<WatchListPayload>;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationAddDomainsArgs = {
  input: AddDomainsInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationAddPasskeyArgs = {
  input: AddPasskeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationApplyImportArgs = {
  input: ApplyImportInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationApproveJobArgs = {
  input: ApproveJobInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCancelJobArgs = {
  input: CancelJobInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateExportJobArgs = {
  input: CreateExportJobInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateFieldArgs = {
  input: CreateFieldInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateListArgs = {
  input: CreateListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateOrganizationArgs = {
  input: CreateOrganizationInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateServiceAccountArgs = {
  input: CreateServiceAccountInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDeleteDraftArgs = {
  input: DeleteDraftInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDeleteFieldArgs = {
  input: DeleteFieldInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDeleteJobArgs = {
  input: DeleteJobInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDeleteListArgs = {
  input: DeleteListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDeleteViewArgs = {
  input: DeleteViewInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationDuplicateListArgs = {
  input: DuplicateListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationEnrichPartnershipsArgs = {
  input: EnrichPartnershipsInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationExcludeDomainsArgs = {
  input: ExcludeDomainsInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationExportListArgs = {
  input: ExportListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationFlagCompanyArgs = {
  input: FlagCompanyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationGrantCreditsArgs = {
  input: GrantCreditsInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationGrantPermissionArgs = {
  input: GrantPermissionInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationInviteUserArgs = {
  input: InviteUserInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationLeaveListArgs = {
  input: LeaveListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationMaterializeListArgs = {
  input: MaterializeListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRemoveDomainArgs = {
  input: RemoveDomainInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRemovePasskeyArgs = {
  input: RemovePasskeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRenamePasskeyArgs = {
  input: RenamePasskeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationReplaceDefinitionArgs = {
  input: ReplaceDefinitionInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationReplayWebhookArgs = {
  input: ReplayWebhookInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationResolveFlagArgs = {
  input: ResolveFlagInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRestoreDefinitionArgs = {
  input: RestoreDefinitionInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRetryJobArgs = {
  input: RetryJobInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRevokePermissionArgs = {
  input: RevokePermissionInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRevokeSessionArgs = {
  input: RevokeSessionInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRevokeSessionsArgs = {
  input: RevokeSessionsInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRotateApiKeyArgs = {
  input: RotateApiKeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationSaveDraftArgs = {
  input: SaveDraftInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationSaveViewArgs = {
  input: SaveViewInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationSetFavouriteArgs = {
  input: SetFavouriteInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationSetFieldValuesArgs = {
  input: SetFieldValuesInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationSkipWebhookEventArgs = {
  input: SkipWebhookEventInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationTransferOwnershipArgs = {
  input: TransferOwnershipInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUnexcludeDomainArgs = {
  input: UnexcludeDomainInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUnwatchListArgs = {
  input: UnwatchListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateApiKeyArgs = {
  input: UpdateApiKeyInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateDigestArgs = {
  input: UpdateDigestInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateFieldArgs = {
  input: UpdateFieldInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateJobArgs = {
  input: UpdateJobInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateListArgs = {
  input: UpdateListInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateOrganizationArgs = {
  input: UpdateOrganizationInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateUserArgs = {
  input: UpdateUserInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};


/** Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key. */
export type MutationWatchListArgs = {
  input: WatchListInput;
};

/** First user of a new organization, who is its admin. */
export type NewAdminInput = {
  /** E-mail address of the person, in any case: at most 254 characters. Nobody else may have it. */
  email: Scalars['String']['input'];
  /** Name: 1 to 200 characters. Default: the part of the address before the @. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** An object with a global id, which is unique across all types. */
export type Node = {
  /** Global id, for `node` and `nodes`. */
  id: Scalars['ID']['output'];
};

/** Estimated cost of an operation, and whether the limits allow it. */
export type OperationCost = {
  /** Whether the limits allow the operation. */
  allowed: Scalars['Boolean']['output'];
  /** Number of levels of nested fields. */
  depth: Scalars['Int']['output'];
  /** Highest cost that one operation may have. */
  limit: Scalars['Float']['output'];
  /** Maximum number of objects on all pages together. */
  nodes: Scalars['Float']['output'];
  /** A message for each limit that the operation exceeds, with advice. Empty if the operation is allowed. */
  refusals: Array<Scalars['String']['output']>;
  /** Estimated cost. One unit is about one object read. */
  requested: Scalars['Float']['output'];
};

/** Direction of an order. */
export type OrderDirection =
  /** Smallest or oldest first. */
  | 'ASC'
  /** Largest or newest first. */
  | 'DESC';

/** A customer. Its users and keys share one credit balance. */
export type Organization = Node & {
  /** Current balance, in credits. */
  creditBalance: Scalars['SafeInt']['output'];
  /** Changes of the credit balance, newest first. Admins see all of them, users see the charges of their own keys, and an organization key sees its own. */
  creditEntries?: Maybe<CreditEntryConnection>;
  /** Balance, in credits: a charge that takes the balance below it writes the event `credits.low`. Null: no event. */
  creditsLowThreshold?: Maybe<Scalars['SafeInt']['output']>;
  /** Global id of the organization. */
  id: Scalars['ID']['output'];
  /** Name of the organization, unique. */
  name: Scalars['String']['output'];
  /** Numeric id that REST and the command line show. */
  organizationId: Scalars['Int']['output'];
  /** Quotas of the organization, and how much of each is used. */
  quotas: Array<Quota>;
  /** Usage of all keys of the organization by day, newest first. Needs an admin with a personal key; for others it is null, with an error. */
  usage?: Maybe<Array<UsageDay>>;
  /** One of the users of the organization. A disabled user needs an admin. Any other user is the error USER_NOT_FOUND. Needs a personal key. */
  user?: Maybe<User>;
  /** Users of the organization, with whom lists can be shared, by id. Needs a personal key; for others it is null, with an error. */
  users?: Maybe<UserConnection>;
};


/** A customer. Its users and keys share one credit balance. */
export type OrganizationCreditEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A customer. Its users and keys share one credit balance. */
export type OrganizationUsageArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};


/** A customer. Its users and keys share one credit balance. */
export type OrganizationUserArgs = {
  userId: Scalars['ID']['input'];
};


/** A customer. Its users and keys share one credit balance. */
export type OrganizationUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeDisabled?: InputMaybe<Scalars['Boolean']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** A set that was compared. */
export type OverlapSet = {
  /** Number of its companies, of all tiers. */
  count: Scalars['SafeInt']['output'];
  /** Name of the list, or the name that was sent. */
  name: Scalars['String']['output'];
};

/** A set to compare: a list, or a definition with a name. */
export type OverlapSetInput = {
  /** Definition of the companies. It needs not be saved. */
  definition?: InputMaybe<DefinitionInput>;
  /** The definition in the JSON shape of REST, instead of `definition`. */
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
  /** List, by its current definition and domains: its global id, or its numeric id. */
  listId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the definition, which the answer repeats: 1 to 200 characters after trimming. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** The list was transferred to another owner. */
export type OwnershipTransferredEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Owner until then. */
  from: Scalars['Int']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** New owner. */
  to: Scalars['Int']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Position of a page in its connection. */
export type PageInfo = {
  /** Cursor of the last edge, for `after`; null for an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are objects after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are objects before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge; null for an empty page. */
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
  observationCount: Scalars['SafeInt']['output'];
  /** Company that is the partner. Its own partners stay locked until the organization unlocks it, too. */
  partner: Company;
  /** Primary domain of the partner. */
  partnerDomain: Scalars['String']['output'];
  /** Name of the partner, from its own record. */
  partnerName: Scalars['String']['output'];
  /** Slug of the partner. `partner` has all other data. */
  partnerSlug: Scalars['String']['output'];
};

/** Whether the caller's organization may read partners. */
export type PartnershipAccess =
  /** Partners are not shown. `enrichPartnerships` and `exportList` unlock a company for 30 days and cost one credit each. */
  | 'LOCKED'
  /** Partners are shown, or the company has none. */
  | 'OPEN';

/** Key pair on a person's device, used to sign in to the console. The service has only the public key. */
export type Passkey = Node & {
  /** When it was added. */
  createdAt: Scalars['DateTime']['output'];
  /** Global id of the passkey. */
  id: Scalars['ID']['output'];
  /** When it was last used to sign in; null if never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name given by the person, such as the device. */
  name: Scalars['String']['output'];
  /** Number of the passkey, for renamePasskey and removePasskey. */
  passkeyId: Scalars['Int']['output'];
};

/** Access to a list for one user, or for everybody in the organization. */
export type Permission = Node & {
  /** What the permission allows. */
  accessLevel: GrantableAccessLevel;
  /** When the permission was first granted. */
  createdAt: Scalars['DateTime']['output'];
  /** User who first granted the permission. */
  grantedBy: User;
  /** Global id of the permission. */
  id: Scalars['ID']['output'];
  /** Whether the permission is for everybody in the organization. */
  orgWide: Scalars['Boolean']['output'];
  /** Numeric id, for `revokePermission`. */
  permissionId: Scalars['Int']['output'];
  /** User who has the permission; null if it is for everybody. */
  user?: Maybe<User>;
};

/** The access level of a permission was changed. */
export type PermissionChangedEntry = ListEvent & Node & {
  /** Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it. */
  accessLevel: AccessLevel;
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Present if the permission is that of the whole organization. */
  orgWide?: Maybe<Scalars['Boolean']['output']>;
  /** Permission. */
  permissionId: Scalars['Int']['output'];
  /** User who has the permission, or had it. Null beside `org_wide`. */
  userId?: Maybe<Scalars['Int']['output']>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Page of a connection. Each edge leads to a permission. Pages are read forwards only, because one page can hold all permissions of a list. */
export type PermissionConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<PermissionEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a permission and its cursor. */
export type PermissionEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Permission;
};

/** The list was shared with a user or with everybody in the organization. */
export type PermissionGrantedEntry = ListEvent & Node & {
  /** Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it. */
  accessLevel: AccessLevel;
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Present if the permission is that of the whole organization. */
  orgWide?: Maybe<Scalars['Boolean']['output']>;
  /** Permission. */
  permissionId: Scalars['Int']['output'];
  /** User who has the permission, or had it. Null beside `org_wide`. */
  userId?: Maybe<Scalars['Int']['output']>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A permission was revoked. */
export type PermissionRevokedEntry = ListEvent & Node & {
  /** Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it. */
  accessLevel: AccessLevel;
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Present if the permission is that of the whole organization. */
  orgWide?: Maybe<Scalars['Boolean']['output']>;
  /** Permission. */
  permissionId: Scalars['Int']['output'];
  /** User who has the permission, or had it. Null beside `org_wide`. */
  userId?: Maybe<Scalars['Int']['output']>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Counts of the matches of a definition. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCount = {
  /** The most frequent values of a field among the matches. Empty for PARTNER while `partnerAccess` is LOCKED. */
  breakdown?: Maybe<Array<BreakdownEntry>>;
  /** The same for several fields at once, each once. Costs as much as a `breakdown` of each. */
  breakdowns?: Maybe<Array<Breakdown>>;
  /** Whether there are 10000 matches or more. */
  capped: Scalars['Boolean']['output'];
  /** Number of matches, at most 10000. Use `exactCount` for larger numbers. */
  count: Scalars['SafeInt']['output'];
  /** Exact number of matches, however old the evidence is. */
  exactCount: Scalars['SafeInt']['output'];
  /** Exact count of each node of the tree by itself, in document order. It shows which condition excludes most companies. */
  funnel: Array<FunnelStep>;
  /** LOCKED: fewer than 20 companies match, and the organization has not unlocked every match that has partners. The breakdown by partner is then empty. OPEN otherwise. */
  partnerAccess: PartnershipAccess;
  /** Reasons for the first matches, in the order of `sample`. Free. */
  reasons?: Maybe<Array<MatchReasons>>;
  /** First matches, in the order of members: by tier (HIGH first), then by company id. */
  sample?: Maybe<Array<Company>>;
  /** Exact number of matches in each tier. */
  tierCounts: TierCounts;
};


/** Counts of the matches of a definition. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCountBreakdownArgs = {
  field: Scalars['FilterFieldKey']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Counts of the matches of a definition. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCountBreakdownsArgs = {
  fields: Array<Scalars['FilterFieldKey']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Counts of the matches of a definition. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCountReasonsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Counts of the matches of a definition. Only selected fields are computed and count towards the cost of the operation. */
export type PreviewCountSampleArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Operations that read. None of them charges credits. Every field needs an API key. */
export type Query = {
  /** Size and freshness of the catalogue. Any key may read it. */
  catalogue?: Maybe<Catalogue>;
  /** Finds companies whose name or domain contains a text, the best match first. Any key may read them. */
  companies?: Maybe<CompanyConnection>;
  /** Finds a company by domain or slug. The slug of a company that was merged finds the survivor. Null with the error COMPANY_NOT_FOUND when it is unknown. Any key may read it. */
  company?: Maybe<Company>;
  /** One of these fields. For any other key it is null, with the error FIELD_NOT_FOUND. */
  companyField?: Maybe<FieldDefinition>;
  /** Fields of companies that the catalogue and the organization have declared, in their order. With any key. */
  companyFields?: Maybe<Array<FieldDefinition>>;
  /** One of the changes of the balance that the caller can see; for an operator of the installation, also a grant to any organization. Any other entry is the error CREDIT_ENTRY_NOT_FOUND. */
  creditEntry?: Maybe<CreditEntry>;
  /** One draft of the caller. Any other draft is the error DRAFT_NOT_FOUND. Needs a personal key. */
  draft?: Maybe<Draft>;
  /** Drafts of the caller, the latest saved first: at most 200. Needs a personal key. */
  drafts?: Maybe<DraftConnection>;
  /** Estimates what enrichPartnerships would charge for these domains. Free. */
  estimateEnrichment?: Maybe<EnrichmentEstimate>;
  /** Feed of events that the caller may see, oldest first. It has every event of the last 30 days once, in one order. Organization keys see the events of the organization, not those of lists or of users. */
  events?: Maybe<EventConnection>;
  /** Searches the values of a field: the most frequent first, then by label; companies by how well they match. Not for fields of type INTEGER or TEXT: VALIDATION_ERROR. Needs a personal key. */
  filterFieldValues?: Maybe<FilterValueConnection>;
  /** Fields and operators of filters, with the numbers of companies. Needs a personal key. */
  filterFields?: Maybe<FilterCatalog>;
  /** Searches the values of all fields with a closed vocabulary at once. The text itself comes first, then what begins with it, then the most frequent. Needs a personal key. */
  filterValues?: Maybe<Array<FoundFilterValue>>;
  /** One of the data flags that `viewer` lists for the caller; for an operator of the installation, any flag. Any other flag is the error FLAG_NOT_FOUND. */
  flag?: Maybe<DataFlag>;
  /** The installation with all its organizations. Needs an operator of the installation with a personal key. */
  installation?: Maybe<Installation>;
  /** A job that the caller sees. Any other job is the error JOB_NOT_FOUND. With any key. */
  job?: Maybe<Job>;
  /** Jobs that the caller sees, newest first. With any key. */
  jobs?: Maybe<JobConnection>;
  /** One list that the caller can see. Any other list is the error LIST_NOT_FOUND. Needs a personal key. */
  list?: Maybe<List>;
  /** Counts the companies that lists and definitions have in common: every two of them, exactly, at one state of the catalogue. Costs no credits. Needs a personal key. */
  listOverlap?: Maybe<ListOverlap>;
  /** Lists that the caller can see, most recently updated first. Needs a personal key. */
  lists?: Maybe<ListConnection>;
  /** Matches rows to companies by domain, URL, e-mail address and name, and says how sure each match is. Costs no credits. Any key may do this. */
  matchCompanies?: Maybe<CompanyMatches>;
  /** One object by its global id. Null if the id is malformed or unknown, or if the caller may not see the object. */
  node?: Maybe<Node>;
  /** Up to 1000 objects by their global ids, in the order of the ids. An item is null if its id is malformed or unknown, or if the caller may not see the object. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** Estimates the cost of an operation without running it. Charges no credits. */
  operationCost?: Maybe<OperationCost>;
  /** Counts the matches of a definition without saving it. Costs no credits. Needs a personal key. */
  previewCount?: Maybe<PreviewCount>;
  /** Remaining points of the caller in each class. All keys of a user share them. Uses no points. */
  rateLimit?: Maybe<RateLimit>;
  /** Finds the rule behind examples: what companies have in common, and definitions that list companies like them. Costs no credits. Needs a personal key. */
  suggestDefinitions?: Maybe<DefinitionSuggestions>;
  /** Technologies of the catalogue, by default those with the most companies first. Any key may read them. */
  technologies?: Maybe<TechnologyConnection>;
  /** Finds a technology by its key. Null with the error TECHNOLOGY_NOT_FOUND when it is unknown. Any key may read it. */
  technology?: Maybe<Technology>;
  /** Counts the companies that moved from one technology to another. An unknown one is the error TECHNOLOGY_NOT_FOUND. Any key may read it. */
  technologyMove?: Maybe<TechnologyMove>;
  /** The 20 moves between technologies of a category that most companies made, then by the keys of both technologies. Any key may read them. */
  technologyMoves?: Maybe<Array<TechnologyMove>>;
  /** Caller: the user or the organization that owns the key of this request. */
  viewer?: Maybe<Viewer>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryCompaniesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  search: Scalars['String']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryCompanyArgs = {
  identifier: Scalars['String']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryCompanyFieldArgs = {
  key: Scalars['FilterFieldKey']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryCreditEntryArgs = {
  entryId: Scalars['ID']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryDraftArgs = {
  draftId: Scalars['ID']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryDraftsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  listId?: InputMaybe<Scalars['ID']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryEstimateEnrichmentArgs = {
  domains: Array<Scalars['String']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  listId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<Array<EventType>>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryFilterFieldValuesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  field: Scalars['FilterFieldKey']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryFilterValuesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  search: Scalars['String']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryFlagArgs = {
  flagId: Scalars['ID']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryJobArgs = {
  jobId: Scalars['ID']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryJobsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<JobKind>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<JobStatus>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryListArgs = {
  listId: Scalars['ID']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryListOverlapArgs = {
  sets: Array<OverlapSetInput>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryListsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  favourite?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ListOrder>;
  owned?: InputMaybe<Scalars['Boolean']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  tag?: InputMaybe<Scalars['String']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryMatchCompaniesArgs = {
  rows: Array<MatchRowInput>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryOperationCostArgs = {
  operationName?: InputMaybe<Scalars['String']['input']>;
  query: Scalars['String']['input'];
  variables?: InputMaybe<Scalars['JSON']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryPreviewCountArgs = {
  definition?: InputMaybe<DefinitionInput>;
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
  listId?: InputMaybe<Scalars['ID']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QuerySuggestDefinitionsArgs = {
  domains?: InputMaybe<Array<Scalars['String']['input']>>;
  fields?: InputMaybe<Array<Scalars['FilterFieldKey']['input']>>;
  listId?: InputMaybe<Scalars['ID']['input']>;
  maxConditions?: InputMaybe<Scalars['Int']['input']>;
  strictness?: InputMaybe<SuggestionStrictness>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryTechnologiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TechnologyOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryTechnologyArgs = {
  techKey: Scalars['String']['input'];
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryTechnologyMoveArgs = {
  from: Scalars['String']['input'];
  to: Scalars['String']['input'];
  window?: InputMaybe<MoveWindow>;
};


/** Operations that read. None of them charges credits. Every field needs an API key. */
export type QueryTechnologyMovesArgs = {
  category: Scalars['String']['input'];
  window?: InputMaybe<MoveWindow>;
};

/** Limit on what may be stored. A request that would exceed it is refused. */
export type Quota = {
  /** Limit, a whole number. Null: no limit. */
  limit?: Maybe<Scalars['SafeInt']['output']>;
  /** Name of the quota, as in an error. */
  quota: QuotaName;
  /** Amount in use, a whole number. Null where each object has a separate quota. */
  used?: Maybe<Scalars['SafeInt']['output']>;
};

/** Name of a quota. The error QUOTA_EXCEEDED states it in lower case. */
export type QuotaName =
  /** Number of fields that operators have declared for everybody. */
  | 'CATALOGUE_FIELDS'
  /** Bytes of all definitions of the organization, all lists and versions together. */
  | 'DEFINITION_BYTES'
  /** Number of drafts of one person. `used` counts the caller's drafts. */
  | 'DRAFTS'
  /** Bytes of the members of all downloadable exports of the organization. Exports of a list with equal members count once. */
  | 'EXPORT_BYTES'
  /** Values in the organization's own fields: one for each field of a company. */
  | 'FIELD_VALUES'
  /** Number of flags of the organization that await review. */
  | 'FLAGS'
  /** Bytes of import files of the whole installation that wait, with their rejected rows. `used` has no value. */
  | 'IMPORT_BYTES'
  /** Bytes of the files of all jobs of the organization, decompressed. They count while they arrive. */
  | 'JOB_BYTES'
  /** Number of active keys of one owner. `used` counts the keys of the requesting key's owner. */
  | 'KEYS'
  /** Number of lists of the organization. */
  | 'LISTS'
  /** Number of domains of one list, added and excluded together. Each list has a separate quota, so `used` has no value. */
  | 'LIST_DOMAINS'
  /** Number of views of one list, and of the views of one person in it. Each has a separate quota, so `used` has no value. */
  | 'LIST_VIEWS'
  /** Number of fields that the organization has declared. */
  | 'OWN_FIELDS'
  /** Number of passkeys of one person. `used` counts the caller's passkeys. */
  | 'PASSKEYS'
  /** Bytes of the replay log: stored responses to Idempotency-Keys of the organization. */
  | 'REPLAY_LOG_BYTES'
  /** Number of watched lists of the organization. */
  | 'WATCHED_LISTS'
  /** Number of webhooks of the organization. */
  | 'WEBHOOKS';

/** Rate limit of the caller: the user of a personal key, or the organization of an organization key. */
export type RateLimit = {
  /** Budget in every class; empty if requests are not limited. */
  classes: Array<RateLimitClass>;
  /** Whether this service limits requests. */
  limited: Scalars['Boolean']['output'];
};

/** Budget of the caller in one cost class. */
export type RateLimitClass = {
  /** Class to which this budget belongs. */
  costClass: CostClass;
  /** Points of one window. One point pays for 1,000 of cost. */
  limit: Scalars['Int']['output'];
  /** Points left in this window. */
  remaining: Scalars['Int']['output'];
  /** When all points are available again; null if none are used. */
  resetAt?: Maybe<Scalars['DateTime']['output']>;
  /** Length of a window, in seconds. */
  windowSeconds: Scalars['Int']['output'];
};

/** Input of removeDomain. */
export type RemoveDomainInput = {
  /** Domain as the list shows it, or any text that addDomains takes for the same domain. */
  domain: Scalars['String']['input'];
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of removeDomain. */
export type RemoveDomainPayload = {
  /** List after the change. */
  list: List;
};

/** Input of removePasskey. */
export type RemovePasskeyInput = {
  /** Passkey of the caller to remove: its global id, or its numeric id. */
  passkeyId: Scalars['ID']['input'];
};

/** Result of removePasskey. */
export type RemovePasskeyPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of renamePasskey. A field that is left out stays as it is. Null is refused. */
export type RenamePasskeyInput = {
  /** New name: 1 to 100 characters after trimming. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Passkey of the caller to rename: its global id, or its numeric id. */
  passkeyId: Scalars['ID']['input'];
};

/** Result of renamePasskey. */
export type RenamePasskeyPayload = {
  /** Passkey with its new name. */
  passkey: Passkey;
};

/** Input of replaceDefinition. Give one of `definition` and `definitionJson`. */
export type ReplaceDefinitionInput = {
  /** New definition. Give this or `definitionJson`. */
  definition?: InputMaybe<DefinitionInput>;
  /** Definition as JSON, in the form of REST, instead of `definition`. */
  definitionJson?: InputMaybe<Scalars['JSON']['input']>;
  /** Version that the caller has read. If another version is current, the error is DEFINITION_CONFLICT. Default: no check. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Several versions instead of one `ifVersion`: one of them must be current. */
  ifVersions?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of replaceDefinition. */
export type ReplaceDefinitionPayload = {
  /** List after the change. */
  list: List;
};

/** Input of replayWebhook. */
export type ReplayWebhookInput = {
  /** Cursor of the feed: the events after it are sent, including events that were sent before. `now`: sends only new events. Default: starts with the oldest stored event. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Webhook: its global id, or its numeric id. */
  webhookId: Scalars['ID']['input'];
};

/** Result of replayWebhook. */
export type ReplayWebhookPayload = {
  /** Webhook after the change. */
  webhook: Webhook;
};

/** Input of resolveFlag. */
export type ResolveFlagInput = {
  /** Flag to resolve: its global id, or its numeric id. */
  flagId: Scalars['ID']['input'];
  /** Note for the reporter: at most 2000 characters after trimming. Blank text counts as omitted. */
  note?: InputMaybe<Scalars['String']['input']>;
  /** Result of the review. */
  resolution: FlagResolution;
};

/** Result of resolveFlag. */
export type ResolveFlagPayload = {
  /** Resolved flag. */
  flag: DataFlag;
};

/** Input of restoreDefinition. */
export type RestoreDefinitionInput = {
  /** Version that the caller has read. If another version is current, the error is DEFINITION_CONFLICT. Default: no check. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Several versions instead of one `ifVersion`: one of them must be current. */
  ifVersions?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Number of the version to restore. */
  version: Scalars['Int']['input'];
};

/** Result of restoreDefinition. */
export type RestoreDefinitionPayload = {
  /** List after the change. */
  list: List;
};

/** Input of retryJob. */
export type RetryJobInput = {
  /** Job: its global id, or its numeric id. */
  jobId: Scalars['ID']['input'];
};

/** Result of retryJob. */
export type RetryJobPayload = {
  /** The job after the change. */
  job: Job;
};

/** Input of revokeApiKey. */
export type RevokeApiKeyInput = {
  /** Also revokes the keys that were created with this key, directly or through other keys. */
  includeCreated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Key to revoke: its global id, or its numeric id. */
  keyId: Scalars['ID']['input'];
};

/** Result of revokeApiKey. */
export type RevokeApiKeyPayload = {
  /** Revoked key. */
  apiKey: ApiKey;
  /** Active keys that were created with this key, directly or through other keys. They stay active unless `includeCreated` is true. */
  createdKeys: Array<ApiKey>;
};

/** Input of revokePermission. */
export type RevokePermissionInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Permission: its global id, or its numeric id. */
  permissionId: Scalars['ID']['input'];
};

/** Result of revokePermission. */
export type RevokePermissionPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
  /** List after the change. */
  list: List;
};

/** Input of revokeSession. */
export type RevokeSessionInput = {
  /** Session of the caller to end: its global id, or its numeric id. */
  sessionId: Scalars['ID']['input'];
};

/** Result of revokeSession. */
export type RevokeSessionPayload = {
  /** Global id of the deleted object, by which clients remove it from their caches. */
  deletedId: Scalars['ID']['output'];
};

/** Input of revokeSessions. */
export type RevokeSessionsInput = {
  /** User to sign out: its global id, or its numeric id. Default: the caller. Others need an admin. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of revokeSessions. */
export type RevokeSessionsPayload = {
  /** Number of ended sessions. */
  count: Scalars['SafeInt']['output'];
  /** Global ids of the ended sessions, by which clients remove them from their caches. */
  deletedIds: Array<Scalars['ID']['output']>;
  /** Person who was signed out. */
  user: User;
};

/** Input of rotateApiKey. */
export type RotateApiKeyInput = {
  /** When the new key expires, in the future. Default: never. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Key to replace: its global id, or its numeric id. */
  keyId: Scalars['ID']['input'];
  /** Purpose of the new key: at most 100 characters. Default: the purpose of the old key. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** How long the old key keeps working beside the new one, in seconds: 0 to 2592000 (30 days). */
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
};

/** Result of rotateApiKey. */
export type RotateApiKeyPayload = {
  /** New key, without its secret part. */
  apiKey: ApiKey;
  /** Complete new key. It is shown only once: store it safely. */
  key: Scalars['String']['output'];
};

/** Input of rotateWebhookSecret. */
export type RotateWebhookSecretInput = {
  /** Webhook: its global id, or its numeric id. */
  webhookId: Scalars['ID']['input'];
};

/** Result of rotateWebhookSecret. */
export type RotateWebhookSecretPayload = {
  /** Secret that signs the requests (`whsec_…`). It is shown only once: store it safely. */
  secret: Scalars['String']['output'];
  /** The webhook. */
  webhook: Webhook;
};

/** Input of saveDraft. Replaces the whole draft; omitted fields are cleared. */
export type SaveDraftInput = {
  /** Definition in the form of REST: any JSON object of at most 256 KiB. */
  definition: Scalars['JSON']['input'];
  /** Version of the list's definition that the draft started from. */
  definitionVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Draft to replace: its global id, or its numeric id. Default: a new one. */
  draftId?: InputMaybe<Scalars['ID']['input']>;
  /** Version of the draft that the caller has read. If another version is current, the error is DRAFT_CONFLICT. Default: no check. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Several versions instead of one `ifVersion`: one of them must be current. */
  ifVersions?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** List that it changes: its global id, or its numeric id. Default: none, for a new list. */
  listId?: InputMaybe<Scalars['ID']['input']>;
  /** Name: at most 200 characters after trimming. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Result of saveDraft. */
export type SaveDraftPayload = {
  /** Draft as saved. */
  draft: Draft;
};

/** Input of saveView. Replaces the whole view; omitted fields are cleared. */
export type SaveViewInput = {
  /** Fields by whose values the members are counted: at most 10. Default: none. */
  breakdowns?: InputMaybe<Array<Scalars['FilterFieldKey']['input']>>;
  /** Keys of columns, in their order: those of exports, such as `primary_domain`, and those of filter fields and own fields. At most 100. None: clients choose. */
  columns: Array<Scalars['String']['input']>;
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** Name: 1 to 100 characters after trimming, in any case. */
  name: Scalars['String']['input'];
  /** Whether it is the caller's own view, which nobody else sees and any viewer may keep. Other views need access as editor. */
  own?: InputMaybe<Scalars['Boolean']['input']>;
  /** Order of the members: `tier`, `name` or the key of a field, with `-` in front for descending order. Default: the usual order. */
  sort?: InputMaybe<Scalars['String']['input']>;
  /** Tier of the members. Default: all. */
  tier?: InputMaybe<MemberTier>;
};

/** Result of saveView. */
export type SaveViewPayload = {
  /** View as saved. */
  view: ListView;
};

/** A person who is signed in to the console in one browser. It ends after 12 hours without a request, or after 30 days. */
export type Session = Node & {
  /** When the person signed in. */
  createdAt: Scalars['DateTime']['output'];
  /** Whether this request uses the session. */
  current: Scalars['Boolean']['output'];
  /** When the session ends at the latest. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Global id of the session. */
  id: Scalars['ID']['output'];
  /** When it was last used, to within a few seconds; null if never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of the session, for revokeSession. */
  sessionId: Scalars['Int']['output'];
  /** How the person signed in. */
  signedInBy: SignInWay;
  /** User agent of the browser, cut to 300 characters. */
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** Input of setFavourite. */
export type SetFavouriteInput = {
  /** Whether the list is a favourite of the caller. */
  favourite: Scalars['Boolean']['input'];
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of setFavourite. */
export type SetFavouritePayload = {
  /** List after the change. */
  list: List;
};

/** Input of setFieldValues. */
export type SetFieldValuesInput = {
  /** Companies with their values. */
  values: Array<CompanyFieldValuesInput>;
};

/** Result of setFieldValues. */
export type SetFieldValuesPayload = {
  /** Values that were cleared. */
  cleared: Scalars['Int']['output'];
  /** Values that were not stored. */
  invalid: Array<InvalidFieldValue>;
  /** Identifiers that no company of the catalogue has. */
  notTracked: Array<Scalars['String']['output']>;
  /** Values that were stored or changed. */
  set: Scalars['Int']['output'];
  /** Values that were stored already, or were absent. */
  unchanged: Scalars['Int']['output'];
};

/** A value that two companies share. */
export type SharedValue = {
  /** Key of the field. */
  field: Scalars['FilterFieldKey']['output'];
  /** English name of the value, for people. */
  label: Scalars['String']['output'];
  /** Value, as a condition takes it. */
  value: Scalars['String']['output'];
  /** Natural logarithm of N / n: N companies of the catalogue, n of them with the value. Rare values weigh more. */
  weight: Scalars['Float']['output'];
};

/** How a person signed in. */
export type SignInWay =
  /** With a pasted personal key. The session ends with the key. */
  | 'KEY'
  /** With a link that works once. */
  | 'LINK'
  /** At the OpenID provider. */
  | 'OIDC'
  /** With a passkey. */
  | 'PASSKEY';

/** A company that is like another one. */
export type SimilarCompany = {
  /** The company. */
  company: Company;
  /** Weight of what both share, divided by the weight of all values of the company asked about: above 0, at most 1. */
  score: Scalars['Float']['output'];
  /** Values that both share, the heaviest first. */
  shared: Array<SharedValue>;
};

/** Input of skipWebhookEvent. */
export type SkipWebhookEventInput = {
  /** Webhook: its global id, or its numeric id. */
  webhookId: Scalars['ID']['input'];
};

/** Result of skipWebhookEvent. */
export type SkipWebhookEventPayload = {
  /** Webhook after the change. */
  webhook: Webhook;
};

/** Operations that report changes as they happen, over server-sent events. Every field needs an API key. */
export type Subscription = {
  /** Reports the events that the caller may see, one after another, over server-sent events. To continue after an interruption, subscribe again with the cursor of the last event. Free. */
  events: EventEdge;
  /** Reports the changes of a list from now on, over server-sent events. A list that the caller cannot see is the error LIST_NOT_FOUND. Needs a personal key. Free. */
  listChanged: ListChange;
};


/** Operations that report changes as they happen, over server-sent events. Every field needs an API key. */
export type SubscriptionEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  listId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<Array<EventType>>;
};


/** Operations that report changes as they happen, over server-sent events. Every field needs an API key. */
export type SubscriptionListChangedArgs = {
  listId: Scalars['ID']['input'];
};

/** The examples of a suggestion. */
export type SuggestionExamples = {
  /** Domains, as they were sent, that belong to no company. */
  notTracked: Array<Scalars['String']['output']>;
  /** Number of companies that are examples: those of the domains, or the members of the list. */
  tracked: Scalars['SafeInt']['output'];
};

/** How suggestions are ordered. All three order the same candidates. */
export type SuggestionStrictness =
  /** By `covered² / (examples × count)`. */
  | 'BALANCED'
  /** By `covered³ / (examples² × count)`: rather covers more examples, and matches more companies. */
  | 'LOOSE'
  /** By `covered^1.5 / (√examples × count)`: rather matches few other companies. */
  | 'STRICT';

/** The tags of the list changed. */
export type TagsChangedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Former tags. */
  from: Array<Scalars['String']['output']>;
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** New tags. */
  to: Array<Scalars['String']['output']>;
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A technology of the catalogue. */
export type Technology = Node & {
  /** Companies that adopted the technology, by period. */
  adopted: CompaniesByAge;
  /** Category; null when unknown. */
  category?: Maybe<Scalars['String']['output']>;
  /** Number of companies at which the technology was ever detected. */
  companyCount: Scalars['SafeInt']['output'];
  /** Name of the technology, for people. */
  displayName: Scalars['String']['output'];
  /** Companies that dropped the technology: not seen within this number of days. */
  dropped: CompaniesByAge;
  /** Companies that dropped the technology within the period: last seen in it, and not within 30 days. */
  droppedWithin: CompaniesByPeriod;
  /** Global id, for `node`. */
  id: Scalars['ID']['output'];
  /** Companies that adopted the technology within the period, less those that dropped it in it. */
  net: CompaniesByPeriod;
  /** Key of the technology, as filters take it. */
  techKey: Scalars['String']['output'];
};

/** Page of a connection. Each edge leads to a technology. */
export type TechnologyConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<TechnologyEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a technology and its cursor. */
export type TechnologyEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: Technology;
};

/** Companies that dropped a technology and adopted another one within a period. Dropped: last seen in the period, and not within 30 days. */
export type TechnologyMove = {
  /** Exact number of the companies. */
  count: Scalars['SafeInt']['output'];
  /** Definition of the companies, in the form of REST. A list can have it. */
  definition: Scalars['JSON']['output'];
  /** Technology that the companies dropped. */
  from: Technology;
  /** First of the companies, in the order of members: by tier (HIGH first), then by company id. */
  sample?: Maybe<Array<Company>>;
  /** Technology that the companies adopted. */
  to: Technology;
  /** The period. */
  window: MoveWindow;
};


/** Companies that dropped a technology and adopted another one within a period. Dropped: last seen in the period, and not within 30 days. */
export type TechnologyMoveSampleArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Field and direction by which technologies are sorted. Equal ones are ordered by name, then by key, from A on in either direction. */
export type TechnologyOrder = {
  /** Direction of the order. */
  direction?: InputMaybe<OrderDirection>;
  /** Field by which technologies are sorted. */
  field: TechnologyOrderField;
};

/** Fields by which technologies can be sorted. */
export type TechnologyOrderField =
  /** Number of companies at which the technology was first seen within 90 days. */
  | 'ADOPTED_90'
  /** Number of companies at which the technology was ever detected. */
  | 'COMPANIES'
  /** Number of companies at which the technology was detected before, but not within 90 days. */
  | 'DROPPED_90'
  /** Number of companies that adopted the technology within 90 days, less those that dropped it in them. */
  | 'NET_90'
  /** Number of companies that adopted the technology within 180 days, less those that dropped it in them. */
  | 'NET_180'
  /** Number of companies that adopted the technology within 365 days, less those that dropped it in them. */
  | 'NET_365';

/** Input of testWebhook. */
export type TestWebhookInput = {
  /** Webhook: its global id, or its numeric id. */
  webhookId: Scalars['ID']['input'];
};

/** Result of testWebhook. */
export type TestWebhookPayload = {
  /** Outcome of the request. */
  attempt: WebhookAttempt;
};

/** Number of companies, in total and by tier. The tier says how recent the evidence is. */
export type TierCounts = {
  /** Companies with older evidence only. */
  exploratory: Scalars['SafeInt']['output'];
  /** Companies with evidence from the 90 days before the newest observation in the catalogue, and those added manually. */
  high: Scalars['SafeInt']['output'];
  /** Companies with evidence from 365 days, but not from 90 days. */
  medium: Scalars['SafeInt']['output'];
  /** Companies of all tiers. */
  total: Scalars['SafeInt']['output'];
};

/** Input of transferOwnership. */
export type TransferOwnershipInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** New owner. */
  to: UserTarget;
};

/** Result of transferOwnership. */
export type TransferOwnershipPayload = {
  /** List after the change. */
  list: List;
};

/** Input of unexcludeDomain. */
export type UnexcludeDomainInput = {
  /** Domain as the list shows it, or any text that addDomains takes for the same domain. */
  domain: Scalars['String']['input'];
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of unexcludeDomain. */
export type UnexcludeDomainPayload = {
  /** List after the change. */
  list: List;
};

/** Input of unwatchList. */
export type UnwatchListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of unwatchList. */
export type UnwatchListPayload = {
  /** List after the change. */
  list: List;
};

/** Input of updateApiKey. A field that is left out stays as it is. Null clears `label`, `expiresAt`, and `monthlyCreditLimit`; it is refused for any other field. */
export type UpdateApiKeyInput = {
  /** When the key expires, in the future; null: never. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Key to change: its global id, or its numeric id. */
  keyId: Scalars['ID']['input'];
  /** Purpose of the key: at most 100 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** The most credits of a calendar month (UTC), from 0; null: no limit. Keys that this one replaced, and those that replace it, share the limit and what was spent. */
  monthlyCreditLimit?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Result of updateApiKey. */
export type UpdateApiKeyPayload = {
  /** Key after the change. */
  apiKey: ApiKey;
};

/** Input of updateDigest. A field that is left out stays as it is. Null is refused. */
export type UpdateDigestInput = {
  /** How often the caller gets a mail. */
  frequency?: InputMaybe<DigestFrequency>;
};

/** Result of updateDigest. */
export type UpdateDigestPayload = {
  /** Setting after the change. */
  digest: Digest;
};

/** Input of updateField. A field that is left out stays as it is. Null clears `unit`, `description`, and `numberFormat`; it is refused for any other field. */
export type UpdateFieldInput = {
  /** Names of columns in company files that carry its values, in any case: at most 20. */
  columns?: InputMaybe<Array<Scalars['String']['input']>>;
  /** What the field says of a company: at most 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Key of the field: `custom.revenue` of the catalogue, `org.score` of the organization. */
  key: Scalars['FilterFieldKey']['input'];
  /** Name of the field, for people: 1 to 200 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** How files write its numbers: `1,200.50` or `1.200,50`. Only for numbers. */
  numberFormat?: InputMaybe<Scalars['String']['input']>;
  /** Place among the fields of its scope, counted from 0. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Unit of its numbers, such as `EUR`: at most 20 characters. */
  unit?: InputMaybe<Scalars['String']['input']>;
};

/** Result of updateField. */
export type UpdateFieldPayload = {
  /** The field after the change. */
  field: FieldDefinition;
};

/** Input of updateJob. A field that is left out stays as it is. Null is refused. */
export type UpdateJobInput = {
  /** Companies of single rows: at most 10000. They replace earlier choices. */
  choices?: InputMaybe<Array<JobChoiceInput>>;
  /** Columns to use in another way. Others stay as they are. */
  columns?: InputMaybe<Array<JobColumnInput>>;
  /** Job: its global id, or its numeric id. */
  jobId: Scalars['ID']['input'];
  /** Rows with these outcomes are not run. */
  leaveOut?: InputMaybe<Array<JobRowFilter>>;
  /** Confidence from which on a row counts as matched, from 0 to 1. */
  minConfidence?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the whole organization sees the job. */
  shared?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of updateJob. */
export type UpdateJobPayload = {
  /** The job after the change. */
  job: Job;
};

/** Input of updateList. A field that is left out stays as it is. Null is refused. */
export type UpdateListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
  /** New name: 1 to 200 characters after trimming. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Tags: at most 20, each of 1 to 40 characters after trimming. Tags are unique ignoring case; the first spelling is kept. They replace the former tags. */
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Result of updateList. */
export type UpdateListPayload = {
  /** List after the change. */
  list: List;
};

/** Input of updateOrganization. A field that is left out stays as it is. Null clears `creditsLowThreshold`; it is refused for any other field. */
export type UpdateOrganizationInput = {
  /** Balance, in credits, at least 1: a charge that takes the balance below it writes the event `credits.low`. Null: no event. */
  creditsLowThreshold?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Result of updateOrganization. */
export type UpdateOrganizationPayload = {
  /** Organization after the change. */
  organization: Organization;
  /** Caller after the change. */
  viewer: Viewer;
};

/** Input of updateUser. A field that is left out stays as it is. Null is refused. */
export type UpdateUserInput = {
  /** Whether the user is disabled. */
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** New name: 1 to 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** New role. A service account remains a member. */
  role?: InputMaybe<UserRole>;
  /** User to change: its global id, or its numeric id. */
  userId: Scalars['ID']['input'];
};

/** Result of updateUser. */
export type UpdateUserPayload = {
  /** Active organization keys that the user created. They stay active when the user is disabled, and the user may still know them: rotate or revoke them. */
  createdKeys: Array<ApiKey>;
  /** User after the change. */
  user: User;
};

/** Input of updateWebhook. A field that is left out stays as it is. Null clears `types`, `listIds`, and `label`; it is refused for any other field. */
export type UpdateWebhookInput = {
  /** True: it continues at once where it stopped. False: it sends nothing and keeps its position. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Form of the bodies. */
  format?: InputMaybe<WebhookFormat>;
  /** Purpose of the webhook: at most 100 characters. Null clears it. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Lists whose events are sent, by global or numeric ids: at most 100. Events without a list are then left out. Null or empty: all events. */
  listIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Types of the events to send. Null or empty: all. */
  types?: InputMaybe<Array<EventType>>;
  /** Where to send the requests: an `https` URL whose host has public addresses only, without a user name. At most 2,000 characters. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Webhook: its global id, or its numeric id. */
  webhookId: Scalars['ID']['input'];
};

/** Result of updateWebhook. */
export type UpdateWebhookPayload = {
  /** Webhook after the change. */
  webhook: Webhook;
};

/** Usage of keys on one day. Requests are recorded every few seconds. */
export type UsageDay = {
  /** Credits that these requests cost, as in the ledger. */
  creditsCharged: Scalars['SafeInt']['output'];
  /** Day in UTC, such as 2026-03-01. */
  day: Scalars['String']['output'];
  /** Number of these requests with a status of 400 or above. */
  errors: Scalars['SafeInt']['output'];
  /** Number of requests with a valid key. */
  requests: Scalars['SafeInt']['output'];
};

/** A person or a service account. Each belongs to one organization. Organization keys cannot see users. */
export type User = Node & {
  /** When the user was disabled; null if active. The personal keys of a disabled user are refused. */
  disabledAt?: Maybe<Scalars['DateTime']['output']>;
  /** E-mail address, in lower case; unique. The address of a service account ends in `@service.invalid` and receives no mail. */
  email: Scalars['String']['output'];
  /** Global id of the user. */
  id: Scalars['ID']['output'];
  /** Whether the user is a person or a service account. */
  kind: UserKind;
  /** Name of the user, as entered by an admin or the operator. */
  name: Scalars['String']['output'];
  /** Role of the user in the organization. */
  role: UserRole;
  /** Numeric id that REST shows as user_id. */
  userId: Scalars['Int']['output'];
};

/** Page of a connection. Each edge leads to a user. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type UserConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<UserEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: a user and its cursor. */
export type UserEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: User;
};

/** Whether a user is a person or a program. */
export type UserKind =
  /** A person, who signs in and has keys. */
  | 'PERSON'
  /** A service account: admins create its keys, and nobody can sign in as it. */
  | 'SERVICE';

/** Role of a user: it decides what they may do in the organization. */
export type UserRole =
  /** Also creates organization keys and manages all users and keys of the organization. */
  | 'ADMIN'
  /** Works with the data and manages their own keys. */
  | 'MEMBER';

/** A user of the organization; exactly one key must be given. */
export type UserTarget =
  /** E-mail address of a user of the organization. */
  { email: Scalars['String']['input']; userId?: never; }
  |  /** User of the organization: its global id, or its numeric id. */
  { email?: never; userId: Scalars['ID']['input']; };

/** A view of the list was deleted. */
export type ViewDeletedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Name of the view. */
  name: Scalars['String']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** A view of the list was created or replaced. */
export type ViewSavedEntry = ListEvent & Node & {
  /** What was done. Clients must accept actions that are added later. */
  action: ListEventAction;
  /** User who made the change. */
  actor: User;
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  details: Scalars['JSON']['output'];
  /** Numeric id of the event. Later events have larger ids. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** Name of the view. */
  name: Scalars['String']['output'];
  /** `mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs. */
  via?: Maybe<Scalars['String']['output']>;
};

/** Caller: the user or the organization that owns the key of this request. */
export type Viewer = {
  /** One of the keys that the caller may manage. Any other key is the error API_KEY_NOT_FOUND. Needs a personal key. */
  apiKey?: Maybe<ApiKey>;
  /** Keys that the caller may manage, newest first. Users manage their own keys, admins manage all keys of the organization, organization keys manage none. */
  apiKeys?: Maybe<ApiKeyConnection>;
  /** Mails that the caller gets about watched lists. Needs a personal key. */
  digest?: Maybe<Digest>;
  /** Data flags that the caller raised, newest first, with the results of their reviews. Admins see all flags of the organization; an organization key sees its own. */
  flags?: Maybe<DataFlagConnection>;
  /** The most credits that the key of this request may spend in a calendar month (UTC); null: no limit. */
  monthlyCreditLimit?: Maybe<Scalars['SafeInt']['output']>;
  /** Start of the next calendar month (UTC), when the spending begins at 0 again. */
  monthlyCreditsResetAt: Scalars['DateTime']['output'];
  /** Credits that count against the monthly limit of the key of this request, with or without a limit. */
  monthlyCreditsSpent: Scalars['SafeInt']['output'];
  /** Whether the caller is an operator of the installation, who may use `installation`, `resolveFlag` and `grantCredits`. Always false for an organization key. */
  operator: Scalars['Boolean']['output'];
  /** Organization that the key belongs to. */
  organization: Organization;
  /** One of these passkeys. Any other passkey is the error PASSKEY_NOT_FOUND. Needs a personal key. */
  passkey?: Maybe<Passkey>;
  /** Passkeys of the caller, oldest first: at most 20. */
  passkeys?: Maybe<Array<Passkey>>;
  /** Session of this request; null if it came with an API key. */
  session?: Maybe<Session>;
  /** Browsers in which the caller is signed in, latest first: at most 100. */
  sessions?: Maybe<Array<Session>>;
  /** User of a personal key; null for an organization key. */
  user?: Maybe<User>;
  /** One of these webhooks. Any other webhook is the error WEBHOOK_NOT_FOUND. Needs a personal key. */
  webhook?: Maybe<Webhook>;
  /** Webhooks of the caller, oldest first; for admins, all webhooks of the organization. At most 20. */
  webhooks?: Maybe<Array<Webhook>>;
};


/** Caller: the user or the organization that owns the key of this request. */
export type ViewerApiKeyArgs = {
  keyId: Scalars['ID']['input'];
};


/** Caller: the user or the organization that owns the key of this request. */
export type ViewerApiKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Caller: the user or the organization that owns the key of this request. */
export type ViewerFlagsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Caller: the user or the organization that owns the key of this request. */
export type ViewerPasskeyArgs = {
  passkeyId: Scalars['ID']['input'];
};


/** Caller: the user or the organization that owns the key of this request. */
export type ViewerWebhookArgs = {
  webhookId: Scalars['ID']['input'];
};

/** Input of watchList. */
export type WatchListInput = {
  /** List: its global id, or its numeric id. */
  listId: Scalars['ID']['input'];
};

/** Result of watchList. */
export type WatchListPayload = {
  /** List after the change. */
  list: List;
};

/** An endpoint to which the service sends the events that its owner may see, in the order of the feed. */
export type Webhook = Node & {
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Cursor of the feed: the events after it have not been sent yet. */
  cursor: Scalars['String']['output'];
  /** Attempts of the last days, newest first. */
  deliveries?: Maybe<WebhookDeliveryConnection>;
  /** When it was disabled; null while it is enabled, and after a restore of the database. */
  disabledAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why it is disabled; null while it is enabled. */
  disabledReason?: Maybe<WebhookDisabledReason>;
  /** Whether it sends events. */
  enabled: Scalars['Boolean']['output'];
  /** Number of attempts that have failed since the last success. */
  failedAttempts: Scalars['Int']['output'];
  /** When the current failures began; null if there are none. */
  failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Form of the bodies. */
  format: WebhookFormat;
  /** Global id of the webhook. */
  id: Scalars['ID']['output'];
  /** Purpose of the webhook. */
  label?: Maybe<Scalars['String']['output']>;
  /** Only events about these lists are delivered. Empty: all events. */
  listIds: Array<Scalars['Int']['output']>;
  /** When the next attempt follows; null unless an attempt has failed. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Creator. Only events that this user can see are delivered. */
  owner: User;
  /** Numeric id of the event being retried; null unless an attempt has failed. */
  pendingEventId?: Maybe<Scalars['SafeInt']['output']>;
  /** How long requests are also signed with the previous secret; null if they are not. */
  previousSecretUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Types of the events that are sent. Empty: all. */
  types: Array<EventType>;
  /** Where the requests are sent. */
  url: Scalars['String']['output'];
  /** Numeric id of the webhook. */
  webhookId: Scalars['Int']['output'];
};


/** An endpoint to which the service sends the events that its owner may see, in the order of the feed. */
export type WebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** Outcome of one request to an endpoint. */
export type WebhookAttempt = {
  /** Duration of the attempt, in milliseconds. */
  durationMs: Scalars['Int']['output'];
  /** Result of the attempt. */
  outcome: WebhookOutcome;
  /** Error code, such as `HTTP_500` or `ECONNREFUSED`; null after a success. `NO_ALLOWED_ADDRESS`: the host has no address, or none that is allowed. */
  reason?: Maybe<Scalars['String']['output']>;
  /** HTTP status of the response; null if there was none. */
  status?: Maybe<Scalars['Int']['output']>;
};

/** An attempt to send an event to an endpoint. Attempts are kept for 7 days, at most 1,000 of a webhook. */
export type WebhookDelivery = Node & {
  /** When the request was sent. */
  at: Scalars['DateTime']['output'];
  /** Outcome of the request. */
  attempt: WebhookAttempt;
  /** 1 for the first attempt to send the event. */
  attemptNumber: Scalars['Int']['output'];
  /** Numeric id of the attempt. */
  deliveryId: Scalars['SafeInt']['output'];
  /** Numeric id of the event, as the feed shows it. */
  eventId: Scalars['SafeInt']['output'];
  /** Global id of the attempt. */
  id: Scalars['ID']['output'];
  /** Type of the event. */
  type: EventType;
};

/** Page of a connection. Each edge leads to an attempt. Pages are read forwards only, because each begins after an id; `offset` leads to the end. */
export type WebhookDeliveryConnection = {
  /** Edges of this page, in the order of the connection. */
  edges: Array<WebhookDeliveryEdge>;
  /** Cursors of this page, and whether there are more pages. */
  pageInfo: PageInfo;
  /** Total number of objects across all pages. */
  totalCount: Scalars['SafeInt']['output'];
};

/** Edge of a connection: an attempt and its cursor. */
export type WebhookDeliveryEdge = {
  /** Position of this edge. Pass it as `after` to get the edges that follow. */
  cursor: Scalars['String']['output'];
  /** Object that the edge leads to. */
  node: WebhookDelivery;
};

/** The service disabled a webhook because its endpoint failed for five days or declined further events. */
export type WebhookDisabledEvent = Event & Node & {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each. */
  data: Scalars['JSON']['output'];
  /** Numeric id of the event. It identifies the event but does not give its order. */
  eventId: Scalars['SafeInt']['output'];
  /** When the first of its failed attempts was sent. Null without any. */
  failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Global id of the event. */
  id: Scalars['ID']['output'];
  /** List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it. */
  list?: Maybe<List>;
  /** Numeric id of the list that the event is about; null for other events. */
  listId?: Maybe<Scalars['Int']['output']>;
  /** Why the service disabled it. `failing`: Its endpoint failed for five days. `gone`: Its endpoint answered with status 410. `expired`: Its next events are no longer kept. Replay from a newer cursor before you enable it. */
  reason: WebhookDisabledReason;
  /** What the event reports. */
  type: EventType;
  /** Webhook. */
  webhookId: Scalars['Int']['output'];
};

/** Why a webhook is disabled. */
export type WebhookDisabledReason =
  /** Its owner disabled it. */
  | 'BY_OWNER'
  /** Its next events are no longer kept. Replay from a newer cursor before you enable it. */
  | 'EXPIRED'
  /** Its endpoint failed for five days. */
  | 'FAILING'
  /** Its endpoint answered with status 410. */
  | 'GONE'
  /** The database was restored from a backup. All webhooks wait until they are enabled. */
  | 'RESTORED';

/** Form of the bodies that a webhook sends. */
export type WebhookFormat =
  /** A message for an incoming webhook of Slack: `{"text": …}`. */
  | 'SLACK'
  /** The event as JSON, following Standard Webhooks. */
  | 'STANDARD';

/** Result of an attempt to send a request. */
export type WebhookOutcome =
  /** The endpoint answered with a status between 200 and 299. */
  | 'DELIVERED'
  /** The endpoint answered with another status. Redirects are not followed. */
  | 'REJECTED'
  /** The endpoint did not answer within 15 seconds. */
  | 'TIMEOUT'
  /** The connection failed. The name, port or certificate is wrong, the address is not allowed, or the endpoint is down. */
  | 'UNREACHABLE';
