import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListVersionPairDocument, ListVersionsDocument } from '../../../generated/graphql.ts';
import { JsonDiff } from '../../../ui/json-diff.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { usePages } from '../../../ui/pager.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { Section } from '../../../ui/section.tsx';
import { DiffInWords } from '../../../workspace/saving/diff-in-words.tsx';
import { useListId } from '../search.ts';
import { RestoreDialog, type Version, VersionsTable } from './versions.tsx';

/** All versions of the filter of a list: who saved them, how they differ, and a way back to each. */
export function HistoryTab() {
  const listId = useListId();
  const { variables, pages } = usePages(25);
  const [restoring, setRestoring] = useState<Version>();
  const query = useApiQuery(ListVersionsDocument, { listId, ...variables }, { keepPrevious: true });
  return (
    <Loaded query={query} lines={8}>
      {({ list }) => {
        if (!list) return null;
        const { accessLevel, definitionVersion, owner, versions } = list;
        const canRestore = accessLevel !== 'VIEWER';
        return (
          <Stack gap="xl">
            {!canRestore && (
              <ReadOnly
                reason={`You can read all versions. To restore one you need access as editor; ask the owner, ${owner.name}.`}
              />
            )}
            <VersionsTable
              versions={(versions?.edges ?? []).map(({ node }) => node)}
              total={versions?.totalCount ?? 0}
              pages={pages}
              current={definitionVersion}
              {...(canRestore && { onRestore: setRestoring })}
            />
            <CompareVersions current={definitionVersion} />
            {restoring && <RestoreDialog version={restoring} onClose={() => setRestoring(undefined)} />}
          </Stack>
        );
      }}
    </Loaded>
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
  const versions = {
    w: 140,
    searchable: true,
    allowDeselect: false,
    limit: MOST_OPTIONS,
    data: Array.from({ length: current }, (_, index) => String(current - index)),
  } as const;
  return (
    <Section title="Comparison" gap="sm">
      <Group gap="sm" align="flex-end">
        <Select
          {...versions}
          label="Compare version"
          value={String(from)}
          onChange={(version) => version && choose({ from: Number(version), to })}
        />
        <Select
          {...versions}
          label="with version"
          value={String(to)}
          onChange={(version) => version && choose({ from, to: Number(version) })}
        />
      </Group>
      <Pair from={from} to={to} />
    </Section>
  );
}

function Pair({ from, to }: { from: number; to: number }) {
  const listId = useListId();
  const [form, setForm] = useState<'words' | 'json'>('words');
  const query = useApiQuery(ListVersionPairDocument, { listId, from, to }, { keepPrevious: true });
  return (
    <Stack gap="sm" aria-busy={query.isPlaceholderData}>
      <SegmentedControl
        aria-label="Form of the comparison"
        w="fit-content"
        value={form}
        onChange={setForm}
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
