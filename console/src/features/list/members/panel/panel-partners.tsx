import { Text } from '@mantine/core';
import { MemberPartnersDocument, type MemberPartnersQuery } from '../../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../../lib/format.ts';
import { membersText } from '../../../../text/members.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { UserText } from '../../../../ui/user-text.tsx';
import { useConnectionPages } from './connection-pages.ts';
import { More } from './more.tsx';
import classes from './panel.module.css';
import { PanelSection } from './panel-section.tsx';
import { Unlock } from './unlock.tsx';

const text = membersText.partners;

type Connection = NonNullable<NonNullable<MemberPartnersQuery['company']>['partnerships']>;
type Partner = Connection['edges'][number]['node'];

/** Partners of a company. Locked ones have a price. */
export function PanelPartners({ identifier }: { identifier: string }) {
  const { query, pages = [] } = useConnectionPages(
    MemberPartnersDocument,
    identifier,
    ({ company }) => company?.partnerships,
  );
  const total = pages[0]?.totalCount ?? 0;
  const partners = pages.flatMap(({ edges }) => edges.map(({ node }) => node));
  return (
    <PanelSection title={membersText.panel.partners}>
      <Loaded query={query}>
        {() => {
          if (pages[0]?.access === 'LOCKED') return <Unlock identifier={identifier} partners={total} />;
          if (total === 0) return <Text>{text.none}</Text>;
          return (
            <>
              <PartnersTable partners={partners} />
              <More query={query}>{text.count(formatNumber(partners.length), formatNumber(total))}</More>
            </>
          );
        }}
      </Loaded>
    </PanelSection>
  );
}

function PartnersTable({ partners }: { partners: readonly Partner[] }) {
  return (
    <table className={classes.table} aria-label={text.label}>
      <thead>
        <tr>
          <th scope="col">{text.columns.name}</th>
          <th scope="col">{text.columns.domain}</th>
          <th scope="col" className={classes.day}>
            {text.columns.last}
          </th>
        </tr>
      </thead>
      <tbody>
        {partners.map(({ partnerSlug, partnerName, partnerDomain, lastObservedAt }) => (
          <tr key={partnerSlug}>
            <td>
              <PageLink
                to="/app/companies/$identifier"
                params={{ identifier: partnerSlug }}
                preload={false}
                display="block"
              >
                <UserText text={partnerName} />
              </PageLink>
            </td>
            <td>
              <UserText text={partnerDomain} />
            </td>
            <td>{formatDay(lastObservedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
