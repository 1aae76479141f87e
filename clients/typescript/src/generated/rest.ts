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
         * @description Queues the company for a data-quality review; changes nothing about the company. The body is optional; a `description` has up to 2000 characters after trimming, and a blank one counts as none.
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
         * @description Domains are cleaned (trimmed, lower case, one leading `www.` removed); those without a dot or over 253 characters are dropped, duplicates removed. Costs one credit for each distinct known company that the organization has not paid for in the last 30 days, charged once however many domains or parallel requests name it. Too few credits: 402, and nothing is charged or returned.
         */
        post: operations["enrichPartnerships"];
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
         * What a filter can be made of
         * @description The catalogue of fields and operators, with the `registry_version` that a definition is stamped with. Vocabularies of up to 300 values are listed with how many companies have each; longer ones are searched with `getFilterFieldValues`.
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
         * @description Values of a closed vocabulary with how many companies have each; for `partner`, companies by part of their name or domain. Fields that take any value have none to search.
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
         * How many companies a definition matches
         * @description Counts without saving anything. `count` goes up to 10000, where `capped` is true; GraphQL has the exact count. A definition is at most 8 deep, with up to 100 conditions of up to 250 values, and has to be bounded: it must not match companies by what they have not alone. `root: null` is refused here.
         */
        post: operations["previewCount"];
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
         * @description Companies whose name or domain matches, best first. Needs a personal key.
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
    "/v1/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lists that the caller sees
         * @description Own lists and those that are shared with the caller, most recently updated first.
         */
        get: operations["getLists"];
        put?: never;
        /**
         * Create a list
         * @description A new list belongs to the caller, and nobody else sees it until it is shared. Without a definition its `root` is null: it matches nothing by itself.
         */
        post: operations["createList"];
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
         * One list
         * @description A list with its definition and permissions.
         */
        get: operations["getList"];
        put?: never;
        post?: never;
        /**
         * Delete a list
         * @description Only the owner can.
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
    "/v1/lists/{list_id}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The definition of a list
         * @description The filter tree that is active now. `ETag` is its version.
         */
        get: operations["getListDefinition"];
        /**
         * Replace the definition of a list
         * @description Appends a version; members are computed anew when they are next read. With `If-Match` nothing is stored unless the version is the one named. Needs editor access.
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
         * What a definition would change
         * @description Compares what a definition matches with the current members, with samples of who would come and go. Saves nothing.
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
         * The versions of a definition
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
         * One version of a definition
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
         * Take back an earlier version
         * @description Appends the earlier definition once more, as a new version. Needs editor access.
         */
        post: operations["restoreDefinition"];
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
         * The members of a list
         * @description Companies that the definition matches or that were added by hand, without the excluded ones, by tier and then by `company_id`. Computed when the list has changed, from the cache otherwise.
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
         * Compute the members of a list anew
         * @description Computes the members, whether or not anything changed, and counts them by tier.
         */
        post: operations["materializeList"];
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
         * Domains that were added by hand
         * @description Latest first.
         */
        get: operations["getAddedDomains"];
        put?: never;
        /**
         * Add domains to a list
         * @description A domain that is not tracked stays on the list and becomes a member when the catalogue knows it. Lifts an exclusion: the latest action on a domain holds. Needs editor access.
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
         * Domains that are kept off a list
         * @description Latest first.
         */
        get: operations["getExcludedDomains"];
        put?: never;
        /**
         * Keep domains off a list
         * @description Beats everything: neither the definition nor an earlier addition makes such a company a member. Needs editor access.
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
         * @description RFC 4180 in UTF-8, rows ending in LF; a cell that a spreadsheet would run gets a leading apostrophe. Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. Too few credits: 402 before the first byte. `Content-Location` names the file of exactly these members: a download from there is free for as long as the export is valid, whatever becomes of the list, and so is the repetition of one that broke off. An Idempotency-Key is not heeded. HEAD is 405.
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
    "/v1/lists/{list_id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who can access a list
         * @description The owner and everybody that access was granted to, oldest first.
         */
        get: operations["getPermissions"];
        put?: never;
        /**
         * Grant access to a list
         * @description To one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access. Only the owner can.
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
         * Take access away
         * @description Holds at once. Only the owner can.
         */
        delete: operations["revokePermission"];
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
         * Give a list to somebody else
         * @description The old owner becomes editor. Only the owner can.
         */
        post: operations["transferOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * What was done with a list
         * @description Every change, newest first.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The answer would be larger than the service sends at once. Nothing was charged. */
        AnswerTooLargeProblem: {
            detail: {
                /** @constant */
                error: "answer_too_large";
                /** @description What to do next, for people. */
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
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The body is over 1 MiB. */
        BodyTooLargeProblem: {
            detail: {
                /** @constant */
                error: "body_too_large";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description A tracked company. Fields without data are left out, never null. */
        Company: {
            name: string;
            /** @description Never changes, holds no dot; usable as an identifier. */
            slug: string;
            primary_domain: string;
            /** @description Distinct partners. */
            partnership_count: number;
            /** @description Every domain, the primary one first. */
            domains?: string[];
            investors?: string[];
            /** @description With `include=technologies`: most detections first. */
            technologies?: components["schemas"]["Technology"][];
            /** @description With `include=firmographics`. */
            firmographics?: components["schemas"]["Firmographics"];
        };
        /** @description No tracked company has the domain or slug. */
        CompanyNotFoundProblem: {
            detail: {
                /** @constant */
                error: "company_not_found";
                /** @description What to do next, for people. */
                message: string;
                /** @description The identifier as it was sent. */
                identifier: string;
            };
        };
        /** @description A company in short. */
        CompanyReference: {
            /** @description The id of the company. */
            company_id: number;
            name: string;
            slug: string;
            primary_domain: string;
            /** @description Distinct partners. */
            partnership_count: number;
        };
        /** @description What a company must have: a field, an operator, 1 to 250 values. */
        Condition: {
            field: components["schemas"]["FilterFieldKey"];
            operator: components["schemas"]["FilterOperatorKey"];
            values: (string | number | boolean)[];
        };
        /** @description A report of data that looks wrong, in the queue for a review. */
        DataFlag: {
            /** @description The id of the flag. */
            flag_id: number;
            /** @description The company that is to be reviewed. */
            company_id: number;
            /** @enum {string} */
            status: "queued";
        };
        /** @description A filter tree and the version of the catalogue that it was written for. */
        Definition: {
            /** @description From `GET /v1/lists/filter-fields`. */
            registry_version: string;
            /** @description Null in a new list: it matches nothing by itself. */
            root: components["schemas"]["Node"] | null;
        };
        /** @description The list moved meanwhile, or If-Match names another version. Nothing was stored: read again and retry. */
        DefinitionConflictProblem: {
            detail: {
                /** @constant */
                error: "definition_conflict";
                /** @description What to do next, for people. */
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
            /** @description What would have been right here. */
            allowed?: string[];
            did_you_mean?: string[];
        };
        /** @description What a definition would change, against the current members. */
        DefinitionPreview: {
            /** @description How many match, up to 10000. */
            count: number;
            /** @description Whether there are 10000 or more. */
            capped: boolean;
            /** @description Matches that are no members yet. */
            added_count: number;
            /** @description Members that would no longer match. */
            removed_count: number;
            added_sample: components["schemas"]["CompanyReference"][];
            removed_sample: components["schemas"]["CompanyReference"][];
        };
        /** @description A version of a definition. */
        DefinitionVersion: {
            /** @description 1, 2, … */
            version: number;
            author: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            created_at: string;
            definition: components["schemas"]["Definition"];
        };
        /** @description A version of a definition in short. */
        DefinitionVersionReference: {
            /** @description 1, 2, … */
            version: number;
            author: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            created_at: string;
        };
        /** @description The domain is not among those that were put there by hand. */
        DomainNotFoundProblem: {
            detail: {
                /** @constant */
                error: "domain_not_found";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description What became of the domains. */
        DomainsChanged: {
            /** @description Put on the list now. */
            added: string[];
            already_present: string[];
            /** @description Those of `added` that no company is known for, yet. */
            not_tracked: string[];
            /** @description What is no domain, as it was sent. */
            invalid: string[];
        };
        /** @description The answer to a batch of domains. */
        Enrichment: {
            /** @description One for each cleaned domain, in order of first appearance. */
            results: components["schemas"]["EnrichmentResult"][];
            /** @description The number of results. */
            total_domains_requested: number;
            /** @description Domains of a known company. */
            domains_found: number;
            /** @description Domains of a known company that has partners. */
            domains_with_partnerships: number;
        };
        /** @description What is known of one domain of the batch. */
        EnrichmentResult: {
            /** @description The domain, cleaned. */
            domain: string;
            /**
             * @description `no_partnerships`: the company is known, partners are not. `not_tracked`: no company is known.
             * @enum {string}
             */
            status: "found" | "no_partnerships" | "not_tracked";
            /** @description Null when not tracked. */
            company_name: string | null;
            company_id: number | null;
            /** @description Null when not tracked. */
            slug: string | null;
            /** @description Latest observation first; empty when there is none. */
            partnerships: components["schemas"]["Partnership"][];
            /** @description How many partners. */
            partnership_count: number;
        };
        /** @description The materialization of the export was never exported, its 30 days are over, or the list was deleted. */
        ExportExpiredProblem: {
            detail: {
                /** @constant */
                error: "export_expired";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description Everything that a filter can be made of. */
        FilterCatalog: {
            /** @description What a definition is stamped with. */
            registry_version: string;
            fields: components["schemas"]["FilterField"][];
            operators: components["schemas"]["FilterOperator"][];
        };
        /** @description A field that a condition can be about. */
        FilterField: {
            key: components["schemas"]["FilterFieldKey"];
            label: string;
            /**
             * @description What its values are.
             * @enum {string}
             */
            type: "company" | "integer" | "text" | "vocabulary";
            operators: components["schemas"]["FilterOperatorKey"][];
            /** @description All values of a vocabulary of up to 300; absent where they are to be searched, or any value goes. */
            values?: components["schemas"]["FilterValue"][];
            /** @description The most values in one condition. */
            max_values: number;
            /** @description Whether its evidence has dates, which decide the tier of a member. */
            dated: boolean;
            /** @description A condition to begin with. */
            example: components["schemas"]["Condition"];
        };
        /**
         * @description What a condition is about.
         * @enum {string}
         */
        FilterFieldKey: "country" | "domain" | "employee_range" | "founded_year" | "industry" | "investor" | "name" | "partner" | "partnership_count" | "technology" | "technology_category" | "technology_count";
        /** @description A way to compare. */
        FilterOperator: {
            key: components["schemas"]["FilterOperatorKey"];
            label: string;
            /** @description How many values it takes. */
            values: {
                min: number;
                max: number;
            };
        };
        /**
         * @description How a condition compares; which of them a field allows, the catalogue says.
         * @enum {string}
         */
        FilterOperatorKey: "all_of" | "any_of" | "between" | "contains" | "ends_with" | "eq" | "equals" | "gte" | "is_known" | "lte" | "none_of" | "starts_with";
        /** @description A value that a condition can name. */
        FilterValue: {
            /** @description What goes into `values`. */
            value: string;
            /** @description What people call it. */
            label: string;
            /** @description How many companies have it, whenever seen. */
            company_count: number;
        };
        /** @description What is known of a company as a business. Fields without data are left out. */
        Firmographics: {
            industry?: string;
            /** @enum {string} */
            employee_range?: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+";
            /** @description ISO 3166-1 alpha-2. */
            country?: string;
            founded_year?: number;
            /** @description Distinct technologies. */
            technology_count: number;
            /** @description Investors. */
            investor_count: number;
            /** @description Domains. */
            domain_count: number;
        };
        /** @description The first request with this Idempotency-Key is still being carried out. */
        IdempotencyInProgressProblem: {
            detail: {
                /** @constant */
                error: "idempotency_in_progress";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The Idempotency-Key came with another request before. */
        IdempotencyKeyReusedProblem: {
            detail: {
                /** @constant */
                error: "idempotency_key_reused";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The first request with this Idempotency-Key was carried out, and its answer cannot be given again. */
        IdempotencyResponseLostProblem: {
            detail: {
                /** @constant */
                error: "idempotency_response_lost";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The list is visible to the caller, whose access does not allow this. */
        InsufficientAccessProblem: {
            detail: {
                /** @constant */
                error: "insufficient_access";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The balance does not suffice. Nothing was charged, nothing is returned. */
        InsufficientCreditsProblem: {
            detail: {
                /** @constant */
                error: "insufficient_credits";
                /** @description What to do next, for people. */
                message: string;
                /** @description Credits that the call would have cost. */
                required: number;
                /** @description Credits that are left. */
                balance: number;
            };
        };
        /** @description A fault of ours; X-Request-Id finds it in our logs. */
        InternalErrorProblem: {
            detail: {
                /** @constant */
                error: "internal_error";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description There is no key, or it is unknown, revoked or expired: the same answer for each. */
        InvalidApiKeyProblem: {
            detail: {
                /** @constant */
                error: "invalid_api_key";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The definition is malformed, unbounded, or names what there is not. */
        InvalidDefinitionProblem: {
            detail: {
                /** @constant */
                error: "invalid_definition";
                /** @description What to do next, for people. */
                message: string;
                /** @description Everything that is wrong, up to 50 of it. */
                errors: components["schemas"]["DefinitionError"][];
            };
        };
        /** @description A saved, named set of companies. */
        List: {
            /** @description The id of the list. */
            list_id: number;
            name: string;
            definition: components["schemas"]["Definition"];
            /** @description 1 for a new list, one more with each definition that is saved. */
            definition_version: number;
            /**
             * @description What the caller may do with it.
             * @enum {string}
             */
            access_level: "viewer" | "editor" | "owner";
            owner: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            updated_at: string;
        };
        /** @description A domain that somebody put on a list, or keeps off it. */
        ListDomain: {
            domain: string;
            /** @description Absent while no company is known for the domain. */
            company_id?: number;
            added_by: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            added_at: string;
        };
        /** @description One change of a list. */
        ListEvent: {
            /** @description Larger for later ones. */
            event_id: number;
            /** @description What was done: `list_created`, `list_renamed`, `definition_replaced`, `definition_restored`, `domains_added`, `domain_removed`, `domains_excluded`, `domain_unexcluded`, `permission_granted`, `permission_changed`, `permission_revoked`, `ownership_transferred`, `list_exported`. More may come. */
            action: string;
            actor: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            at: string;
            /** @description What it was done with. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description There is no such list, or the caller does not see it: the same answer for both. */
        ListNotFoundProblem: {
            detail: {
                /** @constant */
                error: "list_not_found";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description A list and who can access it beside its owner. */
        ListWithPermissions: {
            /** @description The id of the list. */
            list_id: number;
            name: string;
            definition: components["schemas"]["Definition"];
            /** @description 1 for a new list, one more with each definition that is saved. */
            definition_version: number;
            /**
             * @description What the caller may do with it.
             * @enum {string}
             */
            access_level: "viewer" | "editor" | "owner";
            owner: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            updated_at: string;
            permissions: components["schemas"]["Permission"][];
        };
        /** @description The body is not JSON. */
        MalformedJsonProblem: {
            detail: {
                /** @constant */
                error: "malformed_json";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description A company in a list. */
        Member: {
            /** @description The id of the company. */
            company_id: number;
            name: string;
            slug: string;
            primary_domain: string;
            /** @description Distinct partners. */
            partnership_count: number;
            /**
             * @description How fresh the evidence is: 90 days, 365 days, ever.
             * @enum {string}
             */
            tier: "high" | "medium" | "exploratory";
            /**
             * @description Whether the definition matched it or it was added by hand.
             * @enum {string}
             */
            source: "definition" | "added";
        };
        /** @description A page of members, by tier, then by company_id. */
        Members: {
            members: components["schemas"]["Member"][];
            /** @description How many there are in all. */
            total: number;
            /** @description The `limit` that was asked for. */
            limit: number;
            /** @description The `offset` that was asked for. */
            offset: number;
            /** @description The version of the definition that the members are of. */
            definition_version: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
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
                /** @description What to do next, for people. */
                message: string;
                /** @description The class of costs whose budget is meant, as in the header RateLimit. */
                class?: string;
                /** @description Seconds to wait: the header Retry-After as a number. */
                retry_after: number;
            };
        };
        /** @description A partner, whichever side the relationship was observed from. */
        Partnership: {
            partner_name: string;
            partner_domain: string;
            partner_slug: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            first_observed_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            last_observed_at: string;
            /** @description How often the two were observed together, from either side. */
            observation_count: number;
            /** @description Reserved; always null. */
            category: null;
            /** @description Reserved; always null. */
            description: null;
        };
        /** @description Access to a list, for one user or the whole organization. */
        Permission: {
            /** @description What the permission is revoked by. */
            permission_id: number;
            /** @enum {string} */
            scope: "user" | "org_wide";
            /** @description Who was granted access; absent when the whole organization was. */
            user_id?: number;
            /** @enum {string} */
            access_level: "viewer" | "editor";
            granted_by: components["schemas"]["UserReference"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            created_at: string;
        };
        /** @description The list has no such permission. */
        PermissionNotFoundProblem: {
            detail: {
                /** @constant */
                error: "permission_not_found";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description Who can access a list. */
        Permissions: {
            owner: components["schemas"]["UserReference"];
            permissions: components["schemas"]["Permission"][];
        };
        /** @description How many companies match. */
        PreviewCount: {
            /** @description How many match, up to 10000. */
            count: number;
            /** @description Whether there are 10000 or more. */
            capped: boolean;
        };
        /** @description The organization, the list or the owner of the key has as much of this as is possible. Nothing was changed. */
        QuotaExceededProblem: {
            detail: {
                /** @constant */
                error: "quota_exceeded";
                /** @description What to do next, for people. */
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
        /** @description The budget of the caller does not suffice; Retry-After says how long to wait. Without it the request costs more points than a window has, and never fits. */
        RateLimitedProblem: {
            detail: {
                /** @constant */
                error: "rate_limited";
                /** @description What to do next, for people. */
                message: string;
                /** @description The class of costs whose budget is meant, as in the header RateLimit. */
                class: string;
                /** @description Points that the caller has in a window. */
                limit: number;
                /** @description Points that the request costs, where it can never fit. */
                points?: number;
                /** @description How long a window is. */
                window_seconds: number;
                /** @description Seconds to wait: the header Retry-After as a number. */
                retry_after?: number;
            };
        };
        /** @description The definition as it was saved. */
        SavedDefinition: {
            /** @description The version that was appended. */
            definition_version: number;
            definition: components["schemas"]["Definition"];
        };
        /** @description A technology detected at a company. */
        Technology: {
            /** @description What conditions on `technology` name it by. */
            tech_key: string;
            display_name: string;
            /** @description How often it was detected. */
            detection_count: number;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC, ending in Z.
             */
            last_seen: string;
        };
        /** @description How many members a list has in each tier. */
        TierCounts: {
            /** @description All members. */
            total_count: number;
            /** @description Members of the tier `high`. */
            high_count: number;
            /** @description Members of the tier `medium`. */
            medium_count: number;
            /** @description Members of the tier `exploratory`. */
            exploratory_count: number;
        };
        /** @description It took too long and was given up. */
        TimeoutProblem: {
            detail: {
                /** @constant */
                error: "timeout";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The database cannot be reached; Retry-After says when to try again. */
        UnavailableProblem: {
            detail: {
                /** @constant */
                error: "unavailable";
                /** @description What to do next, for people. */
                message: string;
                /** @description Seconds to wait: the header Retry-After as a number. */
                retry_after: number;
            };
        };
        /** @description The body is in another charset or encoding. */
        UnsupportedMediaTypeProblem: {
            detail: {
                /** @constant */
                error: "unsupported_media_type";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description A key of an organization was used where a personal one is needed. */
        UserCredentialRequiredProblem: {
            detail: {
                /** @constant */
                error: "user_credential_required";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description The organization has no such user. */
        UserNotFoundProblem: {
            detail: {
                /** @constant */
                error: "user_not_found";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description Somebody in the organization. */
        UserReference: {
            /** @description The id of the user. */
            user_id: number;
            /** @description The name of the user. */
            name: string;
        };
        /** @description A parameter or the body has a wrong type, is out of range, missing, or not known. */
        ValidationErrorProblem: {
            detail: {
                /** @constant */
                error: "validation_error";
                /** @description What to do next, for people. */
                message: string;
                /** @description Everything that is wrong, up to 50 of it. */
                errors: components["schemas"]["Violation"][];
            };
        };
        /** @description The definition has no such version. */
        VersionNotFoundProblem: {
            detail: {
                /** @constant */
                error: "version_not_found";
                /** @description What to do next, for people. */
                message: string;
            };
        };
        /** @description One thing wrong in what was sent. */
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
         *     `idempotency_key_reused`: The Idempotency-Key came with another request before.
         *
         *     `invalid_definition`: The definition is malformed, unbounded, or names what there is not.
         *
         *     `validation_error`: A parameter or the body has a wrong type, is out of range, missing, or not known.
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
         *     `idempotency_key_reused`: The Idempotency-Key came with another request before.
         *
         *     `user_not_found`: The organization has no such user.
         *
         *     `validation_error`: A parameter or the body has a wrong type, is out of range, missing, or not known.
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
         *     `idempotency_key_reused`: The Idempotency-Key came with another request before.
         *
         *     `validation_error`: A parameter or the body has a wrong type, is out of range, missing, or not known.
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
         *     `invalid_definition`: The definition is malformed, unbounded, or names what there is not.
         *
         *     `validation_error`: A parameter or the body has a wrong type, is out of range, missing, or not known.
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
         *     `validation_error`: A parameter or the body has a wrong type, is out of range, missing, or not known.
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
        /** @description `definition_conflict`: The list moved meanwhile, or If-Match names another version. Nothing was stored: read again and retry. */
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
         * @description `definition_conflict`: The list moved meanwhile, or If-Match names another version. Nothing was stored: read again and retry.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still being carried out.
         *
         *     `idempotency_response_lost`: The first request with this Idempotency-Key was carried out, and its answer cannot be given again.
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
         * @description `domain_not_found`: The domain is not among those that were put there by hand.
         *
         *     `list_not_found`: There is no such list, or the caller does not see it: the same answer for both.
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
        /** @description `export_expired`: The materialization of the export was never exported, its 30 days are over, or the list was deleted. */
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
         * @description `idempotency_in_progress`: The first request with this Idempotency-Key is still being carried out.
         *
         *     `idempotency_response_lost`: The first request with this Idempotency-Key was carried out, and its answer cannot be given again.
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
         * @description `insufficient_access`: The list is visible to the caller, whose access does not allow this.
         *
         *     `quota_exceeded`: The organization, the list or the owner of the key has as much of this as is possible. Nothing was changed.
         *
         *     `user_credential_required`: A key of an organization was used where a personal one is needed.
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
        /** @description `insufficient_credits`: The balance does not suffice. Nothing was charged, nothing is returned. */
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
        /** @description `internal_error`: A fault of ours; X-Request-Id finds it in our logs. */
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
        /** @description `invalid_api_key`: There is no key, or it is unknown, revoked or expired: the same answer for each. */
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
        /** @description `list_not_found`: There is no such list, or the caller does not see it: the same answer for both. */
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
         * @description `list_not_found`: There is no such list, or the caller does not see it: the same answer for both.
         *
         *     `permission_not_found`: The list has no such permission.
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
         * @description `list_not_found`: There is no such list, or the caller does not see it: the same answer for both.
         *
         *     `version_not_found`: The definition has no such version.
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
         *     `rate_limited`: The budget of the caller does not suffice; Retry-After says how long to wait. Without it the request costs more points than a window has, and never fits.
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
        /** @description `quota_exceeded`: The organization, the list or the owner of the key has as much of this as is possible. Nothing was changed. */
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
         * @description `quota_exceeded`: The organization, the list or the owner of the key has as much of this as is possible. Nothing was changed.
         *
         *     `user_credential_required`: A key of an organization was used where a personal one is needed.
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
        /** @description `timeout`: It took too long and was given up. */
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
        /** @description `unsupported_media_type`: The body is in another charset or encoding. */
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
        /** @description `user_credential_required`: A key of an organization was used where a personal one is needed. */
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
        /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
        IdempotencyKey: string;
        /** @description The version that is to be replaced, as `ETag` gave it. Another version there: 409. */
        IfMatch: string;
        /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Finds the request in our logs. A valid one that was sent comes back. */
        "X-Request-Id": string;
        /** @description How to authenticate. */
        "WWW-Authenticate": string;
        /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
        ETag: string;
        /** @description Who may keep it, and for how long. */
        "Cache-Control": string;
        /** @description Where the new list is. */
        Location: string;
        /** @description The path of exactly this content: another download from there is free. */
        "Content-Location": string;
        /** @description A name for the file. */
        "Content-Disposition": string;
        /** @description Credits that this call cost. */
        "X-Credits-Charged": number;
        /** @description The balance afterwards, in credits. */
        "X-Credits-Remaining": number;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description What is left of the budgets of the caller, by class of costs: `r` points for `t` seconds (draft-ietf-httpapi-ratelimit-headers). Absent where limits are off. */
        RateLimit: string;
        /** @description The budgets of the caller, by class of costs: `q` points in `w` seconds. Absent where limits are off. */
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
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description The company. */
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
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description The flag is queued. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description A result for each domain, in the order of first appearance. */
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
    getFilterFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue. */
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
            /** @description What `If-None-Match` names is still current. */
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
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description A page of values. */
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
                        /** @description How many there are in all. */
                        total: number;
                        /** @description The `limit` that was asked for. */
                        limit: number;
                        /** @description The `offset` that was asked for. */
                        offset: number;
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
            /** @description The count. */
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
    searchCompanies: {
        parameters: {
            query: {
                /**
                 * @description Part of a name or domain.
                 * @example lebe
                 */
                q: string;
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
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
                        /** @description Best match first. */
                        companies: components["schemas"]["CompanyReference"][];
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
    getLists: {
        parameters: {
            query?: {
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lists. */
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
                        /** @description How many there are in all. */
                        total: number;
                        /** @description The `limit` that was asked for. */
                        limit: number;
                        /** @description The `offset` that was asked for. */
                        offset: number;
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
                    /** @description What the list is to match. */
                    definition?: components["schemas"]["Definition"];
                };
            };
        };
        responses: {
            /** @description The new list. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
                    ETag: string;
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
    getList: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description The list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
                    ETag: string;
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
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description It is gone. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description The list. */
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
    getListDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description The definition. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
                    ETag: string;
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
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version that is to be replaced, as `ETag` gave it. Another version there: 409. */
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
            /** @description As it was saved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
                    ETag: string;
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
            /** @description The comparison. */
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
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description A page of versions. */
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
                        /** @description How many there are in all. */
                        total: number;
                        /** @description The `limit` that was asked for. */
                        limit: number;
                        /** @description The `offset` that was asked for. */
                        offset: number;
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
                    ETag: string;
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
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description As it was saved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`. */
                    ETag: string;
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
    getMembers: {
        parameters: {
            query?: {
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
                /** @description Only members of this tier. */
                tier?: "high" | "medium" | "exploratory";
                /** @description Only members whose name or domain contains this. */
                search_name_or_domain?: string;
                /** @description Compute anew even if nothing changed. */
                force_refresh?: boolean;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description A page of members. */
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
            /** @description What `If-None-Match` names is still current. */
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
    materializeList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description The counts. */
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
    getAddedDomains: {
        parameters: {
            query?: {
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description A page of domains. */
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
                        /** @description How many there are in all. */
                        total: number;
                        /** @description The `limit` that was asked for. */
                        limit: number;
                        /** @description The `offset` that was asked for. */
                        offset: number;
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description What became of them. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /**
                 * @description A domain that was put there by hand.
                 * @example kewoqoqa.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is no longer there. */
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
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description A page of domains. */
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
                        /** @description How many there are in all. */
                        total: number;
                        /** @description The `limit` that was asked for. */
                        limit: number;
                        /** @description The `offset` that was asked for. */
                        offset: number;
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description What became of them. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `list_id` of a list. */
                list_id: number;
                /**
                 * @description A domain that was put there by hand.
                 * @example kewoqoqa.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is no longer there. */
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
                /** @description Members that were exported before: their file again, which never charges. 410 when they were not, or when their 30 days are over. */
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
            /** @description The members, one a row. */
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
    getPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description The owner and the permissions. */
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
            /** @description What `If-None-Match` names is still current. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
                    /** @description A user of the organization; or name them by `email`. */
                    user_id?: number;
                    /** @description The e-mail address of a user of the organization. */
                    email?: string;
                    /** @description True: everybody in the organization, instead of one user. */
                    org_wide?: boolean;
                    /**
                     * @description What they may do.
                     * @enum {string}
                     */
                    access_level: "viewer" | "editor";
                };
            };
        };
        responses: {
            /** @description Access that was there before, changed. */
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
            /** @description The new permission. */
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
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
            /** @description It is gone. */
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
    transferOwnership: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request. */
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
                    /** @description A user of the organization; or name them by `email`. */
                    user_id?: number;
                    /** @description The e-mail address of a user of the organization. */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description The list as the caller sees it now. */
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
    getAuditLog: {
        parameters: {
            query?: {
                /** @description How many at most. More than the maximum is refused. */
                limit?: number;
                /** @description How many to leave out before the first. */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that the caller has the content of: 304 when that is still current. */
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
            /** @description A page of changes. */
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
                        /** @description How many there are in all. */
                        total: number;
                        /** @description The `limit` that was asked for. */
                        limit: number;
                        /** @description The `offset` that was asked for. */
                        offset: number;
                    };
                };
            };
            /** @description What `If-None-Match` names is still current. */
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
}
