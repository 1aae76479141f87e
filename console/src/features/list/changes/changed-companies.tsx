import { Table, Text } from '@mantine/core';
import type { ChangedCompanyFragment } from '../../../generated/graphql.ts';
import { changesText, type TierOrNone } from '../../../text/list-changes.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TierBadge } from '../../../ui/tier.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import type { ChangeKind } from './search.ts';
import { WhyChanged } from './why-changed.tsx';

interface ChangedCompaniesProps {
  kind: ChangeKind;
  changes: readonly ChangedCompanyFragment[];
}

const { company, domain, before, after } = changesText.columns;
const why = changesText.why.column;

/** Columns by kind: a company that entered had no tier before, and one that left has none now. */
const COLUMNS: Record<ChangeKind, readonly string[]> = {
  entered: [company, domain, after, why],
  left: [company, domain, before, why],
  tierChanged: [company, domain, before, after, why],
};

/** Companies that entered, left or changed tier, with their tiers. */
export function ChangedCompanies({ kind, changes }: ChangedCompaniesProps) {
  return (
    <TableRegion label={changesText.tables[kind]} columns={COLUMNS[kind]}>
      {changes.map((change) => (
        <Table.Tr key={change.companyId}>
          <Table.Td>
            {change.company ? (
              <CompanyLink name={change.company.name} identifier={change.company.slug} />
            ) : (
              changesText.gone(change.companyId)
            )}
          </Table.Td>
          <Table.Td>{change.company && <UserText text={change.company.primaryDomain} maw={280} />}</Table.Td>
          {kind !== 'entered' && <Tier tier={change.from} />}
          {kind !== 'left' && <Tier tier={change.to} />}
          <Table.Td>{change.company ? <WhyChanged {...change.company} /> : changesText.why.gone}</Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}

function Tier({ tier }: { tier: TierOrNone }) {
  return <Table.Td>{tier ? <TierBadge tier={tier} /> : <Text>{changesText.notMember}</Text>}</Table.Td>;
}
