import { Autocomplete, SegmentedControl, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { VocabularyValuesDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { fieldValuesText as text } from '../../text/fields.ts';
import { UserText } from '../user-text.tsx';
import { ambiguousNumber, COMMA, type EditedField, type Typed } from './typed-value.ts';

/** How known values are offered. The list itself scrolls: a frame around it would need the focus to be scrolled by keys. */
const OFFER = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
  // The service has searched already.
  filter: <Options,>({ options }: { options: Options }) => options,
  renderOption: ({ option }: { option: { value: string } }) => <UserText text={option.value} />,
} as const;
const ROWS = { autosize: true, minRows: 1, maxRows: 10 };
const SUGGESTIONS = 20;
const DEBOUNCE_MS = 120;

interface ValueInputProps {
  field: EditedField;
  typed: Typed;
  onChange: (typed: Typed) => void;
  /** Takes a suggestion at once. */
  onChoose: (typed: Typed) => void;
  error: string | undefined;
}

/** Asks for a value by the type of the field. */
export function ValueInput({ field, typed, onChange, onChoose, error }: ValueInputProps) {
  const focus = useFocus();
  const { label, type, unit } = field;
  // A dialog around it leaves the focus here.
  const shared = { ref: focus, 'aria-label': visibleText(label), error, 'data-autofocus': true };
  if (typeof typed !== 'string') return <Several {...{ field, typed, onChange, shared }} />;
  const input = { ...shared, value: typed };
  const change = ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange(value);
  switch (type) {
    case 'CATEGORY':
      return <OneOf {...{ field, typed, onChange, onChoose, shared }} />;
    case 'NUMBER':
      return (
        <TextInput
          {...input}
          description={numberHint(field, typed)}
          inputMode="decimal"
          autoComplete="off"
          rightSection={
            unit == null ? null : (
              <Text size="xs" c="dimmed">
                {visibleText(unit)}
              </Text>
            )
          }
          rightSectionWidth={unit == null ? undefined : `${[...unit].length + 2}ch`}
          rightSectionPointerEvents="none"
          onChange={change}
        />
      );
    case 'DATE':
      return <TextInput {...input} type="date" min="1900-01-01" max="2100-12-31" onChange={change} />;
    case 'BOOLEAN':
      return <Answer {...{ field, typed, onChange, error }} />;
    case 'URL':
      return <TextInput {...input} type="url" placeholder="https://" onChange={change} />;
    default:
      return <Textarea {...input} {...ROWS} description={text.textHint} onChange={change} />;
  }
}

/** Says how a number is written, or what an ambiguous one stands for. */
function numberHint(field: EditedField, typed: string): string {
  const meant = ambiguousNumber(field, typed);
  if (meant !== undefined) return text.storedAs(meant);
  return field.numberFormat === COMMA ? text.commaHint : text.numberHint;
}

interface CategoryProps<T extends Typed> extends Pick<ValueInputProps, 'field' | 'onChange' | 'onChoose'> {
  typed: T;
  shared: {
    ref: React.Ref<HTMLInputElement> & React.Ref<HTMLTextAreaElement>;
    'aria-label': string;
    error: string | undefined;
  };
}

function OneOf({ field, typed, onChange, onChoose, shared }: CategoryProps<string>) {
  const known = useKnownValues(field.key, typed);
  return (
    <Autocomplete
      {...OFFER}
      {...shared}
      openOnFocus={false}
      value={typed}
      maxLength={200}
      data={known}
      onChange={onChange}
      onOptionSubmit={onChoose}
    />
  );
}

function Several({ field, typed, onChange, shared }: Omit<CategoryProps<string[]>, 'onChoose'>) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const known = useKnownValues(field.key, search);
  return (
    <TagsInput
      {...OFFER}
      {...shared}
      description={text.severalHint}
      value={typed}
      maxTags={100}
      data={known.filter((value) => !typed.includes(value))}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        if (text !== '') setOpen(true);
      }}
      // The list lies over the buttons: it goes with a choice, and comes back with the next letter.
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
      acceptValueOnBlur
      onChange={onChange}
    />
  );
}

/** Returns values that other companies have, the most frequent first. */
function useKnownValues(field: string, typed: string): string[] {
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const variables = { field, first: SUGGESTIONS, ...(search !== '' && { search }) };
  const { data } = useApiQuery(VocabularyValuesDocument, variables, { keepPrevious: true });
  return [...new Set(data?.filterFieldValues?.edges.map(({ node }) => node.label))];
}

type AnswerProps = Omit<ValueInputProps, 'onChoose' | 'typed'> & { typed: string };

function Answer({ field: { label }, typed, onChange, error }: AnswerProps) {
  const group = useFocus<HTMLDivElement>('input:checked');
  return (
    <Stack gap={4}>
      <SegmentedControl
        ref={group}
        w="fit-content"
        aria-label={visibleText(label)}
        value={typed}
        onChange={onChange}
        data={[
          { value: 'true', label: text.yes },
          { value: 'false', label: text.no },
          { value: '', label: text.unknown },
        ]}
      />
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** Gives the focus to an element that appears, or to a part of it. */
function useFocus<Each extends HTMLElement = HTMLInputElement & HTMLTextAreaElement>(part?: string) {
  const element = useRef<Each>(null);
  useLayoutEffect(() => {
    const target = part === undefined ? element.current : element.current?.querySelector<HTMLElement>(part);
    // A popover is elsewhere until it is placed: the page must not scroll there.
    target?.focus({ preventScroll: true });
  }, [part]);
  return element;
}
