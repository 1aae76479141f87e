import { z } from 'zod';
import {
  EnrichPartnershipsDocument,
  type FilterFieldKey,
  FlagCompanyDocument,
  GetCompanyDocument,
  GetFilterFieldsDocument,
  GetFilterFieldValuesDocument,
  PreviewCountDocument,
} from '../generated/operations.ts';
import { toCompanyRecord } from './company-record.ts';
import { companyDocs } from './docs/company-docs.ts';
import { filterDocs } from './docs/filter-docs.ts';
import { toFilterCatalog } from './filter-catalog.ts';
import { listDefinitionRoutes } from './list-definition-routes.ts';
import { listMemberRoutes } from './list-member-routes.ts';
import { listRoutes } from './list-routes.ts';
import { listSharingRoutes } from './list-sharing-routes.ts';
import { DEFINITION, includeList, NO_BODY, NOTHING, PAGE } from './parameters.ts';
import { type Route, route } from './route.ts';

const IDENTIFIER = z.strictObject({ identifier: z.string() });

/** Every path under /v1: a saved document and a mapping each (contract, "Two doors, one house"). */
export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/companies/:identifier',
    document: GetCompanyDocument,
    docs: companyDocs.getCompany,
    params: IDENTIFIER,
    query: z.strictObject({ include: includeList(['technologies', 'firmographics']) }),
    body: NO_BODY,
    variables: ({ params, query }) => ({
      identifier: params.identifier,
      technologies: query.include.has('technologies'),
      firmographics: query.include.has('firmographics'),
    }),
    reply: ({ company }) => ({ body: toCompanyRecord(company) }),
  }),
  route({
    method: 'POST',
    path: '/companies/:identifier/flags',
    document: FlagCompanyDocument,
    docs: companyDocs.flagCompany,
    params: IDENTIFIER,
    query: NOTHING,
    body: z.strictObject({ description: z.string().optional() }).default({}),
    variables: ({ params, body }) => ({ input: { ...params, ...body } }),
    reply: ({ flagCompany: { flag } }) => ({
      status: 201,
      body: { ...flag, status: flag.status.toLowerCase() },
    }),
  }),
  route({
    method: 'POST',
    path: '/enrich/partnerships',
    document: EnrichPartnershipsDocument,
    docs: companyDocs.enrichPartnerships,
    charges: true,
    params: NOTHING,
    query: NOTHING,
    body: z.strictObject({ domains: z.array(z.string()) }),
    variables: ({ body }) => ({ input: body }),
    reply: ({ enrichPartnerships: { creditsCharged, creditsRemaining, ...body } }) => {
      const results = body.results.map((result) => ({ ...result, status: result.status.toLowerCase() }));
      const headers = {
        'X-Credits-Charged': String(creditsCharged),
        'X-Credits-Remaining': String(creditsRemaining),
      };
      return { headers, body: { ...body, results } };
    },
  }),
  route({
    method: 'GET',
    path: '/lists/filter-fields',
    document: GetFilterFieldsDocument,
    docs: filterDocs.getFilterFields,
    params: NOTHING,
    query: NOTHING,
    body: NO_BODY,
    variables: () => ({}),
    reply: (data) => ({ body: toFilterCatalog(data) }),
  }),
  route({
    method: 'GET',
    path: '/lists/filter-fields/:field/values',
    document: GetFilterFieldValuesDocument,
    docs: filterDocs.getFilterFieldValues,
    params: z.strictObject({ field: z.string() }),
    query: z.strictObject({ search: z.string('must be given once').optional(), ...PAGE }),
    body: NO_BODY,
    // A field that there is not is refused by the operation, which knows them all.
    variables: ({ params, query }) => ({ ...query, field: params.field as FilterFieldKey }),
    reply: ({ filterFieldValues }, { query: { limit, offset } }) => ({
      body: { ...filterFieldValues, limit, offset },
    }),
  }),
  route({
    method: 'POST',
    path: '/lists/preview-count',
    document: PreviewCountDocument,
    docs: filterDocs.previewCount,
    params: NOTHING,
    query: NOTHING,
    body: DEFINITION,
    variables: ({ body }) => ({ definition: body }),
    reply: ({ previewCount }) => ({ body: previewCount }),
  }),
  ...listRoutes,
  ...listDefinitionRoutes,
  ...listMemberRoutes,
  ...listSharingRoutes,
];
