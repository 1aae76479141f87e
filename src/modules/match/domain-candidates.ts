import type { Queryable } from '../../database/client.ts';
import { arrayOf, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import type { FoundCompany } from './name-candidates.ts';

/** A company with the domain by which it was found. */
export interface DomainOwner extends FoundCompany {
  domain: string;
  /** Whether the domain was the primary one of the company, or of one that was merged into it. */
  isFormer: boolean;
}

const OWNERS = {
  name: 'owners_of_domains',
  runsOn: ON_REPLICA,
  text: `SELECT d.domain, (d.was_primary OR d.from_merge) AND NOT d.is_primary, c.id, c.name, c.country
    FROM company_domain d JOIN company c ON c.id = d.company_id WHERE d.domain = ANY($1::text[])`,
};

type OwnerRow = [domain: string, isFormer: string, id: string, name: string, country: string | null];

/** Finds the companies of domains, in the form in which they are stored, by one statement. Unknown ones are missing. */
export async function findOwners(
  db: Queryable,
  domains: readonly string[],
): Promise<ReadonlyMap<string, DomainOwner>> {
  const owners = new Map<string, DomainOwner>();
  if (domains.length === 0) return owners;
  await takeTexts<OwnerRow>(db, OWNERS, [arrayOf(domains)], ([domain, isFormer, id, name, country]) => {
    owners.set(domain, { companyId: Number(id), name, country, domain, isFormer: isFormer === 't' });
  });
  return owners;
}
