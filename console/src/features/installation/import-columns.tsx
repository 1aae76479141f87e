import { Group, NativeSelect, TextInput } from '@mantine/core';
import { visibleText } from '../../lib/visible-text.ts';
import { column, DataTable } from '../../ui/data-table.tsx';
import { Note, UserText } from '../../ui/user-text.tsx';
import { FIELDS, type ImportPlan, missingIn, type Suggestion } from './import-plan.ts';

interface ConstantsProps {
  /** Undefined where the columns are unknown. */
  found: Suggestion | undefined;
  plan: ImportPlan;
  onPlan: (plan: ImportPlan) => void;
}

interface ColumnsProps extends ConstantsProps {
  found: Suggestion;
  /** Fields of the catalogue. */
  own: readonly { key: string; label: string }[];
}

type FileColumn = Suggestion['columns'][number] & { index: number };

export function Columns({ found, plan, onPlan, own }: ColumnsProps) {
  const known = own.map(({ key }) => key);
  const ofCompanies = plan.kind === 'COMPANIES';
  const options = [
    { value: '', label: 'not imported' },
    ...Object.entries(FIELDS[plan.kind]).map(([value, label]) => ({ value, label })),
    ...(ofCompanies ? own.map(({ key, label }) => ({ value: key, label: visibleText(label) })) : []),
    ...(ofCompanies ? found.fields : [])
      .filter(({ key }) => !known.includes(key))
      .map(({ key, label, type }) => ({ value: key, label: `New field: ${visibleText(label)} (${type})` })),
  ];
  const choose = (index: number, field: string) =>
    onPlan({ ...plan, fields: plan.fields.with(index, field === '' ? undefined : field) });
  return (
    <DataTable
      label="Columns of the file"
      isNarrow
      rows={found.columns.map((column, index) => ({ ...column, index }))}
      idOf={({ index }) => index}
      columns={[
        column<FileColumn>('Column', ({ name, samples }) => (
          <>
            <UserText text={name} fw={600} maw="min(40vw, 360px)" />
            <UserText
              text={samples.join(' · ')}
              size="xs"
              c="dimmed"
              inherit={false}
              maw="min(40vw, 360px)"
            />
          </>
        )),
        column<FileColumn>('Gives', ({ index, name, field, confidence }) => (
          <>
            <NativeSelect
              size="xs"
              aria-label={visibleText(`Field of ${name}`)}
              value={plan.fields[index] ?? ''}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
              // The name of a field always means that field.
              data={field === name ? options.slice(1) : options}
            />
            {field != null && field === plan.fields[index] && confidence < 1 && <Note>a guess</Note>}
          </>
        )),
      ]}
    />
  );
}

/** Asks for values that all rows get, where no column gives a required one. */
export function Constants({ found, plan, onPlan }: ConstantsProps) {
  const fields = missingIn(plan, found).map(([field = '']) => field);
  if (fields.length === 0) return null;
  return (
    <Group align="flex-end">
      {fields.map((field) => (
        <TextInput
          key={field}
          label={`${FIELDS[plan.kind][field] ?? field}, in all rows`}
          value={plan.constants[field] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onPlan({ ...plan, constants: { ...plan.constants, [field]: value } })
          }
        />
      ))}
    </Group>
  );
}
