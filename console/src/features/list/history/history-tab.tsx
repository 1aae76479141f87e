import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListVersionsDocument, type ListVersionsQuery } from '../../../generated/graphql.ts';
import { historyText } from '../../../text/list-history.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { useListId } from '../list-id.ts';
import { CompareVersions } from './compare-versions.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { type Version, VersionsTable } from './versions-table.tsx';

const PAGE_SIZE = 25;

type List = NonNullable<ListVersionsQuery['list']>;

/** All versions of the filter of a list: who saved them, how they differ, and a way back to each. */
export function HistoryTab() {
  const listId = useListId();
  const [page, setPage] = useState(1);
  const query = useApiQuery(
    ListVersionsDocument,
    { listId, first: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    { keepPrevious: true },
  );
  return (
    <Loaded query={query} lines={8}>
      {({ list }) => list && <History list={list} page={page} onPage={setPage} />}
    </Loaded>
  );
}

function History({ list, page, onPage }: { list: List; page: number; onPage: (page: number) => void }) {
  const { accessLevel, definitionVersion, owner, versions } = list;
  const [restoring, setRestoring] = useState<Version>();
  const canRestore = accessLevel !== 'VIEWER';
  return (
    <Stack gap="xl">
      {!canRestore && <ReadOnly reason={historyText.readOnly(owner.name)} />}
      <Stack gap="xs">
        <VersionsTable
          versions={(versions?.edges ?? []).map(({ node }) => node)}
          current={definitionVersion}
          {...(canRestore && { onRestore: setRestoring })}
        />
        <Pager
          label={historyText.versions}
          total={versions?.totalCount ?? 0}
          pageSize={PAGE_SIZE}
          page={page}
          onPage={onPage}
        />
      </Stack>
      <CompareVersions current={definitionVersion} />
      {restoring && <RestoreDialog version={restoring} onClose={() => setRestoring(undefined)} />}
    </Stack>
  );
}
