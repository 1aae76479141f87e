import { Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin } from '../../api/viewer.ts';
import { ReportsDocument } from '../../generated/graphql.ts';
import { reportsText } from '../../text/reports.ts';
import { Cards } from '../../ui/cards.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ReportCard } from '../../ui/report-card.tsx';

const text = reportsText.own;
const PAGE = 20;

/** Reports of wrong data that the caller sent, with the results of their reviews. Admins see all of the organization. */
export default function ReportsPage() {
  const [page, setPage] = useState(1);
  const isAdmin = useIsAdmin();
  const variables = { first: PAGE, offset: (page - 1) * PAGE };
  const reports = useApiQuery(ReportsDocument, variables, { keepPrevious: true, staleTime: 0 });
  return (
    <Page
      title={reportsText.title}
      subtitle={<Text c="dimmed">{isAdmin ? text.introOfAdmins : text.intro}</Text>}
    >
      <Loaded query={reports} lines={8}>
        {({ viewer: { flags } }) => (
          <>
            {flags?.totalCount === 0 && (
              <Empty title={text.empty}>
                <Text>{text.emptyBody}</Text>
              </Empty>
            )}
            <Cards label={text.list}>
              {flags?.edges.map(({ node: { companyId, company, ...report } }) => (
                <ReportCard
                  key={report.flagId}
                  report={report}
                  company={{ id: companyId, name: company?.name, identifier: company?.slug }}
                />
              ))}
            </Cards>
            <Pager
              label={text.list}
              total={flags?.totalCount ?? 0}
              pageSize={PAGE}
              page={page}
              onPage={setPage}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
