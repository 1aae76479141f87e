import { z } from 'zod';
import { invalidValue } from '../lib/fault.ts';
import { counted } from '../lib/text.ts';
import type { Body } from './call.ts';
import { REQUEST_ID } from './list-tools.ts';
import { defineTool, type Json, type Session } from './tool.ts';

/** Partners of one company in an answer; the file of an export has all. */
const MAX_PARTNERS = 20;

const INPUT = z.strictObject({
  domains: z.array(z.string()).min(1).max(100).optional(),
  list_id: z.int().min(1).optional(),
  tier: z.enum(['high', 'medium', 'exploratory']).optional(),
  max_credits: z
    .int()
    .min(0)
    .optional()
    .describe('Spends up to this. Without it, a price is quoted or confirmed first.'),
  request_id: REQUEST_ID.optional(),
});

type Given = z.output<typeof INPUT>;

interface Quote extends Json {
  credits_required: number;
  credit_balance: number;
  sufficient: boolean;
}

/** What is bought: its price now, and the purchase. */
interface Purchase {
  what: string;
  quote: () => Promise<Quote>;
  /** @param cap most credits that it may cost: the price may have risen since the quote. */
  buy: (key: string | undefined, cap: number) => Promise<Json>;
}

const isRefused = (status: string, quote: Quote, what: string): Json => ({ status, quote, do: what });

/**
 * Buys where the price is known to be fine: it is 0, within max_credits, or a person confirmed it. Otherwise it tells the price, and
 * spends nothing.
 */
async function purchase(
  session: Session,
  { max_credits, request_id }: Given,
  { what, quote, buy }: Purchase,
) {
  const price = await quote();
  const { credits_required: required, credit_balance: balance } = price;
  // Repeated after a person confirmed its price, a call is another one: it may cost nothing.
  if (required === 0 && max_credits === undefined)
    return bought(await buy(request_id && `${request_id}-free`, 0));
  if (max_credits !== undefined) {
    if (required <= max_credits) return bought(await buy(request_id, max_credits));
    return isRefused(
      'too_expensive',
      price,
      `It costs ${required}, more than max_credits. Nothing was charged.`,
    );
  }
  const message = `${what} costs ${counted(required, 'credit')}. ${counted(balance, 'credit')} ${balance === 1 ? 'is' : 'are'} left. Spend them?`;
  const confirmation = price.sufficient
    ? await session.confirm({ price: required, message })
    : { is: 'impossible' as const };
  if (confirmation.is === 'given') return bought(await buy(request_id ?? confirmation.key, required));
  if (confirmation.is === 'refused')
    return isRefused('declined', price, 'The person declined. Nothing was charged.');
  return isRefused(
    'quote',
    price,
    `Nothing was charged. To buy, repeat the call with max_credits ${required}.`,
  );
}

const bought = (answer: Json): Json => ({ status: 'done', ...answer });

type Result = Body<'enrichPartnerships'>['results'][number];

const resultOf = ({ domain, status, company_name, partnership_count, partnerships }: Result) => ({
  domain,
  status,
  ...(company_name && { company: company_name, partnership_count }),
  ...(partnerships.length > 0 && {
    partners: partnerships
      .slice(0, MAX_PARTNERS)
      .map(({ partner_name, partner_domain }) =>
        partner_domain ? `${partner_name} (${partner_domain})` : partner_name,
      ),
  }),
});

function ofDomains({ call }: Session, domains: string[]): Purchase {
  return {
    what: `Looking up the partners of ${counted(domains.length, 'domain')}`,
    quote: () => call('estimateEnrichment', { body: { domains } }),
    buy: async (key, max_credits) => {
      const { results, ...totals } = await call('enrichPartnerships', {
        body: { domains, max_credits },
        key,
      });
      return { results: results.map(resultOf), ...totals };
    },
  };
}

function ofList({ call, publicUrl }: Session, list_id: number, tier: Given['tier']): Purchase {
  const path = { list_id };
  return {
    what: `Exporting list ${list_id}${tier ? `, tier ${tier}` : ''}`,
    quote: () => call('getExportEstimate', { path, query: { tier } }),
    buy: async (key, max_credits) => {
      const body = { ...(tier && { tier }), max_credits };
      const { url, ...exported } = await call('exportList', { path, body, key });
      return { ...exported, url: `${publicUrl}${url}` };
    },
  };
}

export const spend = [
  defineTool('enrich', {
    title: 'Enrich companies',
    toolset: 'spend',
    description:
      'Buys the partners of domains, or the CSV export of a list (url, downloaded with the same key). A credit a company that was not paid for in 30 days.',
    writes: true,
    isDestructive: true,
    input: INPUT,
    output: { status: 'string', quote: 'object', results: 'array', url: 'string' },
    run(session, given) {
      const { domains, list_id, tier } = given;
      if ((domains === undefined) === (list_id === undefined))
        throw invalidValue('/domains', 'send exactly one of domains and list_id');
      if (domains) return purchase(session, given, ofDomains(session, domains));
      return purchase(session, given, ofList(session, list_id ?? 0, tier));
    },
  }),
];
