import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CompanyPeekQuery } from '../generated/graphql.ts';
import { countryName, formatNumber } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import { companyFactsText as text } from '../text/company-facts.ts';

type Company = NonNullable<CompanyPeekQuery['company']>;

/** Facts of a company, as far as they are known. */
export function CompanyFacts({ company }: { company: Company }) {
  const { country, employeeRange, foundedYear, industry } = company.firmographics;
  const technologies = company.technologies;
  const names = technologies?.edges.map(({ node }) => node.displayName) ?? [];
  const rest = (technologies?.totalCount ?? 0) - names.length;
  const facts: [string, ReactNode][] = [
    [text.industry, industry],
    [text.country, country && countryName(country)],
    [text.size, employeeRange],
    [text.founded, foundedYear],
    [text.domains, company.domains.join(', ')],
    [text.investors, company.investors.join(', ') || common.none],
    [text.partners, formatNumber(company.partnershipCount)],
    [text.technologies, [...names, ...(rest > 0 ? [text.more(formatNumber(rest))] : [])].join(', ')],
  ];
  return (
    <Table
      aria-label={text.table(visibleText(company.name))}
      variant="vertical"
      layout="fixed"
      withRowBorders={false}
    >
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={126} bg="transparent" style={{ verticalAlign: 'top' }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <bdi>{typeof value === 'string' && value ? visibleText(value) : value || common.unknown}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
