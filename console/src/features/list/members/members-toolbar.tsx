import { Button, Chip, Group, Menu, Stack, TextInput } from '@mantine/core';
import { ColumnsIcon, QuestionMarkCircledIcon } from '@radix-ui/react-icons';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { patiently } from '../../../api/load-code.ts';
import { isOwn } from '../../../filter/catalogue.ts';
import type { MemberRowFragment, MemberTier } from '../../../generated/graphql.ts';
import { curlOf } from '../../../lib/curl.ts';
import { formatNumber } from '../../../lib/format.ts';
import { identifierOf } from '../../../lib/identifier.ts';
import { common } from '../../../text/common.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Rows } from '../../../ui/selection/use-selection.ts';
import { countOf, TIERS, type TierCounts } from '../../../ui/tier.tsx';
import { type MembersSearch, toOrder, useListId } from '../search.ts';
import { type MemberColumn, moved } from './columns.tsx';
import { PAGE_SIZE } from './member-pages.ts';
import classes from './members.module.css';
import type { View } from './use-view.ts';
import { ViewMenu } from './view-menu.tsx';
import { Explanation } from './why.tsx';

interface MembersToolbarProps {
  canEdit: boolean;
  counts: TierCounts & { total: number };
  /** Columns that there are. */
  all: readonly MemberColumn[];
  view: View;
  rows: Rows<MemberRowFragment>;
}

/** Search, tiers, views, columns, and questions about one company. */
export function MembersToolbar({ canEdit, counts, all, view, rows }: MembersToolbarProps) {
  const { search } = useSearch({ from: '/app/lists/$listId/' });
  const { state, change } = view;
  const { tier, sort } = state;
  return (
    <div className={classes.toolbar}>
      <div className={classes.search}>
        <SearchField
          label="Search name or domain"
          value={search ?? ''}
          onSearch={(text) => change({ search: text || undefined })}
        />
      </div>
      <TierChips {...{ counts, tier }} onChange={(chosen) => change({ tier: chosen })} />
      <div className={classes.end}>
        <ViewMenu {...{ view, canEdit }} />
        <ColumnMenu {...{ all }} chosen={state.columns} onChange={view.setColumns} />
        <WhyNot />
        <MembersCopy rows={rows} search={{ tier, sort, search }} hasOwn={state.columns.some(isOwn)} />
      </div>
    </div>
  );
}

const ALL = 'ALL';

interface TierChipsProps extends Pick<MembersToolbarProps, 'counts'> {
  tier: MemberTier | undefined;
  onChange: (tier: MemberTier | undefined) => void;
}

/** Tiers with their numbers. The chosen one filters the table. */
function TierChips({ counts, tier, onChange }: TierChipsProps) {
  return (
    <Chip.Group value={tier ?? ALL} onChange={(value) => onChange(TIERS.find((each) => each === value))}>
      <Group gap={6} wrap="nowrap" role="radiogroup" aria-label="Tier">
        <Chip value={ALL} size="sm" variant="outline">
          All {formatNumber(counts.total)}
        </Chip>
        {TIERS.map((each) => (
          <Chip key={each} value={each} size="sm" variant="outline" title={common.tierMeaning[each]}>
            {common.tiers[each]} {formatNumber(countOf(counts, each))}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

interface ColumnMenuProps extends Pick<MembersToolbarProps, 'all'> {
  /** Keys of the columns that are shown, in their order. */
  chosen: readonly string[];
  onChange: (keys: readonly string[]) => void;
}

/** Chooses the columns of the table, and their order. */
function ColumnMenu({ all, chosen, onChange }: ColumnMenuProps) {
  const titles = new Map(all.map(({ key, title }) => [key, title]));
  const inOrder = (keys: readonly string[]) => [...new Set([...keys, ...titles.keys()])];
  // The order stays while boxes are checked, so that nothing moves below the pointer.
  const [order, setOrder] = useState<readonly string[]>([]);
  const move = (event: KeyboardEvent<HTMLElement>, key: string) => {
    const { key: pressed, altKey, currentTarget } = event;
    const step = { ArrowUp: -1, ArrowDown: 1 }[pressed];
    if (!altKey || !step) return;
    event.preventDefault();
    // Without Alt, the menu moves the focus by these keys.
    event.stopPropagation();
    const to = chosen.includes(key) ? chosen[chosen.indexOf(key) + step] : undefined;
    if (to === undefined) return;
    const next = moved(chosen, key, to);
    setOrder(inOrder(next));
    onChange(next);
    // An element that moves loses the focus.
    requestAnimationFrame(() => currentTarget.focus());
  };
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      closeOnItemClick={false}
      position="bottom-end"
      // Its hint is content of the page, and so within its landmark.
      portalProps={{ target: '#content' }}
      onOpen={() => setOrder(inOrder(chosen))}
    >
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ColumnsIcon width={14} height={14} aria-hidden />}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={480} style={{ overflowY: 'auto' }}>
        {order
          .filter((key) => key !== 'name')
          .map((key) => (
            <Menu.CheckboxItem
              key={key}
              checked={chosen.includes(key)}
              // A click gives the focus, so that the keys move what was just chosen.
              onMouseDown={({ currentTarget }) => currentTarget.focus()}
              onKeyDownCapture={(event) => move(event, key)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, key] : chosen.filter((each) => each !== key))
              }
            >
              {titles.get(key)}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Label>Alt and ↑ or ↓ move a column. In the table, drag its name or its edge.</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Copies what the table shows in the forms of both APIs. @param hasOwn whether the values of own fields are shown */
function MembersCopy(props: Pick<MembersToolbarProps, 'rows'> & { search: MembersSearch; hasOwn: boolean }) {
  const { rows, search, hasOwn } = props;
  const listId = useListId();
  const loaded = () => Array.from({ length: rows.count }, (_, index) => rows.at(index));
  return (
    <CopyAs
      what="the members"
      curl={() => curlOf({ path: restPath(listId, search, hasOwn) })}
      graphql={() => documentOf(listId, search, hasOwn)}
      json={() => JSON.stringify(loaded(), null, 2)}
    />
  );
}

/** Returns the path of the first page over REST. */
function restPath(listId: string, { tier, search, sort }: MembersSearch, hasOwn: boolean): string {
  const parameters = new URLSearchParams({ limit: String(PAGE_SIZE) });
  if (tier) parameters.set('tier', tier.toLowerCase());
  if (search) parameters.set('search_name_or_domain', search);
  if (sort) parameters.set('sort', sort);
  parameters.set('include', hasOwn ? 'firmographics,fields' : 'firmographics');
  return `/v1/lists/${listId}/members?${parameters}`;
}

function documentOf(listId: string, { tier, search, sort }: MembersSearch, hasOwn: boolean): string {
  const order = toOrder(sort);
  const args = [
    `first: ${PAGE_SIZE}`,
    ...(tier ? [`tier: ${tier}`] : []),
    ...(search ? [`search: ${JSON.stringify(search)}`] : []),
    ...(order ? [`orderBy: {field: ${JSON.stringify(order.field)}, direction: ${order.direction}}`] : []),
  ].join(', ');
  return `query {
  list(listId: ${JSON.stringify(listId)}) {
    members(${args}) {
      totalCount
      edges {
        cursor
        node {
          tier
          source
          reasons { condition met negated firstSeen lastSeen }
          company { name slug primaryDomain partnershipCount firmographics { country employeeRange industry foundedYear technologyCount }${hasOwn ? ' fieldsByKey' : ''} }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
}

/** Explains any company: why it is in the list, or what keeps it out. */
function WhyNot() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<QuestionMarkCircledIcon width={14} height={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Why not …?
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Why is a company in this list, or not?">
        <WhyNotForm />
      </Dialog>
    </>
  );
}

/** Few readers ask, and the public suffix list is large. */
const loadDomains = patiently(() => import('../../../lib/pasted-domain.ts'));

function WhyNotForm() {
  const [typed, setTyped] = useState('');
  const [identifier, setIdentifier] = useState<string>();
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { parsePastedDomain, REASONS } = await loadDomains();
    const isShared = parsePastedDomain(typed).reason === REASONS.shared;
    const found = isShared ? undefined : identifierOf(typed);
    setFault(isShared ? REASONS.shared : found === undefined ? 'Type a domain first.' : undefined);
    if (found !== undefined) setIdentifier(found);
  };
  return (
    <Stack>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex="1 1 240px"
            label="Domain or company"
            description="A domain such as acme.com, an address of a website, or the short name in the address of a company page."
            value={typed}
            error={fault}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          <Button type="submit">Explain</Button>
        </Group>
      </form>
      {identifier !== undefined && <Explanation identifier={identifier} isNamed />}
    </Stack>
  );
}
