import { Box, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { Cross2Icon, StarFilledIcon, StarIcon } from '@radix-ui/react-icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListOrderField } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './lists-page.module.css';
import type { ListsSearch } from './search.ts';

const ORDERS: { value: ListOrderField; label: string }[] = [
  { value: 'UPDATED_AT', label: 'Recently updated' },
  { value: 'NAME', label: 'Name' },
  { value: 'CREATED_AT', label: 'Recently created' },
];

const OWNERS = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'shared', label: 'Shared with me' },
];

/** Says which lists are shown, and in which order. The address carries it. */
export function ListsToolbar() {
  const { search = '', order = 'UPDATED_AT', tag, favourite, owned } = useSearch({ from: '/app/lists' });
  const navigate = useNavigate({ from: '/app/lists' });
  const set = (change: { [Key in keyof ListsSearch]: ListsSearch[Key] | undefined }) =>
    void navigate({ search: (all) => ({ ...all, ...change }), replace: true });
  const Star = favourite ? StarFilledIcon : StarIcon;
  return (
    <Group gap="xs" role="search" className={classes.toolbar}>
      <Box flex="1 1 240px" maw={420}>
        <SearchField
          label="Search lists by name"
          value={search}
          onSearch={(text) => set({ search: text || undefined })}
        />
      </Box>
      <SegmentedControl
        aria-label="Whose lists"
        className={classes.owners}
        value={owned === undefined ? 'all' : owned ? 'mine' : 'shared'}
        data={OWNERS}
        onChange={(value) => set({ owned: value === 'all' ? undefined : value === 'mine' })}
      />
      <Button
        variant="default"
        aria-pressed={favourite === true}
        leftSection={<Star width={16} height={16} aria-hidden />}
        onClick={() => set({ favourite: favourite ? undefined : true })}
      >
        Favourites
      </Button>
      {tag !== undefined && (
        <Button
          variant="default"
          className={classes.sought}
          aria-label={visibleText(`Tag: ${tag}. Show all tags`)}
          rightSection={<Cross2Icon width={14} height={14} aria-hidden />}
          onClick={() => set({ tag: undefined })}
        >
          {visibleText(`Tag: ${tag}`)}
        </Button>
      )}
      <Select
        aria-label="Order"
        flex="0 1 190px"
        allowDeselect={false}
        value={order}
        data={ORDERS}
        onChange={(field) => field && set({ order: field === 'UPDATED_AT' ? undefined : field })}
      />
    </Group>
  );
}
