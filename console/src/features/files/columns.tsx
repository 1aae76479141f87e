import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { filesText } from '../../text/files.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { type ChangesProps, withValue } from './changes.ts';
import { type Job, useWritableFields } from './job.ts';

const texts = filesText.columns;
const PAGE = 8;
const WIDTH = 'min(44vw, 300px)';
const CONFIDENCES = [0.9, 0.8, 0.7];
const FIELDS = [
  { value: '', label: texts.passedOn },
  ...Object.entries(texts.fields).map(([value, label]) => ({ value, label })),
];

/** The columns of the file with what the service takes them for, which can be corrected. */
export function Columns({ job, changes, onChange }: ChangesProps) {
  const [page, setPage] = useState(1);
  const { kind, columns, minConfidence } = job;
  const own = useWritableFields();
  const fields = [
    ...FIELDS,
    ...(kind === 'SET_FIELDS'
      ? own.map(({ key, label }) => ({ value: key, label: texts.writes(visibleText(label)) }))
      : []),
  ];
  const least = changes.minConfidence ?? minConfidence;
  const setLeast = (value: number) => {
    const { minConfidence: _, ...others } = changes;
    onChange(value === minConfidence ? others : { ...others, minConfidence: value });
  };
  const fieldOf = ({ index, name, field, confidence }: Job['columns'][number]) => (
    <>
      <NativeSelect
        size="xs"
        aria-label={visibleText(texts.of(name))}
        value={(changes.columns.has(index) ? changes.columns.get(index) : field) ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = value || null;
          const columns = withValue(changes.columns, index, chosen, chosen === (field ?? null));
          onChange({ ...changes, columns });
        }}
        data={fields}
      />
      {field != null && confidence < 1 && (
        <Text size="xs" c="dimmed">
          {texts.guess(formatShare(confidence))}
        </Text>
      )}
    </>
  );
  return (
    <Stack gap="xs" component="section" aria-labelledby="columns" miw={0}>
      <Title order={2} id="columns">
        {texts.title}
      </Title>
      <DataTable
        label={texts.table}
        columns={[
          {
            key: 'column',
            title: texts.names.column,
            cell: ({ name, samples }) => (
              <>
                <UserText text={name} fw={600} maw={WIDTH} />
                <UserText text={samples.join(', ')} size="xs" c="dimmed" inherit={false} maw={WIDTH} />
              </>
            ),
          },
          { key: 'field', title: texts.names.field, cell: fieldOf },
        ]}
        rows={columns.slice((page - 1) * PAGE, page * PAGE)}
        idOf={({ index }) => index}
        isNarrow
      />
      <Pager label={texts.table} total={columns.length} pageSize={PAGE} page={page} onPage={setPage} />
      <NativeSelect
        size="xs"
        maw={260}
        label={texts.confidence}
        value={String(least)}
        onChange={({ currentTarget: { value } }) => setLeast(Number(value))}
        data={[...new Set([minConfidence, ...CONFIDENCES])]
          .toSorted((a, b) => b - a)
          .map((value) => ({ value: String(value), label: formatShare(value) }))}
      />
    </Stack>
  );
}
