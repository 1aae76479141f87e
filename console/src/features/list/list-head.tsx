import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Skeleton,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { Pencil1Icon, ReloadIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { type Labels, toSentence } from '../../filter/sentence.ts';
import {
  ComputeMembersDocument,
  ListFrameDocument,
  ListMaterializationsDocument,
  ListsOverviewDocument,
  type MemberTier,
  UpdateListDocument,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { recentSizes, SIZE_DAYS } from '../../lib/recent-sizes.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { ByHand } from '../../ui/by-hand.tsx';
import { faultOfName } from '../../ui/name-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { Totals, TotalsSkeleton } from '../../workspace/numbers/facts-line.tsx';
import { type ListFrame, type Membership, useMembership } from './list-data.ts';

/** Heading of a list. Editors rename the list in its place; viewers see that they are. */
export function ListName({ list: { listId, name, accessLevel } }: { list: ListFrame }) {
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    pencil.current?.focus();
  };
  if (isEditing) return <NameForm listId={listId} name={name} onClose={close} />;
  return (
    <Group gap={4} wrap="nowrap">
      <Title order={1} miw={0}>
        <UserText text={name} />
      </Title>
      {accessLevel === 'VIEWER' ? (
        <Badge variant="outline" color="gray" title={common.accessMeaning.VIEWER} miw="max-content">
          {common.accessLevels.VIEWER}
        </Badge>
      ) : (
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          aria-label="Rename"
          onClick={() => setEditing(true)}
        >
          <Pencil1Icon width={16} height={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Enter saves, Escape closes. What was typed stays when saving fails. */
function NameForm({ listId, name, onClose }: Pick<ListFrame, 'listId' | 'name'> & { onClose: () => void }) {
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string>();
  const rename = useApiMutation(UpdateListDocument, { changes: [ListFrameDocument, ListsOverviewDocument] });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOfName(typed);
    setFault(found);
    if (found !== undefined) return;
    if (typed.trim() === name) return onClose();
    rename.mutate({ input: { listId, name: typed.trim() } }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save} noValidate>
      <VisuallyHidden>
        <h1>{name}</h1>
      </VisuallyHidden>
      <Group gap="xs" align="flex-start">
        <TextInput
          flex="1 1 240px"
          maw={560}
          aria-label="Name of the list"
          value={typed}
          error={fault ?? rename.error?.message}
          autoComplete="off"
          autoFocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
        <Button type="submit" loading={rename.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      </Group>
    </form>
  );
}

/** Values of a condition that are named. */
const MAX_VALUES = 6;

/** Stands in for labels that are not there yet. */
const KEYS: Labels = { field: visibleText, value: (_field, value) => visibleText(String(value)) };

/** The filter of a list as a sentence. */
export function ListFilter({ definition }: { definition: unknown }) {
  const parsed = useMemo(() => parseDefinition(definition), [definition]);
  if (!parsed.ok)
    return (
      <Text c="dimmed">
        This filter was written in a form that this page cannot show. Its JSON is in the menu “More actions”.
      </Text>
    );
  if (parsed.value.root === null)
    return (
      <Text c="dimmed">
        This list has no filter. It holds the companies whose domains were added by hand.
      </Text>
    );
  return <FilterSentence definition={parsed.value} />;
}

function FilterSentence({ definition }: { definition: Definition }) {
  const conditions = useMemo(() => [...conditionsOf(definition.root)], [definition]);
  const labels = useFilterLabels(conditions);
  // Keys are about as long as their labels, so that nothing below moves when these come.
  if (labels) return <Sentence words={toSentence(definition, labels, MAX_VALUES)} />;
  return (
    <Skeleton w="fit-content">
      <Sentence words={toSentence(definition, KEYS, MAX_VALUES)} />
    </Skeleton>
  );
}

/** Materializations of which the trend is shown: those of the tab of changes, so that one request serves both. */
const MOST = 200;

/** The number of members, how it has changed, and their tiers, in one line; and whether they are those of the catalogue now. */
export function ListFacts({ list }: { list: ListFrame }) {
  const listId = String(list.listId);
  const { membership, error } = useMembership();
  const navigate = useNavigate();
  // A list without a filter has nothing but what was added: no number differs.
  const hasFilter = (list.definition as Definition).root !== null;
  if (!membership) return error ? null : <TotalsSkeleton label="Computing the members…" />;
  const { counts } = membership;
  const show = (tier: MemberTier | undefined) =>
    void navigate({ to: '/app/lists/$listId', params: { listId }, search: { tier } });
  return (
    <Totals total={counts.total} tiers={counts} title="Show all companies" onShow={show}>
      <Trend listId={listId} total={counts.total} />
      {hasFilter && (
        <ByHand
          listId={listId}
          added={list.addedDomains?.totalCount ?? 0}
          excluded={list.excludedDomains?.totalCount ?? 0}
        />
      )}
      {membership.stale && <Refresh {...{ listId, membership }} />}
    </Totals>
  );
}

/** How much the list has grown or shrunk lately. Nothing for a list that was computed once. */
function Trend({ listId, total }: { listId: string; total: number }) {
  const { data } = useApiQuery(ListMaterializationsDocument, { listId, first: MOST });
  const all = data?.list?.materializations?.edges.map(({ node }) => node) ?? [];
  const [first] = recentSizes(all, Date.now() - SIZE_DAYS * 86_400_000);
  const by = total - (first?.total ?? total);
  const change = by === 0 ? 'no change' : `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))}`;
  return (
    <Text component="span" c="dimmed" size="sm">
      {all.length > 1 && `${change} in ${SIZE_DAYS} days`}
    </Text>
  );
}

/** Says that the catalogue is newer than the members, and computes them again. */
function Refresh({ listId, membership }: { listId: string; membership: Membership }) {
  const refresh = useApiMutation(ComputeMembersDocument);
  const run = async () => {
    const { materializeList } = await refresh.mutateAsync({ input: { listId } });
    if (!materializeList) return;
    const before = formatNumber(membership.counts.total);
    notify(
      `The members are up to date: ${formatNumber(materializeList.counts.total)} companies, before ${before}.`,
    );
  };
  return (
    <Group gap="xs">
      <Text component="span" px={6} bdrs="sm" bg="var(--mantine-color-yellow-light)">
        The catalogue has changed since the members were computed.
      </Text>
      <Button
        size="compact-xs"
        leftSection={<ReloadIcon width={12} height={12} aria-hidden />}
        loading={refresh.isPending}
        onClick={() => void run().catch(() => undefined)}
      >
        Refresh
      </Button>
      {refresh.error && (
        <Text component="span" role="alert" c="var(--mantine-color-error)">
          {refresh.error.message}
        </Text>
      )}
    </Group>
  );
}
