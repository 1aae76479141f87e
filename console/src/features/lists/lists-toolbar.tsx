import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { Cross2Icon, StarFilledIcon, StarIcon } from '@radix-ui/react-icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListOrderField } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listsText } from '../../text/lists.ts';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './lists-page.module.css';
import type { ListsSearch } from './search.ts';

const ORDERS: readonly ListOrderField[] = ['UPDATED_AT', 'NAME', 'CREATED_AT'];

const { filters } = listsText;
const OWNERS = [
  { value: 'all', label: filters.all },
  { value: 'mine', label: filters.mine },
  { value: 'shared', label: filters.shared },
];
const OWNED: Readonly<Record<string, boolean | undefined>> = { mine: true, shared: false };

/** Says which lists are shown, and in which order. The address carries it. */
export function ListsToolbar() {
  const { search = '', order = 'UPDATED_AT', tag, favourite, owned } = useSearch({ from: '/app/lists' });
  const navigate = useNavigate({ from: '/app/lists' });
  const set = (change: { [Key in keyof ListsSearch]: ListsSearch[Key] | undefined }) =>
    void navigate({ search: (all) => ({ ...all, ...change }), replace: true });
  const Star = favourite ? StarFilledIcon : StarIcon;
  return (
    <Group gap="xs" role="search" className={classes.toolbar}>
      <div className={classes.search}>
        <SearchField
          label={listsText.search}
          value={search}
          onSearch={(text) => set({ search: text || undefined })}
        />
      </div>
      <SegmentedControl
        aria-label={filters.owner}
        className={classes.owners}
        value={owned === undefined ? 'all' : owned ? 'mine' : 'shared'}
        data={OWNERS}
        onChange={(value) => set({ owned: OWNED[value] })}
      />
      <Button
        variant="default"
        className={classes.choice}
        aria-pressed={favourite === true}
        leftSection={<Star width={16} height={16} aria-hidden />}
        onClick={() => set({ favourite: favourite ? undefined : true })}
      >
        {filters.favourites}
      </Button>
      {tag !== undefined && (
        <Button
          variant="default"
          className={classes.sought}
          aria-label={visibleText(filters.removeTag(tag))}
          rightSection={<Cross2Icon width={14} height={14} aria-hidden />}
          onClick={() => set({ tag: undefined })}
        >
          {visibleText(filters.tag(tag))}
        </Button>
      )}
      <Select
        aria-label={listsText.order}
        className={classes.order}
        allowDeselect={false}
        value={order}
        data={ORDERS.map((field) => ({ value: field, label: listsText.orders[field] }))}
        onChange={(field) => field && set({ order: field === 'UPDATED_AT' ? undefined : field })}
      />
    </Group>
  );
}
