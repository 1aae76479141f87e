// From openapi.json, by `npm run openapi` in the repository.

export interface paths {
    "/v1/companies/{identifier}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a company by domain or slug
         * @description The core record of one company. Free of charge, with a key of either kind. Fields without data are left out.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{identifier}/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report data that looks wrong
         * @description Queues the company for a data-quality review. Nothing about the company changes. The body is optional; a blank `description` counts as none.
         */
        post: operations["flagCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrich/partnerships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up the partners of up to 100 domains
         * @description Domains are cleaned: trimmed, in lower case, without one leading `www.`. Domains without a dot or over 253 characters are dropped, and so are duplicates. Costs one credit for each distinct known company that the organization has not paid for in the last 30 days, charged once however many domains or parallel requests name it. With too few credits, the answer is 402, and nothing is charged or returned.
         */
        post: operations["enrichPartnerships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the lists that the caller can see
         * @description Lists that the caller owns or that are shared with the caller, most recently updated first.
         */
        get: operations["getLists"];
        put?: never;
        /**
         * Create a list
         * @description The caller owns the new list, and nobody else can see it until it is shared. Without a definition, `root` is null and matches no company.
         */
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/company-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search companies by name or domain
         * @description Companies whose name or domain matches, best match first. Needs a personal key.
         */
        get: operations["searchCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/filter-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the filter fields and operators
         * @description The catalogue of fields and operators that a definition can use, and its `registry_version`. Vocabularies of up to 300 values are listed, with the number of companies for each value. Search longer ones with `getFilterFieldValues`.
         */
        get: operations["getFilterFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/filter-fields/{field}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the values of a filter field
         * @description Values of a closed vocabulary, with the number of companies for each. For `partner`, companies by part of their name or domain. Fields that accept any value have no values to search.
         */
        get: operations["getFilterFieldValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/preview-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the companies that match a definition
         * @description Saves nothing. `count` is at most 10000, and `capped` is true there; GraphQL returns the exact count. A definition is at most 8 levels deep and holds up to 100 conditions of up to 250 values. It must narrow the catalogue: negative conditions alone are refused, and so is `root: null`.
         */
        post: operations["previewCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a list
         * @description A list with its definition and permissions.
         */
        get: operations["getList"];
        put?: never;
        post?: never;
        /**
         * Delete a list
         * @description Needs to be the owner.
         */
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        /**
         * Rename a list
         * @description Needs editor access.
         */
        patch: operations["renameList"];
        trace?: never;
    };
    "/v1/lists/{list_id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the audit log of a list
         * @description Every change of the list, newest first.
         */
        get: operations["getAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the definition of a list
         * @description The current filter tree. `ETag` is its version.
         */
        get: operations["getListDefinition"];
        /**
         * Replace the definition of a list
         * @description Appends a version. The members are recomputed when they are read next. With `If-Match`, nothing is stored unless the current version is the one named. Needs editor access.
         */
        put: operations["replaceDefinition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/definition/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what a definition would change
         * @description Compares the companies that a definition matches with the current members, with samples of those that would enter and leave. Saves nothing.
         */
        post: operations["previewDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/definition/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the versions of a definition
         * @description Newest first.
         */
        get: operations["getDefinitionVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/definition/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a definition
         * @description A version with its definition.
         */
        get: operations["getDefinitionVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/definition/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version
         * @description Appends the earlier definition as a new version. Needs editor access.
         */
        post: operations["restoreDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the domains that were added by hand
         * @description Latest first.
         */
        get: operations["getAddedDomains"];
        put?: never;
        /**
         * Add domains to a list
         * @description A domain that is not tracked stays on the list, and becomes a member once the catalogue has its company. Adding a domain lifts its exclusion: the latest action on a domain wins. Needs editor access.
         */
        post: operations["addDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a domain that was added by hand
         * @description Needs editor access.
         */
        delete: operations["removeDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/excluded-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the domains that are excluded from a list
         * @description Latest first.
         */
        get: operations["getExcludedDomains"];
        put?: never;
        /**
         * Exclude domains from a list
         * @description An exclusion takes precedence: neither the definition nor an earlier addition makes the company a member. Needs editor access.
         */
        post: operations["excludeDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/excluded-domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift the exclusion of a domain
         * @description Needs editor access.
         */
        delete: operations["unexcludeDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all members as CSV
         * @description RFC 4180 in UTF-8, with rows ending in LF. A cell that a spreadsheet would run as a formula gets a leading apostrophe. Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. With too few credits, the answer is 402 and nothing is charged. `Content-Location` names the file of exactly these members: a download from there is free for as long as the export is valid, whatever becomes of the list, and so is the repetition of one that broke off. An Idempotency-Key is ignored. HEAD is refused with 405.
         */
        get: operations["exportList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/materialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recompute the members of a list
         * @description Recomputes the members even if nothing changed, and counts them by tier.
         */
        post: operations["materializeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the members of a list
         * @description Companies that the definition matches or that were added by hand, without the excluded ones, by tier and then by `company_id`. They are recomputed after a change of the list, and cached otherwise.
         */
        get: operations["getMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer a list to another user
         * @description The former owner becomes an editor. Needs to be the owner.
         */
        post: operations["transferOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the owner and the permissions of a list
         * @description The owner and the permissions that were granted, oldest first.
         */
        get: operations["getPermissions"];
        put?: never;
        /**
         * Grant access to a list
         * @description Grants access to one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access level, and is answered with 200 instead of 201. Needs to be the owner.
         */
        post: operations["grantPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/permissions/{permission_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke access to a list
         * @description Takes effect at once. Needs to be the owner.
         */
        delete: operations["revokePermission"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The answer would be larger than the service sends at once. Nothing was charged. */
        AnswerTooLargeProblem: {
            detail: {
                /** @constant */
                error: "answer_too_large";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description A `limit` that fits; absent where even one item does not. */
                limit?: number;
                /** @description Bytes that an answer may have. */
                max_bytes: number;
            };
        };
        /** @description More than 100 domains were sent, counted before cleaning. */
        BatchTooLargeProblem: {
            detail: {
                /** @constant */
                error: "batch_too_large";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The body is over 1 MiB. */
        BodyTooLargeProblem: {
            detail: {
                /** @constant */
                error: "body_too_large";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description A tracked company. Fields without data are left out, never null. */
        Company: {
            /** @description Name of the company, as the data source writes it. */
            name: string;
            /** @description Unique name for URLs. It never changes and has no dot. */
            slug: string;
            /** @description Main domain of the company. */
            primary_domain: string;
            /** @description Number of distinct partners. */
            partnership_count: number;
            /** @description All domains, the primary one first. */
            domains?: string[];
            /** @description Names of the investors. */
            investors?: string[];
            /** @description Technologies detected at the company, most detections first. Present with `include=technologies`. */
            technologies?: components["schemas"]["Technology"][];
            /** @description Present with `include=firmographics`. */
            firmographics?: components["schemas"]["Firmographics"];
        };
        /** @description No tracked company has the domain or slug. */
        CompanyNotFoundProblem: {
            detail: {
                /** @constant */
                error: "company_not_found";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description The identifier as it was sent. */
                identifier: string;
            };
        };
        /** @description A company in short. */
        CompanyReference: {
            /** @description Numeric id; `company_id` in REST. */
            company_id: number;
            /** @description Name of the company, as the data source writes it. */
            name: string;
            /** @description Unique name for URLs. It never changes and has no dot. */
            slug: string;
            /** @description Main domain of the company. */
            primary_domain: string;
            /** @description Number of distinct partners. */
            partnership_count: number;
        };
        /** @description What a company must have: a field, an operator, 1 to 250 values. */
        Condition: {
            field: components["schemas"]["FilterFieldKey"];
            operator: components["schemas"]["FilterOperatorKey"];
            values: (string | number | boolean)[];
        };
        /** @description A report of company data that looks wrong. It changes no data by itself. Every key of the organization can read it. */
        DataFlag: {
            /** @description Numeric id that REST shows as flag_id. */
            flag_id: number;
            /** @description Numeric id of the company that was flagged. */
            company_id: number;
            /**
             * @description The flag waits for its review.
             * @enum {string}
             */
            status: "queued";
        };
        /** @description A filter tree and the version of the catalogue that it was written for. */
        Definition: {
            /** @description From `GET /v1/lists/filter-fields`. */
            registry_version: string;
            /** @description Null in a new list: it matches nothing by itself. */
            root: components["schemas"]["Node"] | null;
        };
        /** @description The list was changed meanwhile, or If-Match names another version. Nothing was stored. Read the definition again, then retry. */
        DefinitionConflictProblem: {
            detail: {
                /** @constant */
                error: "definition_conflict";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description The version that is there now. */
                current_version: number;
            };
        };
        /** @description One thing wrong in a definition. */
        DefinitionError: {
            /** @description A JSON pointer (RFC 6901) into the body, or `/name` of a parameter. */
            pointer: string;
            /**
             * @description What is wrong.
             * @enum {string}
             */
            code: "missing" | "wrong_type" | "unknown_key" | "not_one_key" | "empty" | "too_deep" | "too_many_conditions" | "too_many_values" | "too_many_patterns" | "wrong_number_of_values" | "unknown_registry_version" | "unknown_field" | "unknown_operator" | "operator_not_allowed" | "unknown_value" | "out_of_range" | "unbounded_definition";
            message: string;
            /** @description Values that are accepted here. */
            allowed?: string[];
            did_you_mean?: string[];
        };
        /** @description Effect that saving a definition would have on the members of a list. */
        DefinitionPreview: {
            /** @description Number of members that the list would have, at most 10000. */
            count: number;
            /** @description Whether there would be 10000 members or more. */
            capped: boolean;
            /** @description Number of companies that would enter. */
            added_count: number;
            /** @description Number of companies that would leave. */
            removed_count: number;
            /** @description First ten companies that would enter, by company id. */
            added_sample: components["schemas"]["CompanyReference"][];
            /** @description First ten companies that would leave, by company id. */
            removed_sample: components["schemas"]["CompanyReference"][];
        };
        /** @description A version of a definition. Versions are appended, never changed. */
        DefinitionVersion: {
            /** @description Number of the version, from 1. */
            version: number;
            /** @description The definition. */
            definition: components["schemas"]["Definition"];
            /** @description User who saved this version. */
            author: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the version was saved.
             */
            created_at: string;
        };
        /** @description A version of a definition in short. */
        DefinitionVersionReference: {
            /** @description Number of the version, from 1. */
            version: number;
            /** @description User who saved this version. */
            author: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the version was saved.
             */
            created_at: string;
        };
        /** @description The domain is not among those that were added or excluded by hand. */
        DomainNotFoundProblem: {
            detail: {
                /** @constant */
                error: "domain_not_found";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description What became of the domains. */
        DomainsChanged: {
            /** @description Domains that this call put on the list or its exclusions. */
            added: string[];
            /** @description Domains that were there before. */
            already_present: string[];
            /** @description Domains of `added` that belong to no company yet. They become members once the catalogue has them. */
            not_tracked: string[];
            /** @description Entries that are no domains, as they were sent. They are not stored. */
            invalid: string[];
        };
        /** @description The results of a batch of domains. */
        Enrichment: {
            /** @description One result for each distinct domain after cleaning, in the order of first appearance. */
            results: components["schemas"]["EnrichmentResult"][];
            /** @description Number of results, which is the number of distinct domains after cleaning. */
            total_domains_requested: number;
            /** @description Number of domains that belong to a company. */
            domains_found: number;
            /** @description Number of domains that belong to a company with partners. */
            domains_with_partnerships: number;
        };
        /** @description Result for one domain of the batch. */
        EnrichmentResult: {
            /** @description Domain after cleaning: in lower case, without a leading `www.`. */
            domain: string;
            /**
             * @description Whether a company was found, and whether it has partners. `found`: The domain belongs to a company that has partners. `not_tracked`: The domain belongs to no company in the catalogue. `no_partnerships`: The domain belongs to a company without recorded partners.
             * @enum {string}
             */
            status: "found" | "not_tracked" | "no_partnerships";
            /** @description Name of the company; null if the domain is not tracked. */
            company_name: string | null;
            /** @description Numeric id of the company; null if the domain is not tracked. */
            company_id: number | null;
            /** @description Slug of the company; null if the domain is not tracked. */
            slug: string | null;
            /** @description All partners of the company, latest observation first; empty if there are none. */
            partnerships: components["schemas"]["Partnership"][];
            /** @description Number of partners; 0 if the domain is not tracked. */
            partnership_count: number;
        };
        /** @description The materialization was never exported, its 30 days are over, or the list was deleted. */
        ExportExpiredProblem: {
            detail: {
                /** @constant */
                error: "export_expired";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description Fields and operators of filters. */
        FilterCatalog: {
            /** @description Current version, for `registryVersion` of a definition. It changes when a field or operator is added or removed. */
            registry_version: string;
            /** @description All fields that conditions can compare. */
            fields: components["schemas"]["FilterField"][];
            /** @description All operators. Each field supports some of them. */
            operators: components["schemas"]["FilterOperator"][];
        };
        /** @description A field that conditions can use. */
        FilterField: {
            /** @description Key of the field, for `field` of a condition. */
            key: components["schemas"]["FilterFieldKey"];
            /** @description English name of the field, for people. */
            label: string;
            /**
             * @description Type of the values, which says what a condition may compare. `company`: Companies, by domain or slug; an unknown company is refused. `integer`: Integers of 32 bits. `text`: Any text; case is ignored. `vocabulary`: Strings of a closed vocabulary; an unknown value is refused.
             * @enum {string}
             */
            type: "company" | "integer" | "text" | "vocabulary";
            /** @description Operators that the field supports. */
            operators: components["schemas"]["FilterOperatorKey"][];
            /** @description Maximum number of values in a condition. */
            max_values: number;
            /** @description Whether evidence has dates, which decide the tier of a member. */
            dated: boolean;
            /** @description A condition to begin with. */
            example: components["schemas"]["Condition"];
            /** @description All values of a vocabulary of up to 300. Absent where `getFilterFieldValues` searches them, or any value goes. */
            values?: components["schemas"]["FilterValue"][];
        };
        /**
         * @description Field of a condition. Lower case, as in REST, is accepted too.
         * @enum {string}
         */
        FilterFieldKey: "country" | "domain" | "employee_range" | "founded_year" | "industry" | "investor" | "name" | "partner" | "partnership_count" | "technology" | "technology_category" | "technology_count";
        /** @description An operator that conditions can use. */
        FilterOperator: {
            /** @description Key of the operator, for `operator` of a condition. */
            key: components["schemas"]["FilterOperatorKey"];
            /** @description English name of the operator, for people. */
            label: string;
            /** @description Number of values that it takes. */
            values: components["schemas"]["FilterOperatorValues"];
        };
        /**
         * @description Operator of a condition. Lower case, as in REST, is accepted too.
         * @enum {string}
         */
        FilterOperatorKey: "all_of" | "any_of" | "between" | "contains" | "ends_with" | "eq" | "equals" | "gte" | "is_known" | "lte" | "none_of" | "starts_with";
        /** @description Number of values that an operator takes. */
        FilterOperatorValues: {
            /** @description Minimum number of values. */
            min: number;
            /** @description Maximum number of values. */
            max: number;
        };
        /** @description A value of a field, with the number of companies that have it. */
        FilterValue: {
            /** @description String to use in the `values` of a condition. */
            value: string;
            /** @description English name of the value, for people. */
            label: string;
            /** @description Number of companies that have the value, however old the evidence is. For PARTNER: number of partners of the company. */
            company_count: number;
        };
        /** @description What is known of a company as a business. Fields without data are left out. */
        Firmographics: {
            /** @description Industry, as the data source names it. */
            industry?: string;
            /**
             * @description Number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+.
             * @enum {string}
             */
            employee_range?: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+";
            /** @description Country code, ISO 3166-1 alpha-2. */
            country?: string;
            /** @description Year in which the company was founded. */
            founded_year?: number;
            /** @description Number of distinct technologies detected. */
            technology_count: number;
            /** @description Number of distinct investors. */
            investor_count: number;
            /** @description Number of domains, including the primary one. */
            domain_count: number;
        };
        /** @description The first request with this Idempotency-Key is still running. Try again in a moment. */
        IdempotencyInProgressProblem: {
            detail: {
                /** @constant */
                error: "idempotency_in_progress";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The Idempotency-Key was used for another request before. Use a new key for a new request. */
        IdempotencyKeyReusedProblem: {
            detail: {
                /** @constant */
                error: "idempotency_key_reused";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The first request with this Idempotency-Key ran, and its answer cannot be returned again. Use a new key. */
        IdempotencyResponseLostProblem: {
            detail: {
                /** @constant */
                error: "idempotency_response_lost";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The caller can see the list, but needs more access for this. */
        InsufficientAccessProblem: {
            detail: {
                /** @constant */
                error: "insufficient_access";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description There are too few credits. Nothing was charged or returned. */
        InsufficientCreditsProblem: {
            detail: {
                /** @constant */
                error: "insufficient_credits";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description Credits that the call would have cost. */
                required: number;
                /** @description Credits that are left. */
                balance: number;
            };
        };
        /** @description An error of the service. X-Request-Id identifies the request in the logs. */
        InternalErrorProblem: {
            detail: {
                /** @constant */
                error: "internal_error";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The API key is missing, unknown, revoked or expired. Each gets the same answer. */
        InvalidApiKeyProblem: {
            detail: {
                /** @constant */
                error: "invalid_api_key";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The definition is malformed, unbounded, or names an unknown field, operator or value. */
        InvalidDefinitionProblem: {
            detail: {
                /** @constant */
                error: "invalid_definition";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description Everything that is wrong, up to 50 entries. */
                errors: components["schemas"]["DefinitionError"][];
            };
        };
        /** @description A saved, named set of companies: a definition, and domains that were added or excluded manually. */
        List: {
            /** @description Numeric id that REST shows as list_id. */
            list_id: number;
            /** @description Name of the list: 1 to 200 characters. */
            name: string;
            /** @description The filter that is active now. */
            definition: components["schemas"]["Definition"];
            /** @description Version of the current definition. */
            definition_version: number;
            /** @description User who owns the list. */
            owner: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the list was last changed.
             */
            updated_at: string;
            /**
             * @description What the caller may do with the list. `editor`: Also changes the name, the definition and the domains. `owner`: Also shares, transfers and deletes the list. `viewer`: Reads the list, its members, versions, audit log and permissions. Exports and materializes it.
             * @enum {string}
             */
            access_level: "editor" | "owner" | "viewer";
        };
        /** @description A domain that was manually added to a list or excluded from it. */
        ListDomain: {
            /** @description Domain in lower case, without a leading `www.`. */
            domain: string;
            /** @description The company behind it. Absent while no company is known. */
            company_id?: number;
            /** @description User who added or excluded it. */
            added_by: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the domain was added or excluded.
             */
            added_at: string;
        };
        /** @description One change of a list, as the audit log records it. */
        ListEvent: {
            /** @description Numeric id of the event. Later events have larger ids. */
            event_id: number;
            /** @description What was done: `list_created`, `list_renamed`, `definition_replaced`, `definition_restored`, `domains_added`, `domain_removed`, `domains_excluded`, `domain_unexcluded`, `permission_granted`, `permission_changed`, `permission_revoked`, `ownership_transferred`, `list_exported`. More may come. */
            action: string;
            /** @description User who made the change. */
            actor: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the change was made.
             */
            at: string;
            /** @description Values of the change, such as the names of domains. */
            details: Record<string, never>;
        };
        /** @description List not found, or not shared with the caller. Both get the same answer. */
        ListNotFoundProblem: {
            detail: {
                /** @constant */
                error: "list_not_found";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description A list and who has access beside its owner. */
        ListWithPermissions: {
            /** @description Numeric id that REST shows as list_id. */
            list_id: number;
            /** @description Name of the list: 1 to 200 characters. */
            name: string;
            /** @description The filter that is active now. */
            definition: components["schemas"]["Definition"];
            /** @description Version of the current definition. */
            definition_version: number;
            /** @description User who owns the list. */
            owner: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the list was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the list was last changed.
             */
            updated_at: string;
            /**
             * @description What the caller may do with the list. `editor`: Also changes the name, the definition and the domains. `owner`: Also shares, transfers and deletes the list. `viewer`: Reads the list, its members, versions, audit log and permissions. Exports and materializes it.
             * @enum {string}
             */
            access_level: "editor" | "owner" | "viewer";
            /** @description Permissions of the list, oldest first. The owner needs none. */
            permissions: components["schemas"]["Permission"][];
        };
        /** @description The body is not JSON. */
        MalformedJsonProblem: {
            detail: {
                /** @constant */
                error: "malformed_json";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description A company that belongs to a list. */
        Member: {
            /** @description Numeric id; `company_id` in REST. */
            company_id: number;
            /** @description Name of the company, as the data source writes it. */
            name: string;
            /** @description Unique name for URLs. It never changes and has no dot. */
            slug: string;
            /** @description Main domain of the company. */
            primary_domain: string;
            /** @description Number of distinct partners. */
            partnership_count: number;
            /**
             * @description Freshness of its evidence. `exploratory`: A dated condition that the member needs was last met more than 365 days ago. `high`: Every dated condition that the member needs was met within 90 days, or the company was added manually. `medium`: Every dated condition that the member needs was met within 365 days.
             * @enum {string}
             */
            tier: "exploratory" | "high" | "medium";
            /**
             * @description Why the company is a member. `added`: One of its domains was added manually. `definition`: The definition matches the company.
             * @enum {string}
             */
            source: "added" | "definition";
        };
        /** @description A page of members, by tier, then by `company_id`. */
        Members: {
            members: components["schemas"]["Member"][];
            /** @description How many there are on all pages. */
            total: number;
            /** @description The `limit` of the request. */
            limit: number;
            /** @description The `offset` of the request. */
            offset: number;
            /** @description Version of the definition that was used. */
            definition_version: number;
            /**
             * Format: date-time
             * @description When the members were computed.
             */
            materialized_at: string;
        };
        /** @description A node of a filter tree: an object with exactly one key. A tree is at most 8 deep and holds up to 100 conditions. */
        Node: {
            /** @description All of them. */
            and: components["schemas"]["Node"][];
        } | {
            /** @description Any of them. */
            or: components["schemas"]["Node"][];
        } | {
            not: components["schemas"]["Node"];
        } | {
            condition: components["schemas"]["Condition"];
        };
        /** @description The service is too busy for heavy work at the moment, or the caller leaves too many answers unread or sends too many large bodies at a time (then there is no `class`); Retry-After says how long to wait. */
        OverloadedProblem: {
            detail: {
                /** @constant */
                error: "overloaded";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description The cost class, as in the header RateLimit. */
                class?: string;
                /** @description Seconds to wait, as in the header Retry-After. */
                retry_after: number;
            };
        };
        /** @description A partner of a company. Observations from both sides are merged. */
        Partnership: {
            /** @description Name of the partner, as its own record states it. */
            partner_name: string;
            /** @description Primary domain of the partner. */
            partner_domain: string;
            /** @description Slug of the partner, for `company(identifier)`. */
            partner_slug: string;
            /**
             * Format: date-time
             * @description Time of the earliest observation from either side.
             */
            first_observed_at: string;
            /**
             * Format: date-time
             * @description Time of the latest observation from either side.
             */
            last_observed_at: string;
            /** @description Number of observations from both sides. */
            observation_count: number;
            /** @description Reserved; always null. */
            category: null;
            /** @description Reserved; always null. */
            description: null;
        };
        /** @description Access to a list for one user, or for everybody in the organization. */
        Permission: {
            /** @description Numeric id, for `revokePermission`. */
            permission_id: number;
            /** @description User who first granted the permission. */
            granted_by: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description When the permission was first granted.
             */
            created_at: string;
            /**
             * @description What it allows.
             * @enum {string}
             */
            access_level: "viewer" | "editor";
            /**
             * @description Whether it is for one user or for the whole organization.
             * @enum {string}
             */
            scope: "user" | "org_wide";
            /** @description The user who has access. Absent where the whole organization has. */
            user_id?: number;
        };
        /** @description Permission not found on this list. */
        PermissionNotFoundProblem: {
            detail: {
                /** @constant */
                error: "permission_not_found";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The owner of a list and the permissions that were granted. */
        Permissions: {
            /** @description User who owns the list. */
            owner: components["schemas"]["UserReference"];
            /** @description Permissions of the list, oldest first. The owner needs none. */
            permissions: components["schemas"]["Permission"][];
        };
        /** @description Counts of what a definition would match. Only selected fields are computed and count towards the cost of the operation. */
        PreviewCount: {
            /** @description Number of matches, at most 10000. Use `exactCount` for larger numbers. */
            count: number;
            /** @description Whether there are 10000 matches or more. */
            capped: boolean;
        };
        /** @description A quota of the organization, of the list or of the owner of the key is used up. Nothing was changed. */
        QuotaExceededProblem: {
            detail: {
                /** @constant */
                error: "quota_exceeded";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /**
                 * @description Which quota. Names ending in `_bytes` count bytes.
                 * @enum {string}
                 */
                quota: "lists" | "definition_bytes" | "list_domains" | "keys" | "replay_log_bytes";
                /** @description The most that is possible. */
                limit: number;
                /** @description What was used before this request. */
                used: number;
            };
        };
        /** @description The budget of the caller is used up; Retry-After says how long to wait. Without Retry-After, the request costs more points than a window has, and can never run. */
        RateLimitedProblem: {
            detail: {
                /** @constant */
                error: "rate_limited";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description The cost class, as in the header RateLimit. */
                class: string;
                /** @description Points that the caller has in a window. */
                limit: number;
                /** @description Points that the request costs, where it can never fit. */
                points?: number;
                /** @description The length of a window in seconds. */
                window_seconds: number;
                /** @description Seconds to wait, as in the header Retry-After. */
                retry_after?: number;
            };
        };
        /** @description A definition and its version. */
        SavedDefinition: {
            /** @description Version of the current definition. */
            definition_version: number;
            /** @description The filter that is active now. */
            definition: components["schemas"]["Definition"];
        };
        /** @description A technology that was detected at a company. */
        Technology: {
            /** @description Key of the technology, as filters take it. */
            tech_key: string;
            /** @description Name of the technology, for people. */
            display_name: string;
            /** @description Number of detections at this company. */
            detection_count: number;
            /**
             * Format: date-time
             * @description Time of the earliest detection.
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description Time of the latest detection.
             */
            last_seen: string;
        };
        /** @description Number of members of a list, in all and by tier. */
        TierCounts: {
            /** @description Number of members in all tiers. */
            total_count: number;
            /** @description Number of members in the tier HIGH. */
            high_count: number;
            /** @description Number of members in the tier MEDIUM. */
            medium_count: number;
            /** @description Number of members in the tier EXPLORATORY. */
            exploratory_count: number;
        };
        /** @description The request took too long and was cancelled. Ask for less, or try again. */
        TimeoutProblem: {
            detail: {
                /** @constant */
                error: "timeout";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description The database cannot be reached; Retry-After says when to try again. */
        UnavailableProblem: {
            detail: {
                /** @constant */
                error: "unavailable";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description Seconds to wait, as in the header Retry-After. */
                retry_after: number;
            };
        };
        /** @description The body is not JSON in UTF-8. */
        UnsupportedMediaTypeProblem: {
            detail: {
                /** @constant */
                error: "unsupported_media_type";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description This needs a personal key; the request came with a key of an organization. */
        UserCredentialRequiredProblem: {
            detail: {
                /** @constant */
                error: "user_credential_required";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description User not found in the organization. */
        UserNotFoundProblem: {
            detail: {
                /** @constant */
                error: "user_not_found";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description A user of the organization. */
        UserReference: {
            /** @description Numeric id that REST shows as user_id. */
            user_id: number;
            /** @description Name of the user, as the operator entered it. */
            name: string;
        };
        /** @description A parameter or a field of the body is missing, unknown, out of range or of the wrong type. */
        ValidationErrorProblem: {
            detail: {
                /** @constant */
                error: "validation_error";
                /** @description What is wrong and what to do next, for people. */
                message: string;
                /** @description Everything that is wrong, up to 50 entries. */
                errors: components["schemas"]["Violation"][];
            };
        };
        /** @description Version of the definition not found. */
        VersionNotFoundProblem: {
            detail: {
                /** @constant */
                error: "version_not_found";
                /** @description What is wrong and what to do next, for people. */
                message: string;
            };
        };
        /** @description One thing that is wrong in the request. */
        Violation: {
            /** @description A JSON pointer (RFC 6901) into the body, or `/name` of a parameter. */
            pointer: string;
            message: string;
        };
    };
    responses: {
        /**
         * @description `answer_too_large`: The answer would be larger than the service sends at once. Nothing was charged.
         *
         *     `idempotency_key_reused`: The Idempotency-Key was used for another request before. Use a new key for a new request.
         *
         *     `invalid_definition`: The definition is malformed, unbounded, or names an unknown field, operator or value.
         *
         *     `validation_error`: A parameter or a field of the body is missing, unknown, out of range or of the wrong type.
         */
        AnswerTooLargeOrIdempotencyKeyReusedOrInvalidDefinitionOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AnswerTooLargeProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["InvalidDefinitionProblem"] | components["schemas"]["ValidationErrorProblem"];
            };
        };
        /**
         * @description `answer_too_large`: The answer would be larger than the service sends at once. Nothing was charged.
         *
         *     `idempotency_key_reused`: The Idempotency-Key was used for another request before. Use a new key for a new request.
         *
         *     `user_not_found`: User not found in the organization.
         *
         *     `validation_error`: A parameter or a field of the body is missing, unknown, out of range or of the wrong type.
         */
        AnswerTooLargeOrIdempotencyKeyReusedOrUserNotFoundOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AnswerTooLargeProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["UserNotFoundProblem"] | components["schemas"]["ValidationErrorProblem"];
            };
        };
        /**
         * @description `answer_too_large`: The answer would be larger than the service sends at once. Nothing was charged.
         *
         *     `idempotency_key_reused`: The Idempotency-Key was used for another request before. Use a new key for a new request.
         *
         *     `validation_error`: A parameter or a field of the body is missing, unknown, out of range or of the wrong type.
         */
        AnswerTooLargeOrIdempotencyKeyReusedOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AnswerTooLargeProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["ValidationErrorProblem"];
            };
        };
        /**
         * @description `answer_too_large`: The answer would be larger than the service sends at once. Nothing was charged.
         *
         *     `invalid_definition`: The definition is malformed, unbounded, or names an unknown field, operator or value.
         *
         *     `validation_error`: A parameter or a field of the body is missing, unknown, out of range or of the wrong type.
         */
        AnswerTooLargeOrInvalidDefinitionOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AnswerTooLargeProblem"] | components["schemas"]["InvalidDefinitionProblem"] | components["schemas"]["ValidationErrorProblem"];
            };
        };
        /**
         * @description `answer_too_large`: The answer would be larger than the service sends at once. Nothing was charged.
         *
         *     `validation_error`: A parameter or a field of the body is missing, unknown, out of range or of the wrong type.
         */
        AnswerTooLargeOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AnswerTooLargeProblem"] | components["schemas"]["ValidationErrorProblem"];
            };
        };
        /**
         * @description `batch_too_large`: More than 100 domains were sent, counted before cleaning.
         *
         *     `malformed_json`: The body is not JSON.
         */
        BatchTooLargeOrMalformedJson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BatchTooLargeProblem"] | components["schemas"]["MalformedJsonProblem"];
            };
        };
        /** @description `body_too_large`: The body is over 1 MiB. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BodyTooLargeProblem"];
            };
        };
        /** @description `company_not_found`: No tracked company has the domain or slug. */
        CompanyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CompanyNotFoundProblem"];
            };
        };
        /** @description `definition_conflict`: The list was changed meanwhile, or If-Match names another version. Nothing was stored. Read the definition again, then retry. */
        DefinitionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DefinitionConflictProblem"];
            };
        };
        /**
         * @description `definition_conflict`: The list was changed meanwhile, or If-Match names another version. Nothing was stored. Read the definition again, then retry.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running. Try again in a moment.
         *
         *     `idempotency_response_lost`: The first request with this Idempotency-Key ran, and its answer cannot be returned again. Use a new key.
         */
        DefinitionConflictOrIdempotencyInProgressOrIdempotencyResponseLost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DefinitionConflictProblem"] | components["schemas"]["IdempotencyInProgressProblem"] | components["schemas"]["IdempotencyResponseLostProblem"];
            };
        };
        /**
         * @description `domain_not_found`: The domain is not among those that were added or excluded by hand.
         *
         *     `list_not_found`: List not found, or not shared with the caller. Both get the same answer.
         */
        DomainNotFoundOrListNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DomainNotFoundProblem"] | components["schemas"]["ListNotFoundProblem"];
            };
        };
        /** @description `export_expired`: The materialization was never exported, its 30 days are over, or the list was deleted. */
        ExportExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExportExpiredProblem"];
            };
        };
        /**
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still running. Try again in a moment.
         *
         *     `idempotency_response_lost`: The first request with this Idempotency-Key ran, and its answer cannot be returned again. Use a new key.
         */
        IdempotencyInProgressOrIdempotencyResponseLost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyInProgressProblem"] | components["schemas"]["IdempotencyResponseLostProblem"];
            };
        };
        /**
         * @description `insufficient_access`: The caller can see the list, but needs more access for this.
         *
         *     `quota_exceeded`: A quota of the organization, of the list or of the owner of the key is used up. Nothing was changed.
         *
         *     `user_credential_required`: This needs a personal key; the request came with a key of an organization.
         */
        InsufficientAccessOrQuotaExceededOrUserCredentialRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientAccessProblem"] | components["schemas"]["QuotaExceededProblem"] | components["schemas"]["UserCredentialRequiredProblem"];
            };
        };
        /** @description `insufficient_credits`: There are too few credits. Nothing was charged or returned. */
        InsufficientCredits: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientCreditsProblem"];
            };
        };
        /** @description `internal_error`: An error of the service. X-Request-Id identifies the request in the logs. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorProblem"];
            };
        };
        /** @description `invalid_api_key`: The API key is missing, unknown, revoked or expired. Each gets the same answer. */
        InvalidApiKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidApiKeyProblem"];
            };
        };
        /** @description `list_not_found`: List not found, or not shared with the caller. Both get the same answer. */
        ListNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ListNotFoundProblem"];
            };
        };
        /**
         * @description `list_not_found`: List not found, or not shared with the caller. Both get the same answer.
         *
         *     `permission_not_found`: Permission not found on this list.
         */
        ListNotFoundOrPermissionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ListNotFoundProblem"] | components["schemas"]["PermissionNotFoundProblem"];
            };
        };
        /**
         * @description `list_not_found`: List not found, or not shared with the caller. Both get the same answer.
         *
         *     `version_not_found`: Version of the definition not found.
         */
        ListNotFoundOrVersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ListNotFoundProblem"] | components["schemas"]["VersionNotFoundProblem"];
            };
        };
        /** @description `malformed_json`: The body is not JSON. */
        MalformedJson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedJsonProblem"];
            };
        };
        /**
         * @description `overloaded`: The service is too busy for heavy work at the moment, or the caller leaves too many answers unread or sends too many large bodies at a time (then there is no `class`); Retry-After says how long to wait.
         *
         *     `rate_limited`: The budget of the caller is used up; Retry-After says how long to wait. Without Retry-After, the request costs more points than a window has, and can never run.
         */
        OverloadedOrRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OverloadedProblem"] | components["schemas"]["RateLimitedProblem"];
            };
        };
        /** @description `quota_exceeded`: A quota of the organization, of the list or of the owner of the key is used up. Nothing was changed. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaExceededProblem"];
            };
        };
        /**
         * @description `quota_exceeded`: A quota of the organization, of the list or of the owner of the key is used up. Nothing was changed.
         *
         *     `user_credential_required`: This needs a personal key; the request came with a key of an organization.
         */
        QuotaExceededOrUserCredentialRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaExceededProblem"] | components["schemas"]["UserCredentialRequiredProblem"];
            };
        };
        /** @description `timeout`: The request took too long and was cancelled. Ask for less, or try again. */
        Timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TimeoutProblem"];
            };
        };
        /** @description `unavailable`: The database cannot be reached; Retry-After says when to try again. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableProblem"];
            };
        };
        /** @description `unsupported_media_type`: The body is not JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeProblem"];
            };
        };
        /** @description `user_credential_required`: This needs a personal key; the request came with a key of an organization. */
        UserCredentialRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserCredentialRequiredProblem"];
            };
        };
    };
    parameters: {
        /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
        IdempotencyKey: string;
        /** @description The version to replace, from `ETag`. 409 when another version is current. */
        IfMatch: string;
        /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the logs. A valid id that the caller sent is returned. */
        "X-Request-Id": string;
        /** @description The authentication schemes that are accepted. */
        "WWW-Authenticate": string;
        /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
        ETag: string;
        /** @description Who may cache the answer, and for how long. */
        "Cache-Control": string;
        /** @description The path of the new list. */
        Location: string;
        /** @description The path of exactly this content. Another download from there is free. */
        "Content-Location": string;
        /** @description A file name. */
        "Content-Disposition": string;
        /** @description Credits that this call cost. */
        "X-Credits-Charged": number;
        /** @description The balance afterwards, in credits. */
        "X-Credits-Remaining": number;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The remaining budgets of the caller, by cost class: `r` points for `t` seconds (draft-ietf-httpapi-ratelimit-headers). Absent where limits are off. */
        RateLimit: string;
        /** @description The budgets of the caller, by cost class: `q` points in `w` seconds. Absent where limits are off. */
        "RateLimit-Policy": string;
        /** @description `true` when this is the answer to an earlier request with the same Idempotency-Key. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCompany: {
        parameters: {
            query?: {
                /**
                 * @description What to add to the core record, separated by commas.
                 * @example [
                 *       "firmographics"
                 *     ]
                 */
                include?: ("technologies" | "firmographics")[];
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A domain or a slug. With a dot it is a domain, cleaned as in an enrichment (white space and one leading `www.` removed, lower case); without, a slug.
                 * @example kewoqoqa.example
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Lebelanu Works",
                     *       "slug": "lebelanu-works",
                     *       "primary_domain": "kewoqoqa.example",
                     *       "partnership_count": 2,
                     *       "domains": [
                     *         "kewoqoqa.example",
                     *         "lebelanu.example"
                     *       ],
                     *       "investors": [
                     *         "Alpha Fund"
                     *       ],
                     *       "firmographics": {
                     *         "industry": "Software",
                     *         "employee_range": "11-50",
                     *         "country": "DE",
                     *         "founded_year": 1999,
                     *         "technology_count": 12,
                     *         "investor_count": 1,
                     *         "domain_count": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Company"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["CompanyNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    flagCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A domain or a slug. With a dot it is a domain, cleaned as in an enrichment (white space and one leading `www.` removed, lower case); without, a slug.
                 * @example kewoqoqa.example
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "The industry is out of date."
                 *     }
                 */
                "application/json": {
                    /** @description What looks wrong; at most 2000 characters after trimming. */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flag_id": 3,
                     *       "company_id": 17,
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": components["schemas"]["DataFlag"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["QuotaExceeded"];
            404: components["responses"]["CompanyNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    enrichPartnerships: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domains": [
                 *         "kewoqoqa.example",
                 *         "www.nobody.example"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 100 domains. */
                    domains: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "domain": "kewoqoqa.example",
                     *           "status": "found",
                     *           "company_name": "Lebelanu Works",
                     *           "company_id": 17,
                     *           "slug": "lebelanu-works",
                     *           "partnerships": [
                     *             {
                     *               "partner_name": "Beta Labs",
                     *               "partner_domain": "beta.example",
                     *               "partner_slug": "beta-labs",
                     *               "first_observed_at": "2024-02-03T00:00:00.000Z",
                     *               "last_observed_at": "2026-03-01T12:00:00.000Z",
                     *               "observation_count": 4,
                     *               "category": null,
                     *               "description": null
                     *             }
                     *           ],
                     *           "partnership_count": 1
                     *         },
                     *         {
                     *           "domain": "nobody.example",
                     *           "status": "not_tracked",
                     *           "company_name": null,
                     *           "company_id": null,
                     *           "slug": null,
                     *           "partnerships": [],
                     *           "partnership_count": 0
                     *         }
                     *       ],
                     *       "total_domains_requested": 2,
                     *       "domains_found": 1,
                     *       "domains_with_partnerships": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Enrichment"];
                };
            };
            400: components["responses"]["BatchTooLargeOrMalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["QuotaExceeded"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getLists: {
        parameters: {
            query?: {
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lists": [
                     *         {
                     *           "list_id": 1,
                     *           "name": "Software in Germany",
                     *           "definition": {
                     *             "registry_version": "1",
                     *             "root": {
                     *               "and": [
                     *                 {
                     *                   "condition": {
                     *                     "field": "industry",
                     *                     "operator": "any_of",
                     *                     "values": [
                     *                       "Software"
                     *                     ]
                     *                   }
                     *                 },
                     *                 {
                     *                   "condition": {
                     *                     "field": "country",
                     *                     "operator": "any_of",
                     *                     "values": [
                     *                       "DE"
                     *                     ]
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           },
                     *           "definition_version": 1,
                     *           "owner": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z",
                     *           "access_level": "owner"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        lists: components["schemas"]["List"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The `limit` of the request. */
                        limit: number;
                        /** @description The `offset` of the request. */
                        offset: number;
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Software in Germany",
                 *       "definition": {
                 *         "registry_version": "1",
                 *         "root": {
                 *           "and": [
                 *             {
                 *               "condition": {
                 *                 "field": "industry",
                 *                 "operator": "any_of",
                 *                 "values": [
                 *                   "Software"
                 *                 ]
                 *               }
                 *             },
                 *             {
                 *               "condition": {
                 *                 "field": "country",
                 *                 "operator": "any_of",
                 *                 "values": [
                 *                   "DE"
                 *                 ]
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 200 characters after trimming. */
                    name: string;
                    /** @description The companies that the list shall match. */
                    definition?: components["schemas"]["Definition"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list_id": 1,
                     *       "name": "Software in Germany",
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "definition_version": 1,
                     *       "owner": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "updated_at": "2026-03-01T12:00:00.000Z",
                     *       "access_level": "owner"
                     *     }
                     */
                    "application/json": components["schemas"]["List"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["QuotaExceededOrUserCredentialRequired"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    searchCompanies: {
        parameters: {
            query: {
                /**
                 * @description Part of a name or domain.
                 * @example lebe
                 */
                q: string;
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "companies": [
                     *         {
                     *           "company_id": 17,
                     *           "name": "Lebelanu Works",
                     *           "slug": "lebelanu-works",
                     *           "primary_domain": "kewoqoqa.example",
                     *           "partnership_count": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Finds companies to add to a list, by part of a name or domain, best match first. Needs a personal key. */
                        companies: components["schemas"]["CompanyReference"][];
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getFilterFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "registry_version": "1",
                     *       "fields": [
                     *         {
                     *           "key": "country",
                     *           "label": "Country",
                     *           "type": "vocabulary",
                     *           "operators": [
                     *             "any_of",
                     *             "none_of",
                     *             "is_known"
                     *           ],
                     *           "max_values": 250,
                     *           "dated": false,
                     *           "example": {
                     *             "field": "country",
                     *             "operator": "any_of",
                     *             "values": [
                     *               "DE"
                     *             ]
                     *           },
                     *           "values": [
                     *             {
                     *               "value": "DE",
                     *               "label": "Germany",
                     *               "company_count": 812
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "operators": [
                     *         {
                     *           "key": "any_of",
                     *           "label": "is any of",
                     *           "values": {
                     *             "min": 1,
                     *             "max": 250
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FilterCatalog"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getFilterFieldValues: {
        parameters: {
            query?: {
                /** @description Part of a value or its label. */
                search?: string;
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The key of a field.
                 * @example technology
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "values": [
                     *         {
                     *           "value": "kubernetes",
                     *           "label": "Kubernetes",
                     *           "company_count": 1204
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        values: components["schemas"]["FilterValue"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The `limit` of the request. */
                        limit: number;
                        /** @description The `offset` of the request. */
                        offset: number;
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    previewCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registry_version": "1",
                 *       "root": {
                 *         "and": [
                 *           {
                 *             "condition": {
                 *               "field": "industry",
                 *               "operator": "any_of",
                 *               "values": [
                 *                 "Software"
                 *               ]
                 *             }
                 *           },
                 *           {
                 *             "condition": {
                 *               "field": "country",
                 *               "operator": "any_of",
                 *               "values": [
                 *                 "DE"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Definition"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 812,
                     *       "capped": false
                     *     }
                     */
                    "application/json": components["schemas"]["PreviewCount"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list_id": 1,
                     *       "name": "Software in Germany",
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "definition_version": 1,
                     *       "owner": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "updated_at": "2026-03-01T12:00:00.000Z",
                     *       "access_level": "owner",
                     *       "permissions": [
                     *         {
                     *           "permission_id": 5,
                     *           "granted_by": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "access_level": "viewer",
                     *           "scope": "user",
                     *           "user_id": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListWithPermissions"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    renameList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Software, Germany"
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 200 characters after trimming. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list_id": 1,
                     *       "name": "Software, Germany",
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "definition_version": 1,
                     *       "owner": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "updated_at": "2026-03-01T12:00:00.000Z",
                     *       "access_level": "owner"
                     *     }
                     */
                    "application/json": components["schemas"]["List"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getAuditLog: {
        parameters: {
            query?: {
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "event_id": 12,
                     *           "action": "list_renamed",
                     *           "actor": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "details": {
                     *             "from": "Germany",
                     *             "to": "Software in Germany"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["ListEvent"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The `limit` of the request. */
                        limit: number;
                        /** @description The `offset` of the request. */
                        offset: number;
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getListDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "registry_version": "1",
                     *       "root": {
                     *         "and": [
                     *           {
                     *             "condition": {
                     *               "field": "industry",
                     *               "operator": "any_of",
                     *               "values": [
                     *                 "Software"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "condition": {
                     *               "field": "country",
                     *               "operator": "any_of",
                     *               "values": [
                     *                 "DE"
                     *               ]
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Definition"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    replaceDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version to replace, from `ETag`. 409 when another version is current. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registry_version": "1",
                 *       "root": {
                 *         "and": [
                 *           {
                 *             "condition": {
                 *               "field": "industry",
                 *               "operator": "any_of",
                 *               "values": [
                 *                 "Software"
                 *               ]
                 *             }
                 *           },
                 *           {
                 *             "condition": {
                 *               "field": "country",
                 *               "operator": "any_of",
                 *               "values": [
                 *                 "DE"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Definition"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "definition_version": 2,
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedDefinition"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["DefinitionConflictOrIdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    previewDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registry_version": "1",
                 *       "root": {
                 *         "and": [
                 *           {
                 *             "condition": {
                 *               "field": "industry",
                 *               "operator": "any_of",
                 *               "values": [
                 *                 "Software"
                 *               ]
                 *             }
                 *           },
                 *           {
                 *             "condition": {
                 *               "field": "country",
                 *               "operator": "any_of",
                 *               "values": [
                 *                 "DE"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Definition"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 813,
                     *       "capped": false,
                     *       "added_count": 1,
                     *       "removed_count": 0,
                     *       "added_sample": [
                     *         {
                     *           "company_id": 17,
                     *           "name": "Lebelanu Works",
                     *           "slug": "lebelanu-works",
                     *           "primary_domain": "kewoqoqa.example",
                     *           "partnership_count": 2
                     *         }
                     *       ],
                     *       "removed_sample": []
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionPreview"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["DefinitionConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getDefinitionVersions: {
        parameters: {
            query?: {
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 1,
                     *           "author": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        versions: components["schemas"]["DefinitionVersionReference"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The `limit` of the request. */
                        limit: number;
                        /** @description The `offset` of the request. */
                        offset: number;
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getDefinitionVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /** @description A version of the definition: 1, 2, … */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "author": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionVersion"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFoundOrVersionNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    restoreDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /** @description A version of the definition: 1, 2, … */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "definition_version": 2,
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedDefinition"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFoundOrVersionNotFound"];
            409: components["responses"]["DefinitionConflictOrIdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getAddedDomains: {
        parameters: {
            query?: {
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         {
                     *           "domain": "kewoqoqa.example",
                     *           "company_id": 17,
                     *           "added_by": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "added_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        domains: components["schemas"]["ListDomain"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The `limit` of the request. */
                        limit: number;
                        /** @description The `offset` of the request. */
                        offset: number;
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    addDomains: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domains": [
                 *         "kewoqoqa.example",
                 *         "nobody.example",
                 *         "nonsense"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 1000 domains. */
                    domains: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": [
                     *         "kewoqoqa.example",
                     *         "nobody.example"
                     *       ],
                     *       "already_present": [],
                     *       "not_tracked": [
                     *         "nobody.example"
                     *       ],
                     *       "invalid": [
                     *         "nonsense"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DomainsChanged"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    removeDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /**
                 * @description A domain that was added or excluded by hand.
                 * @example kewoqoqa.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["DomainNotFoundOrListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getExcludedDomains: {
        parameters: {
            query?: {
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         {
                     *           "domain": "kewoqoqa.example",
                     *           "company_id": 17,
                     *           "added_by": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "added_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        domains: components["schemas"]["ListDomain"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The `limit` of the request. */
                        limit: number;
                        /** @description The `offset` of the request. */
                        offset: number;
                    };
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    excludeDomains: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domains": [
                 *         "kewoqoqa.example",
                 *         "nobody.example",
                 *         "nonsense"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 1000 domains. */
                    domains: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": [
                     *         "kewoqoqa.example",
                     *         "nobody.example"
                     *       ],
                     *       "already_present": [],
                     *       "not_tracked": [
                     *         "nobody.example"
                     *       ],
                     *       "invalid": [
                     *         "nonsense"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DomainsChanged"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    unexcludeDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /**
                 * @description A domain that was added or excluded by hand.
                 * @example kewoqoqa.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["DomainNotFoundOrListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    exportList: {
        parameters: {
            query?: {
                /** @description A materialization that was exported before: downloads its file again, free of charge. 410 if it was not exported, or if its 30 days are over. */
                materialization?: number;
            };
            header?: never;
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains
                     *     17,Lebelanu Works,lebelanu-works,kewoqoqa.example,high,definition,2,Software,11-50,DE,1999,kewoqoqa.example lebelanu.example
                     */
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKey"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["DefinitionConflict"];
            410: components["responses"]["ExportExpired"];
            422: components["responses"]["AnswerTooLargeOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    materializeList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total_count": 812,
                     *       "high_count": 700,
                     *       "medium_count": 100,
                     *       "exploratory_count": 12
                     *     }
                     */
                    "application/json": components["schemas"]["TierCounts"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["QuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["DefinitionConflictOrIdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getMembers: {
        parameters: {
            query?: {
                /** @description The page size. A value over the maximum is refused. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
                /** @description Only members of this tier. */
                tier?: "high" | "medium" | "exploratory";
                /** @description Only members whose name or domain contains this. */
                search_name_or_domain?: string;
                /** @description Recompute the members even if nothing changed. */
                force_refresh?: boolean;
            };
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "company_id": 17,
                     *           "name": "Lebelanu Works",
                     *           "slug": "lebelanu-works",
                     *           "primary_domain": "kewoqoqa.example",
                     *           "partnership_count": 2,
                     *           "tier": "high",
                     *           "source": "definition"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0,
                     *       "definition_version": 1,
                     *       "materialized_at": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Members"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["DefinitionConflict"];
            422: components["responses"]["AnswerTooLargeOrInvalidDefinitionOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    transferOwnership: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@demo.example"
                 *     }
                 */
                "application/json": {
                    /** @description The id of a user of the organization. Send either this or `email`. */
                    user_id?: number;
                    /** @description The e-mail address of a user of the organization. */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list_id": 1,
                     *       "name": "Software in Germany",
                     *       "definition": {
                     *         "registry_version": "1",
                     *         "root": {
                     *           "and": [
                     *             {
                     *               "condition": {
                     *                 "field": "industry",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "Software"
                     *                 ]
                     *               }
                     *             },
                     *             {
                     *               "condition": {
                     *                 "field": "country",
                     *                 "operator": "any_of",
                     *                 "values": [
                     *                   "DE"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "definition_version": 1,
                     *       "owner": {
                     *         "user_id": 2,
                     *         "name": "Grace"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "updated_at": "2026-03-01T12:00:00.000Z",
                     *       "access_level": "editor"
                     *     }
                     */
                    "application/json": components["schemas"]["List"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrUserNotFoundOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the content that the caller has. 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "owner": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "permissions": [
                     *         {
                     *           "permission_id": 5,
                     *           "granted_by": {
                     *             "user_id": 1,
                     *             "name": "Ada"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "access_level": "viewer",
                     *           "scope": "user",
                     *           "user_id": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Permissions"];
                };
            };
            /** @description The content that `If-None-Match` names is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["UserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            422: components["responses"]["AnswerTooLargeOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    grantPermission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@demo.example",
                 *       "access_level": "viewer"
                 *     }
                 */
                "application/json": {
                    /** @description The id of a user of the organization. Send either this or `email`. */
                    user_id?: number;
                    /** @description The e-mail address of a user of the organization. */
                    email?: string;
                    /** @description True for everybody in the organization, instead of one user. */
                    org_wide?: boolean;
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    access_level: "viewer" | "editor";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "permission_id": 5,
                     *       "granted_by": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "access_level": "viewer",
                     *       "scope": "user",
                     *       "user_id": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Permission"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "permission_id": 5,
                     *       "granted_by": {
                     *         "user_id": 1,
                     *         "name": "Ada"
                     *       },
                     *       "created_at": "2026-03-01T12:00:00.000Z",
                     *       "access_level": "viewer",
                     *       "scope": "user",
                     *       "user_id": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Permission"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrUserNotFoundOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    revokePermission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /** @description The `permission_id` of a permission. */
                permission_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["InsufficientAccessOrQuotaExceededOrUserCredentialRequired"];
            404: components["responses"]["ListNotFoundOrPermissionNotFound"];
            409: components["responses"]["IdempotencyInProgressOrIdempotencyResponseLost"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AnswerTooLargeOrIdempotencyKeyReusedOrValidationError"];
            429: components["responses"]["OverloadedOrRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
}
