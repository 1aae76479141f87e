import type { CountryRelation, HostMatch } from './confidence.ts';
import type { DomainOwner } from './domain-candidates.ts';
import type { Name } from './name.ts';
import type { FoundCompany } from './name-candidates.ts';
import type { HostIdentifier, ReadRow } from './row.ts';
import { type NameScore, scoreNames, type Vocabulary } from './score.ts';

/** A host of a row with the company that has it. */
export interface FoundHost extends HostMatch {
  identifier: HostIdentifier;
  owner: DomainOwner;
}

/** Companies that were found for a row. */
export interface Findings {
  hosts: readonly FoundHost[];
  named: readonly FoundCompany[];
}

/** A company with everything that a row says of it. */
export interface Compared {
  company: FoundCompany;
  hosts: readonly FoundHost[];
  /** Absent if the row has no name. */
  name: NameScore | undefined;
  country: CountryRelation;
}

/** Returns the companies that were found for a row, by hosts first. One may be there twice. */
export const foundFor = ({ hosts, named }: Findings): FoundCompany[] => [
  ...hosts.map(({ owner }) => owner),
  ...named,
];

/** Compares a row with the companies that were found for it. @param readName reads the name of a company */
export function compare(
  row: ReadRow,
  findings: Findings,
  readName: (text: string) => Name,
  vocabulary: Vocabulary,
): Compared[] {
  const companies = new Map<number, FoundCompany>();
  for (const company of foundFor(findings)) companies.set(company.companyId, company);
  return Array.from(companies.values(), (company) => ({
    company,
    hosts: findings.hosts.filter(({ owner }) => owner.companyId === company.companyId),
    name: row.name && scoreNames(row.name.read, readName(company.name), vocabulary),
    country: relationOf(row.country?.code, company.country),
  }));
}

function relationOf(given: string | undefined, found: string | null): CountryRelation {
  if (given === undefined) return undefined;
  if (found === null) return 'unknown';
  return given === found ? 'same' : 'different';
}
