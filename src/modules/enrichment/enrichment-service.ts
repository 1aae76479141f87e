import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { cleanDomain } from '../../lib/domain-name.ts';
import { Fault, validationFault } from '../../lib/fault.ts';
import type { Principal } from '../access/principal.ts';
import type { Partnership } from '../catalogue/company.ts';
import { type ResolvedCompany, resolveDomains } from '../catalogue/company-queries.ts';
import {
  type ChargeReceipt,
  chargeCompanies,
  type OnCharge,
  quoteCompanies,
} from '../credits/credits-service.ts';

/** Spec 4.8: counted as sent, before cleaning. */
export const MAX_BATCH = 100;

/** How a result was paid for (contract, section 5). */
export type ChargeKind = 'CHARGED' | 'IN_WINDOW' | 'FREE';
export type EnrichmentStatus = 'FOUND' | 'NO_PARTNERSHIPS' | 'NOT_TRACKED';

export interface EnrichmentResult {
  domain: string;
  status: EnrichmentStatus;
  companyId: number | null;
  companyName: string | null;
  slug: string | null;
  partnerships: readonly Partnership[];
  partnershipCount: number;
  charge: ChargeKind;
  /** Until when the company costs nothing; absent when it is free anyway. */
  windowEndsAt: Date | null;
}

export interface EnrichmentSummary {
  totalDomainsRequested: number;
  domainsFound: number;
  domainsWithPartnerships: number;
}

export interface Enrichment extends EnrichmentSummary {
  results: EnrichmentResult[];
  creditsCharged: number;
  creditsRemaining: number;
}

export interface Estimate extends EnrichmentSummary {
  creditsRequired: number;
  creditBalance: number;
  sufficient: boolean;
}

/** Loads every partnership of many companies in one statement: the request's DataLoader. */
export interface PartnershipLoader {
  loadMany(companyIds: readonly number[]): Promise<Array<Partnership[] | Error>>;
}

export interface EnrichmentCall {
  principal: Principal;
  requestId: string;
  partnerships: PartnershipLoader;
  /** Refuses, by how many partners each domain has, an answer that would be too large. @throws Fault answer_too_large */
  assertFits?: (partners: readonly number[]) => void;
}

export interface EnrichmentService {
  /**
   * Resolves up to 100 domains and returns each company's partners, charging after the look-up and before the answer.
   *
   * @throws Fault batch_too_large, validation_error, answer_too_large, insufficient_credits (then nothing is charged or
   *   returned).
   */
  enrich(call: EnrichmentCall, domains: readonly string[]): Promise<Enrichment>;
  /** What the same call would cost now; free. */
  estimate(call: EnrichmentCall, domains: readonly string[]): Promise<Estimate>;
}

interface Resolved {
  domain: string;
  company: ResolvedCompany | undefined;
}

interface LookedUp extends Resolved {
  partnerships: readonly Partnership[];
}

const NO_PARTNERSHIPS: readonly Partnership[] = [];

export function createEnrichmentService(
  { reads, writes }: Pick<Pools, 'reads' | 'writes'>,
  clock: Clock,
  billing: 'resolved' | 'found',
  onCharge?: OnCharge,
): EnrichmentService {
  async function resolve(sent: readonly string[]): Promise<Resolved[]> {
    const domains = cleanBatch(sent);
    const companies = await resolveDomains(reads, domains);
    return domains.map((domain) => ({ domain, company: companies.get(domain) }));
  }

  async function lookUp(
    sent: readonly string[],
    { partnerships: loader, assertFits }: EnrichmentCall,
  ): Promise<LookedUp[]> {
    const resolved = await resolve(sent);
    assertFits?.(resolved.map(({ company }) => company?.partnershipCount ?? 0));
    const ids = [...new Set(resolved.flatMap(({ company }) => company?.companyId ?? []))];
    const loaded = await loader.loadMany(ids);
    const byCompany = new Map(ids.map((id, i) => [id, unwrap(loaded[i])]));
    return resolved.map((row) => {
      const partnerships = (row.company && byCompany.get(row.company.companyId)) ?? NO_PARTNERSHIPS;
      return { ...row, partnerships };
    });
  }

  /** @param hasPartners by the partnerships that are returned, or by the stored count of the company. */
  function billableIds<Row extends Resolved>(
    rows: readonly Row[],
    hasPartners: (row: Row) => boolean,
  ): number[] {
    const billed = rows.filter((row) => billing === 'resolved' || hasPartners(row));
    return [...new Set(billed.flatMap((row) => row.company?.companyId ?? []))];
  }

  return {
    async enrich(call, domains) {
      const { principal, requestId } = call;
      const rows = await lookUp(domains, call);
      const { organizationId, keyId, memory } = principal;
      const companyIds = billableIds(rows, wasFound);
      const request = { organizationId, companyIds, kind: 'enrichment' as const, keyId, requestId };
      const receipt = await chargeCompanies(writes, { ...request, at: clock.now() }, memory);
      onCharge?.('enrichment', receipt.chargedIds.size);
      return {
        ...summarize(rows, wasFound),
        results: rows.map((row) => toResult(row, receipt)),
        creditsCharged: receipt.chargedIds.size,
        creditsRemaining: receipt.balance,
      };
    },

    async estimate({ principal: { organizationId } }, domains) {
      const rows = await resolve(domains);
      const ids = billableIds(rows, isFound);
      const { cost, balance } = await quoteCompanies(reads, organizationId, ids, clock.now());
      return {
        ...summarize(rows, isFound),
        creditsRequired: cost,
        creditBalance: balance,
        sufficient: cost <= balance,
      };
    },
  };
}

/** Cleans, drops and de-duplicates a batch (spec 4.8); survivors stay in the order of first appearance. */
export function cleanBatch(sent: readonly string[]): string[] {
  if (sent.length > MAX_BATCH) {
    const message = `A batch holds at most ${MAX_BATCH} domains; ${sent.length} were sent. Split it into smaller batches.`;
    throw new Fault('batch_too_large', message);
  }
  if (sent.length === 0) {
    throw validationFault([{ pointer: '/domains', message: `must contain 1 to ${MAX_BATCH} domains` }]);
  }
  return [...new Set(sent.flatMap((raw) => cleanDomain(raw) ?? []))];
}

function unwrap(loaded: Partnership[] | Error | undefined): readonly Partnership[] {
  if (loaded instanceof Error) throw loaded;
  return loaded ?? NO_PARTNERSHIPS;
}

const wasFound = ({ partnerships }: LookedUp): boolean => partnerships.length > 0;
const isFound = ({ company }: Resolved): boolean => (company?.partnershipCount ?? 0) > 0;

function summarize<Row extends Resolved>(
  rows: readonly Row[],
  hasPartners: (row: Row) => boolean,
): EnrichmentSummary {
  return {
    totalDomainsRequested: rows.length,
    domainsFound: rows.filter((row) => row.company).length,
    domainsWithPartnerships: rows.filter(hasPartners).length,
  };
}

function toResult({ domain, company, partnerships }: LookedUp, receipt: ChargeReceipt): EnrichmentResult {
  const charged = company !== undefined && receipt.chargedIds.has(company.companyId);
  const windowEndsAt = (company && receipt.windowEnds.get(company.companyId)) ?? null;
  return {
    domain,
    status: statusOf(company, partnerships),
    companyId: company?.companyId ?? null,
    companyName: company?.companyName ?? null,
    slug: company?.slug ?? null,
    partnerships,
    partnershipCount: partnerships.length,
    charge: charged ? 'CHARGED' : windowEndsAt ? 'IN_WINDOW' : 'FREE',
    windowEndsAt,
  };
}

function statusOf(
  company: ResolvedCompany | undefined,
  partnerships: readonly Partnership[],
): EnrichmentStatus {
  if (!company) return 'NOT_TRACKED';
  return partnerships.length > 0 ? 'FOUND' : 'NO_PARTNERSHIPS';
}
