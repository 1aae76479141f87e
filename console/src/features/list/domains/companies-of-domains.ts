import { request } from '../../../api/hooks.ts';
import { CompaniesOfDomainsDocument, type CompaniesOfDomainsQuery } from '../../../generated/graphql.ts';

export interface CompanyFound {
  slug: string;
  name: string;
}

/**
 * Companies in a sample. A domain belongs to one company at most, so that the sample of this many domains is complete.
 */
const SAMPLE = 25;
/** Samples in one request. */
const SAMPLES = 4;

/** Domains of one request. */
export const DOMAINS_A_REQUEST = SAMPLE * SAMPLES;

/**
 * Finds the companies of up to 100 domains. Free of credits; each sample costs about 1,100 points of the limit.
 *
 * @param registryVersion version of the fields that filters have.
 * @returns the company of each domain; domains that are not tracked are absent.
 */
export async function findCompanies(
  domains: readonly string[],
  registryVersion: string,
  signal?: AbortSignal,
): Promise<Map<string, CompanyFound>> {
  const parts = Array.from({ length: SAMPLES }, (_, part) =>
    domains.slice(part * SAMPLE, (part + 1) * SAMPLE),
  );
  const [a, b, c, d] = parts.map((values) => definitionOf(values, registryVersion));
  const [, hasB, hasC, hasD] = parts.map(({ length }) => length > 0);
  const variables = { a, b, c, d, hasB: hasB === true, hasC: hasC === true, hasD: hasD === true };
  const found = await request(CompaniesOfDomainsDocument, variables, signal ? { signal } : {});
  return byDomain(found);
}

/** Definition that matches the companies of the domains. */
function definitionOf(values: readonly string[], registryVersion: string) {
  const condition = { field: 'domain', operator: 'equals', values };
  return { registry_version: registryVersion, root: { condition } };
}

function byDomain({ a, b, c, d }: CompaniesOfDomainsQuery): Map<string, CompanyFound> {
  const companies = [a, b, c, d].flatMap((each) => each?.sample ?? []);
  return new Map(
    companies.flatMap(({ slug, name, domains }) =>
      domains.map((domain): [string, CompanyFound] => [domain, { slug, name }]),
    ),
  );
}
