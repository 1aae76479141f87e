import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { EACH, EXPECTED_PARTNERS, entriesPrice, FREE } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { type AnswerBudget, answerBudgetOf, answerTooLarge } from '../../graphql/limits/answer-size.ts';
import { mutationForAnyKey, payload } from '../../graphql/mutation.ts';
import { type Selections, selectionsOf } from '../../graphql/selections.ts';
import type { Partnership } from '../catalogue/company.ts';
import { PartnershipRef } from '../catalogue/edge-types.ts';
import { CompanyRef } from '../catalogue/types.ts';
import { MAX_CREDITS, toMaxCredits } from '../credits/billing.ts';
import type {
  ChargeKind,
  DroppedInput,
  Enrichment,
  EnrichmentCall,
  EnrichmentResult,
  EnrichmentService,
  EnrichmentStatus,
  Estimate,
} from './service.ts';

/** Estimated characters of a value, such as a timestamp or a name. */
const VALUE_CHARACTERS = 30;

/** Characters of a result without its partnerships, and of one partnership. */
interface ResultSize {
  result: number;
  partnership: number;
}

/** Sizes of the results of a field that a document selects once: those of saved and of cached documents are found once. */
const sizes = new WeakMap<FieldNode, ResultSize>();

/** Estimates the size of a result from the fields that a document selects, including aliases and fragments. */
function resultSizeOf(info: GraphQLResolveInfo): ResultSize {
  const only = info.fieldNodes.length === 1 ? info.fieldNodes[0] : undefined;
  const known = only && sizes.get(only);
  if (known) return known;
  const size: ResultSize = { result: 0, partnership: 0 };
  for (const results of selectionsOf(info).flatMap((each) => each.below('results'))) {
    size.result += charactersOf(results);
    for (const partnership of results.below('partnerships')) size.partnership += charactersOf(partnership);
  }
  if (only) sizes.set(only, size);
  return size;
}

/** Returns the characters of the keys of an object, with a value for each. */
function charactersOf(selections: Selections): number {
  return selections.keys().reduce((sum, key) => sum + key.length + VALUE_CHARACTERS, 0);
}

/**
 * Refuses a batch whose response would be larger than its budget, before it is charged.
 *
 * @param found the stored number of partners of each result.
 * @throws Fault answer_too_large with the number of domains that fit.
 */
function assertAnswerFits(
  found: ReadonlyArray<{ partnershipCount: number }>,
  { result, partnership }: ResultSize,
  budget: AnswerBudget,
): void {
  let left = budget.maxBytes;
  for (const [index, { partnershipCount }] of found.entries()) {
    left -= result + partnershipCount * partnership;
    if (left < 0) throw answerTooLarge({ ...budget, isWrite: false }, index === 0 ? undefined : index);
  }
}

declare module '../../graphql/context.ts' {
  interface Services {
    enrichment: EnrichmentService;
  }
}

const statuses = defineEnum<EnrichmentStatus>('EnrichmentStatus', {
  description: 'Outcome for one domain of the batch: whether a company was found and has partners.',
  values: {
    FOUND: 'The domain belongs to a company that has partners.',
    NO_PARTNERSHIPS: 'The domain belongs to a company without recorded partners.',
    NOT_TRACKED: 'The domain belongs to no company in the catalogue.',
  },
});

const chargeKinds = defineEnum<ChargeKind>('ChargeKind', {
  description: 'Whether a result cost a credit.',
  values: {
    CHARGED: 'This call charged one credit for the company.',
    IN_WINDOW: 'The organization paid for the company in the last 30 days, so it is free now.',
    FREE: 'The result is free: no company was found, or this service charges only for companies with partners.',
  },
});

const EnrichmentResultRef = innerType<EnrichmentResult>('EnrichmentResult', {
  description: 'Result for one domain of the batch.',
  fields: (t) => ({
    domain: t.exposeString('domain', {
      description:
        'Domain after cleaning: in lower case, without a leading `www.`. It stays in Unicode or in A-labels, as it was sent.',
    }),
    status: t.expose('status', {
      type: statuses.type,
      description: 'Whether a company was found, and whether it has partners.',
    }),
    companyId: t.exposeInt('companyId', {
      nullable: true,
      description: 'Numeric id of the company; null if the domain is not tracked.',
    }),
    companyName: t.exposeString('companyName', {
      nullable: true,
      description: 'Name of the company; null if the domain is not tracked.',
    }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'Slug of the company; null if the domain is not tracked.',
    }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'Company; null if the domain is not tracked.',
      resolve: ({ companyId }, _args, { loaders }) =>
        companyId === null ? null : loaders.company.load(companyId),
    }),
    partnerships: t.field({
      type: [PartnershipRef],
      price: { field: EXPECTED_PARTNERS, multiplier: EXPECTED_PARTNERS },
      extensions: { isRowList: true },
      description:
        'All partners of the company, latest observation first, without pages; empty if there are none. A batch is refused before it is charged if its response would be too large.',
      // GraphQL takes any iterable. The types of Pothos know arrays alone.
      resolve: ({ partnerships }) => partnerships as readonly Partnership[],
    }),
    partnershipCount: t.expose('partnershipCount', {
      type: 'SafeInt',
      description: 'Number of partners; 0 if the domain is not tracked.',
    }),
    charge: t.expose('charge', { type: chargeKinds.type, description: 'Whether this result cost a credit.' }),
    windowEndsAt: t.expose('windowEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'How long the company stays free for the organization; null if it was not paid for.',
    }),
    inputs: t.exposeStringList('inputs', {
      description: 'Entries of the batch that led to this result, as they were sent.',
    }),
    didYouMean: t.exposeString('didYouMean', {
      nullable: true,
      description:
        'Tracked domain of the host, if the entry is a URL, an e-mail address or a host with a port. Cleaning does not cut those: send this domain instead.',
    }),
  }),
});

const DroppedInputRef = innerType<DroppedInput>('DroppedInput', {
  description: 'An entry of the batch without a result.',
  fields: (t) => ({
    input: t.exposeString('input', { description: 'Entry as it was sent.' }),
    reason: t.exposeString('reason', { description: 'Why it cannot be a domain.' }),
  }),
});

const EstimateRef = innerType<Estimate>('EnrichmentEstimate', {
  description: 'Price of an enrichment at this moment.',
  fields: (t) => ({
    totalDomainsRequested: t.exposeInt('totalDomainsRequested', {
      description: 'Number of distinct domains after cleaning.',
    }),
    domainsFound: t.exposeInt('domainsFound', { description: 'Number of domains that belong to a company.' }),
    domainsWithPartnerships: t.exposeInt('domainsWithPartnerships', {
      description: 'Number of domains that belong to a company with partners.',
    }),
    domainsUnlocked: t.exposeInt('domainsUnlocked', {
      description:
        'Number of domains whose company the organization has unlocked in the last 30 days. They cost nothing.',
    }),
    creditsRequired: t.expose('creditsRequired', {
      type: 'SafeInt',
      description: 'Credits that the call would charge.',
    }),
    creditBalance: t.expose('creditBalance', {
      type: 'SafeInt',
      description: 'Current balance of the organization, in credits.',
    }),
    sufficient: t.exposeBoolean('sufficient', { description: 'Whether the balance covers the price.' }),
  }),
});

mutationForAnyKey('enrichPartnerships', {
  description:
    'Returns the partners of up to 100 domains. Charges one credit for each company that the organization has not paid for in the last 30 days. All or nothing: INSUFFICIENT_CREDITS charges and returns nothing.',
  extensions: { costClass: 'enrich' },
  takes: 'Domains to enrich, at most 100.',
  input: (t) => ({
    domains: t.stringList({
      required: true,
      description:
        '1 to 100 domains. They are trimmed and lower-cased, and a leading `www.` is removed. Entries without a dot are dropped. Unicode and A-labels find the same company.',
    }),
    maxCredits: t.int({ description: MAX_CREDITS }),
  }),
  price: ({ input }) => entriesPrice(input?.domains),
  payload: payload<Enrichment>((t) => ({
    results: t.expose('results', {
      type: [EnrichmentResultRef],
      price: EACH,
      description: 'One result for each distinct domain after cleaning, in the order of first appearance.',
    }),
    dropped: t.expose('dropped', {
      type: [DroppedInputRef],
      price: FREE,
      description: 'Entries without a result: they have no dot, or more than 253 characters. Free.',
    }),
    totalDomainsRequested: t.exposeInt('totalDomainsRequested', {
      description: 'Number of results, which is the number of distinct domains after cleaning.',
    }),
    domainsFound: t.exposeInt('domainsFound', { description: 'Number of domains that belong to a company.' }),
    domainsWithPartnerships: t.exposeInt('domainsWithPartnerships', {
      description: 'Number of domains that belong to a company with partners.',
    }),
    creditsCharged: t.expose('creditsCharged', {
      type: 'SafeInt',
      description: 'Credits that this call charged.',
    }),
    creditsRemaining: t.expose('creditsRemaining', {
      type: 'SafeInt',
      description: 'Balance after the call, in credits.',
    }),
  })),
  resolve: (input, context, info) => {
    const budget = { ...answerBudgetOf(context), maxBytes: context.limits.maxAnswerBytes };
    const assertFits: EnrichmentCall['assertFits'] = (found) =>
      assertAnswerFits(found, resultSizeOf(info), budget);
    const maxCredits = toMaxCredits(input.maxCredits);
    return context.services.enrichment.enrich({ ...callOf(context), maxCredits, assertFits }, input.domains);
  },
});

builder.queryField('estimateEnrichment', (t) =>
  t.field({
    type: EstimateRef,
    description: 'Estimates what enrichPartnerships would charge for these domains. Free.',
    authScopes: { anyKey: true },
    price: ({ domains }) => entriesPrice(domains, { each: EXPECTED_PARTNERS }),
    args: {
      domains: t.arg.stringList({
        required: true,
        description: '1 to 100 domains, cleaned as in enrichPartnerships.',
      }),
    },
    resolve: (_root, { domains }, context) => context.services.enrichment.estimate(callOf(context), domains),
  }),
);

function callOf({ principal, requestId, loaders }: Context): EnrichmentCall {
  return { principal, requestId, partnerships: loaders.partnerships };
}
