import { z } from 'zod';
import {
  AddDomainsDocument,
  ExcludeDomainsDocument,
  ExportListDocument,
  GetAddedDomainsDocument,
  GetExcludedDomainsDocument,
  GetMembersDocument,
  MaterializeListDocument,
  RemoveDomainDocument,
  UnexcludeDomainDocument,
} from '../generated/operations.ts';
import { requirePrincipal } from '../graphql/principal.ts';
import { memberDocs } from './docs/member-docs.ts';
import { LIST, LIST_ID, noContent, PAGED } from './list-parts.ts';
import { toPageOf, withoutNulls } from './list-records.ts';
import { NO_BODY, NOTHING, optionalBoolean, optionalId, PAGE, word } from './parameters.ts';
import { type Route, route } from './route.ts';

const EMPTY = z.strictObject({}).default({});
const DOMAINS = z.strictObject({ domains: z.array(z.string()) });
const DOMAIN = z.strictObject({ list_id: LIST_ID, domain: z.string() });
const TIERS = { high: 'HIGH', medium: 'MEDIUM', exploratory: 'EXPLORATORY' } as const;

/** Members, and domains by hand (contract, section 6). */
export const listMemberRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/lists/:list_id/members',
    document: GetMembersDocument,
    docs: memberDocs.getMembers,
    params: LIST,
    query: z.strictObject({
      ...PAGE,
      tier: word(['high', 'medium', 'exploratory']),
      search_name_or_domain: z.string('must be given once').optional(),
      force_refresh: optionalBoolean(),
    }),
    body: NO_BODY,
    variables: ({
      params,
      query: { limit, offset, tier, search_name_or_domain: search, force_refresh },
    }) => ({
      listId: params.list_id,
      limit,
      offset,
      tier: tier === undefined ? undefined : TIERS[tier],
      search,
      forceRefresh: force_refresh,
    }),
    reply: ({ list: { members } }, { query }) => ({
      body: {
        ...toPageOf('members', members, query, ({ company, tier, source }) => ({
          ...company,
          tier: tier.toLowerCase(),
          source: source.toLowerCase(),
        })),
        ...members.materialization,
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/materialize',
    document: MaterializeListDocument,
    docs: memberDocs.materializeList,
    params: LIST,
    query: NOTHING,
    body: EMPTY,
    variables: ({ params }) => ({ input: { listId: params.list_id } }),
    reply: ({ materializeList }) => ({ body: materializeList.counts }),
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id/domains',
    document: GetAddedDomainsDocument,
    docs: memberDocs.getAddedDomains,
    params: LIST,
    query: PAGED,
    body: NO_BODY,
    variables: ({ params, query }) => ({ listId: params.list_id, ...query }),
    reply: ({ list }, { query }) => ({ body: toPageOf('domains', list.domains, query, withoutNulls) }),
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/domains',
    document: AddDomainsDocument,
    docs: memberDocs.addDomains,
    params: LIST,
    query: NOTHING,
    body: DOMAINS,
    variables: ({ params, body }) => ({ input: { listId: params.list_id, ...body } }),
    reply: ({ addDomains }) => ({ body: addDomains }),
  }),
  route({
    method: 'DELETE',
    path: '/lists/:list_id/domains/:domain',
    document: RemoveDomainDocument,
    docs: memberDocs.removeDomain,
    params: DOMAIN,
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ input: { listId: params.list_id, domain: params.domain } }),
    reply: noContent,
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id/excluded-domains',
    document: GetExcludedDomainsDocument,
    docs: memberDocs.getExcludedDomains,
    params: LIST,
    query: PAGED,
    body: NO_BODY,
    variables: ({ params, query }) => ({ listId: params.list_id, ...query }),
    reply: ({ list }, { query }) => ({ body: toPageOf('domains', list.domains, query, withoutNulls) }),
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/excluded-domains',
    document: ExcludeDomainsDocument,
    docs: memberDocs.excludeDomains,
    params: LIST,
    query: NOTHING,
    body: DOMAINS,
    variables: ({ params, body }) => ({ input: { listId: params.list_id, ...body } }),
    reply: ({ excludeDomains }) => ({ body: excludeDomains }),
  }),
  route({
    method: 'DELETE',
    path: '/lists/:list_id/excluded-domains/:domain',
    document: UnexcludeDomainDocument,
    docs: memberDocs.unexcludeDomain,
    params: DOMAIN,
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ input: { listId: params.list_id, domain: params.domain } }),
    reply: noContent,
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id/export.csv',
    document: ExportListDocument,
    docs: memberDocs.exportList,
    charges: true,
    params: LIST,
    query: z.strictObject({ materialization: optionalId() }),
    body: NO_BODY,
    variables: ({ params, query }) => ({ input: { listId: params.list_id, ...query } }),
    reply: ({ exportList: { materialization, creditsCharged, creditsRemaining, url } }, { params }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="list-${params.list_id}.csv"`,
        'Content-Location': url,
        'X-Credits-Charged': String(creditsCharged),
        'X-Credits-Remaining': String(creditsRemaining),
      },
      stream: ({ services, principal }) =>
        services.lists.openCsv(requirePrincipal(principal), params.list_id, Number(materialization.id)),
    }),
  }),
];
