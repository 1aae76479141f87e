import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { visibleText } from '../../../lib/visible-text.ts';
import { searchLists } from '../../../preview/remote-search.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { useListName } from '../../../ui/use-list-name.ts';
import { UserText } from '../../../ui/user-text.tsx';

/** Most lists that a webhook names. */
const MAX_LISTS = 100;

interface ListPickerProps {
  /** Ids of the chosen lists. */
  value: readonly number[];
  onChange: (value: number[]) => void;
}

/** Chooses lists by their names. */
export function ListPicker({ value, onChange }: ListPickerProps) {
  return (
    <Stack gap={6}>
      <SearchSelect
        label="Only of these lists"
        description={
          value.length === 0
            ? 'Without any, events of all lists and all other events are sent.'
            : 'Events that belong to no list, such as imports, are not sent.'
        }
        placeholder="Search a list by its name"
        disabled={value.length >= MAX_LISTS}
        value={null}
        search={searchLists}
        without={value.map(String)}
        onChange={(list) => onChange([...value, Number(list.value)])}
      />
      {value.length > 0 && (
        <Stack component="ul" role="list" aria-label="Chosen lists" gap={2} m={0} p={0}>
          {value.map((id) => (
            <ChosenList key={id} id={id} onRemove={() => onChange(value.filter((each) => each !== id))} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function ChosenList({ id, onRemove }: { id: number; onRemove: () => void }) {
  const name = useListName(id) ?? '';
  return (
    <Group component="li" gap={4} wrap="nowrap" justify="space-between">
      <UserText text={name} miw={0} />
      <CloseButton aria-label={`Remove ${visibleText(name)}`} onClick={onRemove} />
    </Group>
  );
}

/** The name of a list. */
export function ListName({ id }: { id: number }) {
  return (
    <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
      {visibleText(useListName(id) ?? '')}
    </Text>
  );
}
