import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';

const REST_MS = 120;

/** Something that can be chosen, by its id or key. */
export interface Option {
  value: string;
  label: string;
}

/** Query that finds options for a text; for an empty one the first of all. */
interface OptionSearch {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<{ values: readonly Option[] } | null>;
  staleTime?: number;
}

interface SearchSelectProps {
  label: string;
  /** Hides the label, whose place nothing takes. */
  isPlain?: boolean;
  placeholder?: string;
  description?: string;
  search: (text: string) => OptionSearch;
  value: Option | null;
  onChange: (option: Option) => void;
  /** Values that are not offered. */
  without?: readonly string[];
  disabled?: boolean;
  autoFocus?: boolean;
  onLeave?: () => void;
}

/** Finds one of many things at the service by its name. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, isPlain = false, placeholder, search, value, onChange, without = [] } = props;
  const [typed, setTyped] = useState('');
  const shown = value && visibleText(value.label);
  const [asked] = useDebouncedValue(typed === shown ? '' : typed.trim(), REST_MS);
  const { data, error, isFetching } = useQuery({ ...search(asked), placeholderData: keepPreviousData });
  const found = (data?.values ?? []).filter((each) => !without.includes(each.value));
  const isMissing = value !== null && !found.some((each) => each.value === value.value);
  const options = isMissing ? [value, ...found] : found;
  return (
    <Select
      {...(isPlain ? { 'aria-label': label } : { label })}
      placeholder={placeholder ?? common.search}
      description={props.description}
      error={error?.message}
      searchable
      // It would cover the page for those who pass by with the Tab key.
      openOnFocus={false}
      disabled={props.disabled ?? false}
      autoFocus={props.autoFocus ?? false}
      onBlur={props.onLeave}
      value={value?.value ?? null}
      // The chosen one cannot be taken back, only be replaced.
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (!option) return;
        if (value === null) setTyped('');
        onChange(option);
      }}
      data={options.map((each) => ({ value: each.value, label: visibleText(each.label) }))}
      // The service has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? common.loading : 'Nothing found'}
      maxDropdownHeight={280}
    />
  );
}
