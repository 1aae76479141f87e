import { z } from 'zod';
import {
  EnrichPartnershipsDocument,
  FlagCompanyDocument,
  GetCompanyDocument,
} from '../generated/operations.ts';
import { toCompanyRecord } from './company-record.ts';
import { includeList } from './parameters.ts';
import { type Route, route } from './route.ts';

const NOTHING = z.strictObject({});
const NO_BODY = z.unknown();
const IDENTIFIER = z.strictObject({ identifier: z.string() });

/** Every path under /v1: a saved document and a mapping each (contract, "Two doors, one house"). */
export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/companies/:identifier',
    document: GetCompanyDocument,
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
];
