import { Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import {
  ListVersionPairDocument,
  ListVersionsDocument,
  type ListVersionsQuery,
} from '../../../generated/graphql.ts';
import { JsonDiff } from '../../../ui/json-diff.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { DiffInWords, historyText } from '../../../workspace/saving/diff-in-words.tsx';
import { useListId } from '../search.ts';
import { RestoreDialog, type Version, VersionsTable } from './versions.tsx';

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
      {!canRestore && (
        <ReadOnly
          reason={`You can read all versions. To restore one you need access as editor; ask the owner, ${owner.name}.`}
        />
      )}
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

/** Options that are shown at once; typing a number finds the others. */
const MOST_OPTIONS = 100;

/** Compares any two versions, at first the current one with the one before it. */
function CompareVersions({ current }: { current: number }) {
  const { from: asked, to = current } = useSearch({ from: '/app/lists/$listId/access' });
  const navigate = useNavigate({ from: '/app/lists/$listId/access' });
  if (current === 1)
    return (
      <Text>
        There is one version so far. Each saved change of the filter appears here, and can be restored.
      </Text>
    );
  const from = asked ?? Math.max(1, to - 1);
  const choose = (search: { from: number; to: number }) =>
    navigate({ search: { section: 'versions', ...search }, replace: true, resetScroll: false });
  return (
    <Stack gap="sm">
      <Title order={2}>Comparison</Title>
      <Group gap="sm" align="flex-end">
        <VersionSelect
          label="Compare version"
          value={from}
          current={current}
          onChange={(version) => choose({ from: version, to })}
        />
        <VersionSelect
          label="with version"
          value={to}
          current={current}
          onChange={(version) => choose({ from, to: version })}
        />
      </Group>
      <Pair from={from} to={to} />
    </Stack>
  );
}

interface VersionSelectProps {
  label: string;
  value: number;
  current: number;
  onChange: (version: number) => void;
}

function VersionSelect({ label, value, current, onChange }: VersionSelectProps) {
  const numbers = Array.from({ length: current }, (_, index) => String(current - index));
  return (
    <Select
      label={label}
      w={140}
      searchable
      allowDeselect={false}
      limit={MOST_OPTIONS}
      data={numbers}
      value={String(value)}
      onChange={(version) => version && onChange(Number(version))}
    />
  );
}

const FORMS = ['words', 'json'] as const;

function Pair({ from, to }: { from: number; to: number }) {
  const listId = useListId();
  const [form, setForm] = useState<(typeof FORMS)[number]>('words');
  const query = useApiQuery(ListVersionPairDocument, { listId, from, to }, { keepPrevious: true });
  return (
    <Stack gap="sm" aria-busy={query.isPlaceholderData}>
      <SegmentedControl
        aria-label="Form of the comparison"
        w="fit-content"
        value={form}
        onChange={(value) => setForm(FORMS.find((each) => each === value) ?? 'words')}
        data={[
          { value: 'words', label: 'In words' },
          { value: 'json', label: 'In JSON' },
        ]}
      />
      <Loaded query={query} lines={4}>
        {({ list }) => {
          const [before, after] = [list?.from?.definition, list?.to?.definition];
          return form === 'words' ? (
            <DiffInWords before={before} after={after} />
          ) : (
            <JsonDiff title={`JSON of version ${from} and of version ${to}`} before={before} after={after} />
          );
        }}
      </Loaded>
    </Stack>
  );
}
