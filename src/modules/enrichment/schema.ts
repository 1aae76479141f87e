import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { answerBudgetOf } from '../../graphql/limits/answer-size.ts';
import { EACH, EXPECTED_PARTNERS, entriesPrice } from '../../graphql/prices.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { CompanyRef } from '../catalogue/company-type.ts';
import { PartnershipRef } from '../catalogue/edge-types.ts';
import { assertAnswerFits, resultSizeOf } from './answer-size-schema.ts';
import type { Enrichment, EnrichmentCall, EnrichmentResult, Estimate } from './enrichment-service.ts';

const EnrichmentStatus = builder.enumType('EnrichmentStatus', {
  description: 'What became of a domain.',
  values: {
    FOUND: { description: 'The company is known and has partners.' },
    NO_PARTNERSHIPS: { description: 'The company is known and has no recorded partners.' },
    NOT_TRACKED: { description: 'No company is known for the domain.' },
  } as const,
});

const ChargeKind = builder.enumType('ChargeKind', {
  description: 'How a result was paid for.',
  values: {
    CHARGED: { description: 'One credit was charged by this call.' },
    IN_WINDOW: { description: 'Paid for within the last 30 days, so free now.' },
    FREE: { description: 'Costs nothing.' },
  } as const,
});

const EnrichmentResultRef = builder.objectRef<EnrichmentResult>('EnrichmentResult').implement({
  description: 'What is known of one domain of the batch.',
  extensions: inheritsAccess,
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain, cleaned.' }),
    status: t.expose('status', { type: EnrichmentStatus, description: 'What became of the domain.' }),
    companyId: t.exposeInt('companyId', { nullable: true, description: 'Null when not tracked.' }),
    companyName: t.exposeString('companyName', { nullable: true, description: 'Null when not tracked.' }),
    slug: t.exposeString('slug', { nullable: true, description: 'Null when not tracked.' }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'The company itself; null when not tracked.',
      resolve: ({ companyId }, _args, { loaders }) =>
        companyId === null ? null : loaders.company.load(companyId),
    }),
    partnerships: t.expose('partnerships', {
      type: [PartnershipRef],
      complexity: { field: EXPECTED_PARTNERS, multiplier: EXPECTED_PARTNERS },
      description: 'Every partner, latest observation first; empty when there is none.',
    }),
    partnershipCount: t.exposeInt('partnershipCount', { description: 'How many partners.' }),
    charge: t.expose('charge', { type: ChargeKind, description: 'How this result was paid for.' }),
    windowEndsAt: t.expose('windowEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when asking again for this company costs nothing.',
    }),
  }),
});

const EnrichmentPayload = builder.objectRef<Enrichment>('EnrichPartnershipsPayload').implement({
  description: 'The answer to enrichPartnerships.',
  extensions: inheritsAccess,
  fields: (t) => ({
    results: t.expose('results', {
      type: [EnrichmentResultRef],
      complexity: EACH,
      description: 'One for each cleaned domain, in order of first appearance.',
    }),
    totalDomainsRequested: t.exposeInt('totalDomainsRequested', { description: 'The number of results.' }),
    domainsFound: t.exposeInt('domainsFound', { description: 'Domains of a known company.' }),
    domainsWithPartnerships: t.exposeInt('domainsWithPartnerships', {
      description: 'Domains of a known company that has partners.',
    }),
    creditsCharged: t.exposeInt('creditsCharged', { description: 'Credits that this call cost.' }),
    creditsRemaining: t.exposeInt('creditsRemaining', { description: 'The balance afterwards, in credits.' }),
  }),
});

const EstimateRef = builder.objectRef<Estimate>('EnrichmentEstimate').implement({
  description: 'What an enrichment would cost at this moment.',
  extensions: inheritsAccess,
  fields: (t) => ({
    totalDomainsRequested: t.exposeInt('totalDomainsRequested', { description: 'Domains after cleaning.' }),
    domainsFound: t.exposeInt('domainsFound', { description: 'Domains of a known company.' }),
    domainsWithPartnerships: t.exposeInt('domainsWithPartnerships', {
      description: 'Domains of a known company that has partners.',
    }),
    creditsRequired: t.exposeInt('creditsRequired', { description: 'Credits that the call would cost.' }),
    creditBalance: t.exposeInt('creditBalance', { description: 'Credits that there are.' }),
    sufficient: t.exposeBoolean('sufficient', { description: 'Whether the balance covers the cost.' }),
  }),
});

const EnrichPartnershipsInput = builder.inputType('EnrichPartnershipsInput', {
  description: 'The input of enrichPartnerships.',
  fields: (t) => ({
    domains: t.stringList({
      required: true,
      description:
        '1 to 100 domains. Trimmed, lower-cased, a leading www. removed; what has no dot is dropped.',
    }),
  }),
});

builder.mutationField('enrichPartnerships', (t) =>
  t.field({
    type: EnrichmentPayload,
    description:
      'Resolves up to 100 domains and returns their partners: one credit for each company that was not paid for in the last 30 days. All or nothing.',
    extensions: { costClass: 'enrich' },
    authScopes: { anyKey: true },
    complexity: ({ input }) => entriesPrice(input?.domains),
    args: { input: t.arg({ type: EnrichPartnershipsInput, required: true, description: 'The batch.' }) },
    resolve: (_root, { input }, context, info) => {
      const budget = { ...answerBudgetOf(context), maxBytes: context.limits.maxAnswerBytes };
      const assertFits = (partners: readonly number[]) =>
        assertAnswerFits(partners, resultSizeOf(info), budget);
      return context.services.enrichment.enrich({ ...callOf(context), assertFits }, input.domains);
    },
  }),
);

builder.queryField('estimateEnrichment', (t) =>
  t.field({
    type: EstimateRef,
    description: 'What enrichPartnerships would cost for these domains. Free.',
    authScopes: { anyKey: true },
    complexity: ({ domains }) => entriesPrice(domains, { each: EXPECTED_PARTNERS }),
    args: { domains: t.arg.stringList({ required: true, description: '1 to 100 domains.' }) },
    resolve: (_root, { domains }, context) => context.services.enrichment.estimate(callOf(context), domains),
  }),
);

function callOf({ principal, requestId, loaders }: Context): EnrichmentCall {
  return { principal: requirePrincipal(principal), requestId, partnerships: loaders.partnerships };
}
