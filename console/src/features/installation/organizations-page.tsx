import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { InstallationOrganizationsDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { installationText } from '../../text/installation.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { GrantCredits } from './grant-credits.tsx';
import { InstallationPage } from './installation-page.tsx';

const text = installationText.organizations;
const PAGE = 50;

/** All organizations of the installation, and how much each has. */
export function OrganizationsPage() {
  const [page, setPage] = useState(1);
  const [granting, setGranting] = useState<{ organizationId: number; name: string }>();
  const variables = { first: PAGE, offset: (page - 1) * PAGE };
  const query = useApiQuery(InstallationOrganizationsDocument, variables, {
    keepPrevious: true,
    staleTime: 0,
  });
  return (
    <InstallationPage section="organizations">
      <Loaded query={query} lines={8}>
        {({ installation }) => (
          <>
            <TableRegion label={text.table} columns={Object.values(text.columns)} minWidth={760}>
              {installation?.organizations?.edges.map(({ node }) => (
                <Table.Tr key={node.organizationId}>
                  <Table.Td>
                    <UserText text={node.name} maw={280} />
                    <Text size="xs" c="dimmed">{`#${node.organizationId}`}</Text>
                  </Table.Td>
                  <Table.Td>{formatNumber(node.creditBalance)}</Table.Td>
                  <Table.Td>{formatNumber(node.userCount)}</Table.Td>
                  <Table.Td>{formatNumber(node.keyCount)}</Table.Td>
                  <Table.Td>{formatNumber(node.listCount)}</Table.Td>
                  <Table.Td>
                    <TimeAgo at={node.createdAt} />
                  </Table.Td>
                  <Table.Td>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={text.grantOf(visibleText(node.name))}
                      onClick={() => setGranting(node)}
                    >
                      {text.grant}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableRegion>
            <Pager
              label={text.table}
              total={installation?.organizations?.totalCount ?? 0}
              pageSize={PAGE}
              page={page}
              onPage={setPage}
            />
          </>
        )}
      </Loaded>
      {granting && <GrantCredits organization={granting} onClose={() => setGranting(undefined)} />}
    </InstallationPage>
  );
}
