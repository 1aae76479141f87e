// From schema.graphql, by `npm run codegen` in the repository.

/** Arguments that tell the connections of the schema apart: all but those that name a page. */
export const CONNECTIONS = {
  "Company": {
    "partnerships": [],
    "technologies": []
  },
  "CreditEntry": {
    "companies": []
  },
  "Installation": {
    "flags": [
      "status"
    ],
    "imports": [],
    "organizations": []
  },
  "List": {
    "addedDomains": [],
    "auditLog": [],
    "excludedDomains": [],
    "materializations": [],
    "members": [
      "forceRefresh",
      "orderBy",
      "search",
      "tier"
    ],
    "permissions": [],
    "usedBy": [],
    "versions": []
  },
  "ListChanges": {
    "all": [],
    "entered": [],
    "left": [],
    "tierChanged": []
  },
  "Organization": {
    "creditEntries": [],
    "users": [
      "includeDisabled"
    ]
  },
  "Query": {
    "companies": [
      "search"
    ],
    "drafts": [
      "listId"
    ],
    "events": [
      "listId",
      "types"
    ],
    "filterFieldValues": [
      "field",
      "search"
    ],
    "lists": [
      "favourite",
      "orderBy",
      "owned",
      "search",
      "tag"
    ],
    "technologies": [
      "orderBy",
      "search"
    ]
  },
  "Viewer": {
    "apiKeys": [],
    "flags": []
  },
  "Webhook": {
    "deliveries": []
  }
} as const;

/** Types without an `id`, whose objects belong to the object that has them. */
export const KEYLESS_TYPES = [
  "AddDomainsPayload",
  "AddPasskeyPayload",
  "ApiKeyConnection",
  "ApiKeyEdge",
  "Breakdown",
  "BreakdownEntry",
  "Catalogue",
  "CatalogueImportConnection",
  "CatalogueImportEdge",
  "CompaniesByAge",
  "CompanyConnection",
  "CompanyEdge",
  "CompanyPartnershipConnection",
  "CompanyPartnershipEdge",
  "CompanyTechnologyConnection",
  "CompanyTechnologyEdge",
  "ConditionVerdict",
  "CreateApiKeyPayload",
  "CreateFieldPayload",
  "CreateListPayload",
  "CreatePasskeyOptionsPayload",
  "CreateServiceAccountPayload",
  "CreateWebhookPayload",
  "CreditEntryCompanyConnection",
  "CreditEntryCompanyEdge",
  "CreditEntryConnection",
  "CreditEntryEdge",
  "DataFlagConnection",
  "DataFlagEdge",
  "DefinitionPreview",
  "DefinitionVersionConnection",
  "DefinitionVersionEdge",
  "DeleteDraftPayload",
  "DeleteFieldPayload",
  "DeleteListPayload",
  "DeleteWebhookPayload",
  "Detection",
  "DraftConnection",
  "DraftEdge",
  "DroppedInput",
  "DuplicateListPayload",
  "EnrichPartnershipsPayload",
  "EnrichmentEstimate",
  "EnrichmentResult",
  "EventConnection",
  "EventEdge",
  "ExcludeDomainsPayload",
  "ExportEstimate",
  "ExportListPayload",
  "FieldValue",
  "FilterCatalog",
  "FilterField",
  "FilterOperator",
  "FilterOperatorValues",
  "FilterValue",
  "FilterValueConnection",
  "FilterValueEdge",
  "FilterWhen",
  "Firmographics",
  "FlagCompanyPayload",
  "FlagReporter",
  "FlaggedCompany",
  "FoundFilterValue",
  "FunnelStep",
  "GrantCreditsPayload",
  "GrantPermissionPayload",
  "ImportProgress",
  "ImportedFile",
  "ImportedRows",
  "Installation",
  "InstallationCheck",
  "InstalledOrganizationConnection",
  "InstalledOrganizationEdge",
  "InvalidDomain",
  "InvalidFieldValue",
  "InviteUserPayload",
  "LeaveListPayload",
  "ListChange",
  "ListChanges",
  "ListConnection",
  "ListDomain",
  "ListDomainConnection",
  "ListDomainEdge",
  "ListEdge",
  "ListEventConnection",
  "ListEventEdge",
  "ListExplanation",
  "ListMembership",
  "ListMemberships",
  "MatchReasons",
  "MaterializationConnection",
  "MaterializationEdge",
  "MaterializeListPayload",
  "Member",
  "MemberChange",
  "MemberChangeConnection",
  "MemberChangeEdge",
  "MemberConnection",
  "MemberEdge",
  "OperationCost",
  "PageInfo",
  "Partnership",
  "PermissionConnection",
  "PermissionEdge",
  "PreviewCount",
  "Quota",
  "RateLimit",
  "RateLimitClass",
  "RemoveDomainPayload",
  "RemovePasskeyPayload",
  "RenamePasskeyPayload",
  "ReplaceDefinitionPayload",
  "ReplayWebhookPayload",
  "ResolveFlagPayload",
  "RestoreDefinitionPayload",
  "RevokeApiKeyPayload",
  "RevokePermissionPayload",
  "RevokeSessionPayload",
  "RevokeSessionsPayload",
  "RotateApiKeyPayload",
  "RotateWebhookSecretPayload",
  "SaveDraftPayload",
  "SetFavouritePayload",
  "SetFieldValuesPayload",
  "SkipWebhookEventPayload",
  "TechnologyConnection",
  "TechnologyEdge",
  "TestWebhookPayload",
  "TierCounts",
  "TransferOwnershipPayload",
  "UnexcludeDomainPayload",
  "UnwatchListPayload",
  "UpdateApiKeyPayload",
  "UpdateFieldPayload",
  "UpdateListPayload",
  "UpdateOrganizationPayload",
  "UpdateUserPayload",
  "UpdateWebhookPayload",
  "UsageDay",
  "UserConnection",
  "UserEdge",
  "Viewer",
  "WatchListPayload",
  "WebhookAttempt",
  "WebhookDeliveryConnection",
  "WebhookDeliveryEdge"
] as const;
