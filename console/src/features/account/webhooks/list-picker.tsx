import { CloseButton, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListLabelDocument, WebhookListsDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { webhooksText } from '../../../text/webhooks.ts';
import { UserText } from '../../../ui/user-text.tsx';

const text = webhooksText.form;
const SHOWN = 20;
const DEBOUNCE_MS = 120;
/** Most lists that a webhook names. */
const MAX_LISTS = 100;

interface ListPickerProps {
  /** Ids of the chosen lists. */
  value: readonly number[];
  onChange: (value: number[]) => void;
}

/** Chooses lists by their names. */
export function ListPicker({ value, onChange }: ListPickerProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const found = useApiQuery(
    WebhookListsDocument,
    { first: SHOWN, ...(search !== '' && { search }) },
    { keepPrevious: true },
  );
  const options = found.data?.lists?.edges.map(({ node }) => node) ?? [];
  return (
    <Stack gap={6}>
      <Select
        label={text.lists}
        description={value.length === 0 ? text.listsHint : text.listsOnly}
        placeholder={text.addList}
        searchable
        disabled={value.length >= MAX_LISTS}
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => id !== null && onChange([...value, Number(id)])}
        data={options
          .filter(({ listId }) => !value.includes(listId))
          .map(({ listId, name }) => ({ value: String(listId), label: visibleText(name) }))}
        // The service has searched already.
        filter={({ options: all }) => all}
        nothingFoundMessage={text.noList}
      />
      {value.length > 0 && (
        <Stack component="ul" role="list" aria-label={text.chosen} gap={2} m={0} p={0}>
          {value.map((id) => (
            <ChosenList key={id} id={id} onRemove={() => onChange(value.filter((each) => each !== id))} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function ChosenList({ id, onRemove }: { id: number; onRemove: () => void }) {
  const name = useListName(id);
  return (
    <Group component="li" gap={4} wrap="nowrap" justify="space-between">
      <UserText text={name} miw={0} />
      <CloseButton aria-label={text.removeList(visibleText(name))} onClick={onRemove} />
    </Group>
  );
}

/** Returns the name of a list; its number in words if it is deleted or hidden. */
function useListName(id: number): string {
  const { data, error } = useApiQuery(ListLabelDocument, { listId: String(id) });
  return data?.list?.name ?? (error ? text.unknownList(id) : '…');
}

/** The name of a list. */
export function ListName({ id }: { id: number }) {
  return (
    <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
      {visibleText(useListName(id))}
    </Text>
  );
}
