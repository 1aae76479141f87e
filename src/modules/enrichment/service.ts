import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { cleanDomain, normalizeDomain, parsePastedDomain } from '../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Rows } from '../../lib/json-writer.ts';
import type { Principal } from '../../lib/principal.ts';
import type { Partnership } from '../catalogue/company.ts';
import { type ResolvedCompany, resolveDomains } from '../catalogue/queries.ts';
import { type Billing, isBillable } from '../credits/billing.ts';
import { type ChargeReceipt, chargeCompanies, type OnCharge } from '../credits/service.ts';
import { type Priced, readPrices, survivorsOf } from '../credits/unlocks.ts';

/** Maximum number of domains of a batch, counted as sent, before cleaning (spec 4.8). */
const MAX_BATCH = 100;

/** Whether a result cost a credit (contract, section 5). */
export type ChargeKind = 'CHARGED' | 'IN_WINDOW' | 'FREE';
export type EnrichmentStatus = 'FOUND' | 'NO_PARTNERSHIPS' | 'NOT_TRACKED';

export interface EnrichmentResult {
  domain: string;
  status: EnrichmentStatus;
  companyId: number | null;
  companyName: string | null;
  slug: string | null;
  partnerships: Rows<Partnership>;
  partnershipCount: number;
  charge: ChargeKind;
  /** End of the time in which the company costs nothing; null if it was not paid for. */
  windowEndsAt: Date | null;
  /** The entries of the batch that led to this result, as they were sent. */
  inputs: readonly string[];
  /** Tracked domain of the host in a URL, an e-mail address or the like; null unless nothing was found for the whole of it. */
  didYouMean: string | null;
}

/** An entry of a batch that has no result. */
export interface DroppedInput {
  /** The entry as it was sent. */
  input: string;
  reason: string;
}

interface EnrichmentSummary {
  totalDomainsRequested: number;
  domainsFound: number;
  domainsWithPartnerships: number;
}

export interface Enrichment extends EnrichmentSummary {
  results: EnrichmentResult[];
  dropped: readonly DroppedInput[];
  creditsCharged: number;
  creditsRemaining: number;
}

export interface Estimate extends EnrichmentSummary {
  domainsUnlocked: number;
  creditsRequired: number;
  creditBalance: number;
  sufficient: boolean;
}

export interface EnrichmentCall {
  principal: Principal;
  requestId: string;
  /** DataLoader of the request: partnerships of many companies come in one statement. */
  partnerships: { load(companyId: number): Promise<Rows<Partnership>> };
  /** Most credits that the call may cost. */
  maxCredits?: number | undefined;
  /** Refuses a response that would be too large, given what was found of each domain. @throws Fault answer_too_large */
  assertFits?: (found: readonly FoundDomain[]) => void;
}

interface FoundDomain extends BatchDomain {
  company: ResolvedCompany | undefined;
  partnershipCount: number;
  didYouMean: string | null;
}

export type EnrichmentService = ReturnType<typeof createEnrichmentService>;

export function createEnrichmentService(
  { reads, writes }: Pick<Pools, 'reads' | 'writes'>,
  clock: Clock,
  billing: Billing,
  onCharge?: OnCharge,
) {
  async function findCompanies({ domains }: Batch): Promise<FoundDomain[]> {
    const names = new Set<string>();
    for (const { lookedUp, host = lookedUp } of domains) names.add(lookedUp).add(host);
    const companies = await resolveDomains(reads, [...names]);
    const found: FoundDomain[] = [];
    for (const each of domains) {
      const company = companies.get(each.lookedUp);
      const meant = company || each.host === undefined ? undefined : companies.get(each.host);
      const partnershipCount = company?.partnershipCount ?? 0;
      found.push({ ...each, company, partnershipCount, didYouMean: meant?.domain ?? null });
    }
    return found;
  }

  /** Ids of the companies that cost a credit unless they are unlocked, one for each of their domains. */
  const billableIds = (rows: readonly FoundDomain[]): number[] =>
    rows.flatMap(({ company, partnershipCount }) =>
      company && isBillable(billing, partnershipCount) ? [company.companyId] : [],
    );

  return {
    /**
     * Returns the partners of up to 100 domains and charges for their companies. Partners are read before the charge, so
     * that a failed read costs nothing.
     *
     * @throws Fault batch_too_large, validation_error, answer_too_large, insufficient_credits, max_credits_exceeded,
     *   credit_limit_reached (then nothing is charged or returned).
     */
    async enrich(call: EnrichmentCall, sent: readonly string[]): Promise<Enrichment> {
      const { requestId, maxCredits, assertFits } = call;
      const { organizationId, keyId } = call.principal;
      const batch = cleanBatch(sent);
      const found = await findCompanies(batch);
      assertFits?.(found);
      const rows = await Promise.all(
        found.map(async (row) => {
          const partnerships = row.company ? await call.partnerships.load(row.company.companyId) : [];
          return { ...row, partnerships, partnershipCount: partnerships.length };
        }),
      );
      // One statement skips companies that are unlocked, charges for the others and writes the ledger, or does nothing.
      const request = {
        organizationId,
        companyIds: [...new Set(billableIds(rows))],
        kind: 'enrichment',
        keyId,
        maxCredits,
      } as const;
      const receipt = await chargeCompanies(writes, { ...request, requestId, at: clock.now() });
      onCharge?.('enrichment', receipt.cost);
      return {
        ...summarize(rows),
        results: rows.map((row) => toResult(row, receipt)),
        dropped: batch.dropped,
        creditsCharged: receipt.cost,
        creditsRemaining: receipt.balance,
      };
    },

    /** Computes what the same call would cost now. Charges nothing. */
    async estimate({ principal }: EnrichmentCall, sent: readonly string[]): Promise<Estimate> {
      const rows = await findCompanies(cleanBatch(sent));
      const { organizationId } = principal;
      const billable = billableIds(rows);
      const prices = await readPrices(reads, organizationId, [...new Set(billable)], clock.now(), true);
      const { cost, balance } = prices;
      return {
        ...summarize(rows),
        domainsUnlocked: countUnlocked(billable, prices),
        creditsRequired: cost,
        creditBalance: balance,
        sufficient: cost <= balance,
      };
    },
  };
}

/** A domain of a batch after cleaning. */
interface BatchDomain {
  domain: string;
  /** Its form in the catalogue. */
  lookedUp: string;
  /** Host of an entry that is more than a domain, or spells one in another way. */
  host: string | undefined;
  inputs: string[];
}

/** A cleaned batch: its domains in the order of first appearance, and what was dropped. */
interface Batch {
  domains: BatchDomain[];
  dropped: DroppedInput[];
}

/**
 * Cleans the domains of a batch and removes duplicates (spec 4.8). Two spellings of an internationalized domain stay two
 * entries, and are looked up as one.
 */
function cleanBatch(sent: readonly string[]): Batch {
  if (sent.length > MAX_BATCH) {
    const message = `A batch holds at most ${MAX_BATCH} domains; ${sent.length} were sent. Split it into smaller batches.`;
    throw new Fault('batch_too_large', message);
  }
  if (sent.length === 0) throw invalidValue('/domains', `must contain 1 to ${MAX_BATCH} domains`);
  const domains = new Map<string, BatchDomain>();
  const dropped: DroppedInput[] = [];
  for (const input of sent) {
    const { domain, reason } = cleanDomain(input);
    if (domain === undefined) {
      dropped.push({ input, reason });
      continue;
    }
    const known = domains.get(domain);
    known?.inputs.push(input);
    if (known) continue;
    const normal = normalizeDomain(input).domain;
    const host = normal === undefined ? parsePastedDomain(input).domain : undefined;
    domains.set(domain, { domain, lookedUp: normal ?? domain, host, inputs: [input] });
  }
  return { domains: [...domains.values()], dropped };
}

function summarize(rows: readonly FoundDomain[]): EnrichmentSummary {
  let domainsFound = 0;
  let domainsWithPartnerships = 0;
  for (const { company, partnershipCount } of rows) {
    if (company) domainsFound += 1;
    if (partnershipCount > 0) domainsWithPartnerships += 1;
  }
  return { totalDomainsRequested: rows.length, domainsFound, domainsWithPartnerships };
}

/** Counts the ids of companies that are unlocked, perhaps under the id of the company that they were merged into. */
function countUnlocked(companyIds: readonly number[], prices: Priced): number {
  const survivors = survivorsOf(prices);
  const open = new Set(prices.window_ids);
  return companyIds.filter((id) => open.has(survivors.get(id) ?? id)).length;
}

function toResult(
  row: FoundDomain & { partnerships: Rows<Partnership> },
  { chargedIds, windowEnds }: ChargeReceipt,
): EnrichmentResult {
  const { domain, company, partnerships, partnershipCount, inputs, didYouMean } = row;
  const isCharged = company !== undefined && chargedIds.has(company.companyId);
  const windowEndsAt = (company && windowEnds.get(company.companyId)) ?? null;
  return {
    domain,
    status: !company ? 'NOT_TRACKED' : partnershipCount > 0 ? 'FOUND' : 'NO_PARTNERSHIPS',
    companyId: company?.companyId ?? null,
    companyName: company?.companyName ?? null,
    slug: company?.slug ?? null,
    partnerships,
    partnershipCount,
    charge: isCharged ? 'CHARGED' : windowEndsAt ? 'IN_WINDOW' : 'FREE',
    windowEndsAt,
    inputs,
    didYouMean,
  };
}
