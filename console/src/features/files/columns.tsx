import { NativeSelect, Text } from '@mantine/core';
import { formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { column } from '../../ui/data-table.tsx';
import { TableByPage } from '../../ui/paged-table.tsx';
import { Section } from '../../ui/section.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { type ChangesProps, type Job, useWritableFields, withValue } from './job.ts';

type FileColumn = Job['columns'][number];

const WIDTH = 'min(44vw, 300px)';
const CONFIDENCES = [0.9, 0.8, 0.7];
const FIELDS = [
  { value: '', label: 'passed on only' },
  { value: 'name', label: 'Name' },
  { value: 'domain', label: 'Domain' },
  { value: 'url', label: 'Web address' },
  { value: 'email', label: 'E-mail address' },
  { value: 'country', label: 'Country' },
  { value: 'ref', label: 'Your reference' },
];

/** The columns of the file with what the service takes them for, which can be corrected. */
export function Columns({ job, changes, onChange }: ChangesProps) {
  const { kind, columns, minConfidence } = job;
  const own = useWritableFields();
  const writable = own.map(({ key, label }) => ({ value: key, label: `value of “${visibleText(label)}”` }));
  const fields = kind === 'SET_FIELDS' ? [...FIELDS, ...writable] : FIELDS;
  const setLeast = (value: number) => {
    const { minConfidence: _, ...others } = changes;
    onChange(value === minConfidence ? others : { ...others, minConfidence: value });
  };
  const fieldOf = ({ index, name, field, confidence }: FileColumn) => (
    <>
      <NativeSelect
        size="xs"
        aria-label={visibleText(`Use of the column ${name}`)}
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
          {formatShare(confidence)} sure
        </Text>
      )}
    </>
  );
  return (
    <Section title="Columns" miw={0}>
      <TableByPage
        label="Columns of the file"
        columns={[
          column<FileColumn>('Column', ({ name, samples }) => (
            <>
              <UserText text={name} fw={600} maw={WIDTH} />
              <UserText text={samples.join(', ')} size="xs" c="dimmed" inherit={false} maw={WIDTH} />
            </>
          )),
          column('Used as', fieldOf),
        ]}
        rows={columns}
        pageSize={8}
        idOf={({ index }) => index}
        isNarrow
      />
      <NativeSelect
        size="xs"
        maw={260}
        label="A match is good enough from"
        value={String(changes.minConfidence ?? minConfidence)}
        onChange={({ currentTarget: { value } }) => setLeast(Number(value))}
        data={[...new Set([minConfidence, ...CONFIDENCES])]
          .toSorted((a, b) => b - a)
          .map((value) => ({ value: String(value), label: formatShare(value) }))}
      />
    </Section>
  );
}
