import {
  Checkbox,
  NativeSelect,
  Radio,
  SimpleGrid,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { CompanyFieldType, FieldScope } from '../../generated/graphql.ts';
import { type FieldDraft, type FieldFaults, PREFIXES, TYPES } from './field.ts';

/** What each type is for, with an example. */
const TYPE_HINTS: Record<CompanyFieldType, string> = {
  CATEGORY: 'A value that many companies share, such as “Ada” as the owner. Filters offer the values.',
  NUMBER: 'A number that filters compare, such as 12.5: at most 15 digits, 4 of them after the point.',
  DATE: 'A day that filters compare, such as 31 January 2026.',
  BOOLEAN: 'One of two answers, such as whether a company is a customer.',
  TEXT: 'Up to 2,000 characters to read, such as a note. Filters cannot use it.',
  URL: 'A web address, such as the page in your CRM. Filters cannot use it.',
};
const NUMBER_FORMATS = [
  { value: '', label: '1200.50' },
  { value: '1,200.50', label: '1,200.50' },
  { value: '1.200,50', label: '1.200,50' },
];
/** As the service counts. */
const MAX_COLUMNS = 20;

interface FieldFormProps {
  scope: FieldScope;
  draft: FieldDraft;
  /** Whether the key and the type can be chosen. */
  isNew: boolean;
  faults: FieldFaults;
  onChange: (changed: Partial<FieldDraft>) => void;
}

/** Asks for the parts of a declaration. */
export function FieldForm({ scope, draft, isNew, faults, onChange }: FieldFormProps) {
  const { label, type, multiple, unit, description } = draft;
  return (
    <>
      <TextInput
        label="Label"
        description="How people read it, such as “Score”."
        required
        maxLength={200}
        value={label}
        error={faults.label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        data-autofocus
      />
      {isNew ? (
        <>
          <Key {...{ scope, draft, faults, onChange }} />
          <Radio.Group
            label="Type"
            required
            value={type}
            onChange={(chosen) => onChange({ type: chosen as CompanyFieldType })}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="xs" mt={6}>
              {Object.entries(TYPES).map(([each, name]) => (
                <Radio
                  key={each}
                  value={each}
                  label={name}
                  description={TYPE_HINTS[each as CompanyFieldType]}
                />
              ))}
            </SimpleGrid>
          </Radio.Group>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <code>{PREFIXES[scope] + draft.name}</code>
          {` · ${TYPES[type]}${multiple ? ', several values' : ''} · ${'The type stays.'}`}
        </Text>
      )}
      {isNew && type === 'CATEGORY' && (
        <Checkbox
          label="A company can have several values"
          checked={multiple}
          onChange={({ currentTarget }) => onChange({ multiple: currentTarget.checked })}
        />
      )}
      {type === 'NUMBER' && (
        <TextInput
          label="Unit"
          description="Stands behind each number, such as “EUR” or “%”."
          maxLength={20}
          value={unit}
          error={faults.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
        />
      )}
      {type === 'NUMBER' && (
        <NativeSelect
          label="Number format"
          description="How files and people write one thousand two hundred and a half."
          value={draft.numberFormat}
          error={faults.numberFormat}
          onChange={({ currentTarget }) => onChange({ numberFormat: currentTarget.value })}
          data={NUMBER_FORMATS}
        />
      )}
      <Textarea
        label="Description"
        description="What a value says of a company, for colleagues who did not declare the field."
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        error={faults.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      {scope === 'CATALOGUE' && (
        <TagsInput
          label="Columns of files"
          description="Headers of columns that carry the values, in any case. A column called by the key needs none. Enter adds one."
          value={draft.columns}
          maxTags={MAX_COLUMNS}
          acceptValueOnBlur
          error={faults.columns}
          onChange={(columns) => onChange({ columns })}
        />
      )}
    </>
  );
}

function Key({ scope, draft: { name }, faults, onChange }: Omit<FieldFormProps, 'isNew'>) {
  const prefix = PREFIXES[scope];
  return (
    <TextInput
      label="Key"
      description="How programs and files name it. It stays: lower-case letters, digits and “_”."
      required
      maxLength={40}
      leftSection={
        <Text ff="monospace" size="sm" c="dimmed">
          {prefix}
        </Text>
      }
      leftSectionWidth={`${prefix.length + 2.5}ch`}
      leftSectionPointerEvents="none"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      value={name}
      error={faults.key}
      onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
    />
  );
}
