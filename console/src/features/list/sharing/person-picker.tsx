import { Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Person, usePeople } from '../../../api/people.ts';
import { common } from '../../../text/common.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { Initials } from '../../../ui/initials.tsx';
import { UserText } from '../../../ui/user-text.tsx';

/** Options that are shown at once; typing narrows them. */
const MOST_OPTIONS = 50;

interface PersonPickerProps {
  label: string;
  /** Ids of people who cannot be chosen. */
  without: readonly number[];
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** What is typed, where the page needs it. */
  search?: string;
  onSearch?: (typed: string) => void;
  /** Shown in place of the options when nobody is found. */
  nobody?: ReactNode;
}

/** Finds a person of the organization by name or e-mail address. */
export function PersonPicker(props: PersonPickerProps) {
  const { label, without, value, onChange, search, onSearch, nobody } = props;
  const { data, isPending, error } = usePeople();
  const people = (data ?? []).filter(({ userId }) => !without.includes(userId));
  const wanted = search?.trim().toLowerCase() ?? '';
  const isHidden = (data ?? []).some(
    ({ userId, name, email }) =>
      without.includes(userId) && wanted !== '' && `${name} ${email}`.toLowerCase().includes(wanted),
  );
  const nothing = people.length > 0 ? sharingText.nobodyFound : sharingText.everybodyHas;
  const byId = new Map(people.map((person) => [String(person.userId), person]));
  return (
    <Select
      label={label}
      placeholder={isPending ? common.loading : sharingText.personHint}
      error={error?.message}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': common.remove }}
      limit={MOST_OPTIONS}
      nothingFoundMessage={nobody ?? (isHidden ? sharingText.hasAccess : nothing)}
      {...(search !== undefined && { searchValue: search })}
      {...(onSearch && { onSearchChange: onSearch })}
      value={value ? String(value.userId) : null}
      onChange={(id) => onChange(id === null ? null : (byId.get(id) ?? null))}
      data={people.map(({ userId, name, email }) => ({ value: String(userId), label: `${name} · ${email}` }))}
      renderOption={({ option }) => {
        const person = byId.get(option.value);
        return person && <PersonLine person={person} />;
      }}
      flex={1}
      miw={220}
    />
  );
}

/** A person with initials, name and e-mail address. */
export function PersonLine({ person }: { person: Pick<Person, 'name' | 'email'> }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Initials name={person.name} of="person" size={28} />
      <div style={{ minWidth: 0 }}>
        <UserText text={person.name} />
        <Text size="xs" c="dimmed" component="div">
          <UserText text={person.email} />
        </Text>
      </div>
    </Group>
  );
}
