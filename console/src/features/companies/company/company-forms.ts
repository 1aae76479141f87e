import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { curlOf } from '../../../lib/curl.ts';
import { companiesText } from '../../../text/companies.ts';
import type { CopyForm } from '../../../ui/copy-as.tsx';

const texts = companiesText.company;

/** The company as a command, a query and JSON. */
export function companyForms(company: CompanyFactsFragment): CopyForm[] {
  const path = `/v1/companies/${encodeURIComponent(company.slug)}?include=technologies,firmographics`;
  return [
    { label: texts.copyCurl, text: () => curlOf({ path }) },
    { label: texts.copyGraphQL, text: () => queryOf(company.slug) },
    { label: texts.copyJson, text: () => JSON.stringify(company, null, 2) },
  ];
}

const queryOf = (slug: string): string => `{
  company(identifier: ${JSON.stringify(slug)}) {
    companyId
    name
    slug
    domains
    investors
    firmographics { industry country employeeRange foundedYear technologyCount }
    technologies(first: 100) {
      totalCount
      edges { firstSeen lastSeen detectionCount node { techKey displayName category } }
    }
    partnerships(first: 100) {
      access
      totalCount
      edges { node { partnerName partnerSlug firstObservedAt lastObservedAt observationCount } }
    }
  }
}
`;
