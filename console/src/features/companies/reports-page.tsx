import { Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin } from '../../api/viewer.ts';
import { ReportsDocument } from '../../generated/graphql.ts';
import { reportsText } from '../../text/reports.ts';
import { Cards } from '../../ui/cards.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { ReportCard } from '../../ui/report-card.tsx';

/** Reports of wrong data that the caller sent, with the results of their reviews. Admins see all of the organization. */
export default function ReportsPage() {
  const { variables, pages } = usePages(20);
  const isAdmin = useIsAdmin();
  const reports = useApiQuery(ReportsDocument, variables, { keepPrevious: true, staleTime: 0 });
  return (
    <Page
      title={reportsText.title}
      subtitle={
        <Text c="dimmed">
          {isAdmin
            ? 'What people and keys of your organization reported, and what became of it.'
            : 'What you reported, and what became of it.'}
        </Text>
      }
    >
      <Loaded query={reports} lines={8}>
        {({ viewer: { flags } }) => (
          <>
            {flags?.totalCount === 0 && (
              <Empty title="No reports yet">
                <Text>Open a company, and press “Report wrong data”.</Text>
              </Empty>
            )}
            <Cards label="Reports">
              {flags?.edges.map(({ node: { companyId, company, ...report } }) => (
                <ReportCard
                  key={report.flagId}
                  report={report}
                  company={{ id: companyId, name: company?.name, identifier: company?.slug }}
                />
              ))}
            </Cards>
            <Pager label="Reports" total={flags?.totalCount ?? 0} {...pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
