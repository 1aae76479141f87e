import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CompanyPeekQuery } from '../generated/graphql.ts';
import { countryName, formatNumber } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';

type Company = NonNullable<CompanyPeekQuery['company']>;

/** Facts of a company, as far as they are known. @param isComplete false where technologies and partners stand beside them */
export function CompanyFacts({ company, isComplete = true }: { company: Company; isComplete?: boolean }) {
  const { country, employeeRange, foundedYear, industry } = company.firmographics;
  const technologies = company.technologies;
  const names = technologies?.edges.map(({ node }) => node.displayName) ?? [];
  const rest = (technologies?.totalCount ?? 0) - names.length;
  const facts: [string, ReactNode][] = [
    ['Industry', industry],
    ['Country', country && countryName(country)],
    ['Employees', employeeRange],
    ['Founded in', foundedYear],
    ['Domains', company.domains.join(', ')],
    ['Investors', company.investors.join(', ') || common.none],
    ['Partners', formatNumber(company.partnershipCount)],
    ['Technologies', [...names, ...(rest > 0 ? [`and ${formatNumber(rest)} more`] : [])].join(', ')],
  ];
  return (
    <Table
      aria-label={`${visibleText(company.name)} in the catalogue`}
      variant="vertical"
      layout="fixed"
      withRowBorders={false}
    >
      <Table.Tbody>
        {(isComplete ? facts : facts.slice(0, -2)).map(([name, value]) => (
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
