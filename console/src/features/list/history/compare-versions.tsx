import { Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListVersionPairDocument } from '../../../generated/graphql.ts';
import { historyText } from '../../../text/list-history.ts';
import { JsonDiff } from '../../../ui/json-diff.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useListId } from '../list-id.ts';
import { DiffInWords } from './diff-in-words.tsx';

/** Options that are shown at once; typing a number finds the others. */
const MOST_OPTIONS = 100;

/** Compares any two versions, at first the current one with the one before it. */
export function CompareVersions({ current }: { current: number }) {
  const { from: asked, to = current } = useSearch({ from: '/app/lists/$listId/history' });
  const navigate = useNavigate({ from: '/app/lists/$listId/history' });
  if (current === 1) return <Text>{historyText.only}</Text>;
  const from = asked ?? Math.max(1, to - 1);
  const choose = (search: { from: number; to: number }) =>
    navigate({ search, replace: true, resetScroll: false });
  return (
    <Stack gap="sm">
      <Title order={2}>{historyText.comparison}</Title>
      <Group gap="sm" align="flex-end">
        <VersionSelect
          label={historyText.from}
          value={from}
          current={current}
          onChange={(version) => choose({ from: version, to })}
        />
        <VersionSelect
          label={historyText.to}
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
        aria-label={historyText.form}
        w="fit-content"
        value={form}
        onChange={(value) => setForm(FORMS.find((each) => each === value) ?? 'words')}
        data={[
          { value: 'words', label: historyText.inWords },
          { value: 'json', label: historyText.inJson },
        ]}
      />
      <Loaded query={query} lines={4}>
        {({ list }) => {
          const [before, after] = [list?.from?.definition, list?.to?.definition];
          return form === 'words' ? (
            <DiffInWords before={before} after={after} />
          ) : (
            <JsonDiff title={historyText.jsonTitle(from, to)} before={before} after={after} />
          );
        }}
      </Loaded>
    </Stack>
  );
}
