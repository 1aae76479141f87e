import { Alert, Badge, Button, Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import type { CompanyDataError } from '../../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  DefinitionPreviewDocument,
  ListVersionPairDocument,
  ListVersionsDocument,
  type ListVersionsQuery,
  RestoreVersionDocument,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { actionsColumn, type Column, column } from '../../../ui/data-table.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { JsonDiff } from '../../../ui/json-diff.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { usePages } from '../../../ui/pager.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { DiffInWords, historyText, useDefinitionSentence } from '../../../workspace/saving/diff-in-words.tsx';
import { EnterAndLeave } from '../../../workspace/saving/enter-and-leave.tsx';
import { useOpenList } from '../list-data.ts';
import { useListId } from '../search.ts';

type Versions = NonNullable<NonNullable<ListVersionsQuery['list']>['versions']>;
type Version = Versions['edges'][number]['node'];

/** All versions of the filter of a list: who saved them, how they differ, and a way back to each. */
export function HistoryTab() {
  const listId = useListId();
  const { accessLevel, definitionVersion, owner } = useOpenList().list;
  const canRestore = accessLevel !== 'VIEWER';
  const { variables, pages } = usePages(25);
  const [restoring, setRestoring] = useState<Version>();
  const query = useApiQuery(ListVersionsDocument, { listId, ...variables }, { keepPrevious: true });
  return (
    <Loaded query={query} lines={8}>
      {({ list }) => (
        <Stack gap="xl">
          {!canRestore && (
            <ReadOnly
              reason={`You can read all versions. To restore one you need access as editor; ask the owner, ${owner.name}.`}
            />
          )}
          <VersionsTable
            versions={(list?.versions?.edges ?? []).map(({ node }) => node)}
            total={list?.versions?.totalCount ?? 0}
            pages={pages}
            current={definitionVersion}
            {...(canRestore && { onRestore: setRestoring })}
          />
          <CompareVersions current={definitionVersion} />
          {restoring && <RestoreDialog version={restoring} onClose={() => setRestoring(undefined)} />}
        </Stack>
      )}
    </Loaded>
  );
}

interface VersionsTableProps extends Pick<ComponentProps<typeof PagedTable>, 'total' | 'pages'> {
  versions: readonly Version[];
  /** Number of the current version. */
  current: number;
  /** Asks whether to restore a version; undefined for viewers. */
  onRestore?: (version: Version) => void;
}

/** Versions of a filter, newest first. */
function VersionsTable({ versions, current, onRestore, ...paged }: VersionsTableProps) {
  const navigate = useNavigate({ from: '/app/lists/$listId/access' });
  const compare = (to: number) =>
    navigate({ search: { section: 'versions', from: to - 1, to }, resetScroll: false });
  const columns: Column<Version>[] = [
    column('Version', ({ version }) => (
      <Group gap="xs" wrap="nowrap">
        {version}
        {version === current && (
          <Badge variant="outline" color="gray" c="inherit" miw="max-content">
            current
          </Badge>
        )}
      </Group>
    )),
    column('Saved', ({ createdAt }) => <TimeAgo at={createdAt} />),
    column('By', ({ author }) => <UserText text={author.name} maw={140} />),
    column('Filter', ({ definition }) => <Filter definition={definition} />),
    actionsColumn((each) => (
      <Group gap="xs" wrap="nowrap">
        {each.version > 1 && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Compare version ${each.version} with the one before`}
            onClick={() => compare(each.version)}
          >
            Compare
          </Button>
        )}
        {onRestore && each.version !== current && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Restore version ${each.version}`}
            onClick={() => onRestore(each)}
          >
            Restore
          </Button>
        )}
      </Group>
    )),
  ];
  return (
    <Stack gap="xs">
      <Title order={2}>{historyText.versions}</Title>
      <PagedTable
        label={historyText.versions}
        rows={versions}
        idOf={({ version }) => version}
        columns={columns}
        {...paged}
      />
    </Stack>
  );
}

/** A filter in words. */
function Filter({ definition }: { definition: unknown }) {
  const sentence = useDefinitionSentence(definition);
  return (
    <Text lineClamp={2} component="bdi">
      {visibleText(sentence ?? historyText.unread)}
    </Text>
  );
}

/** The head of the page says what differs by hand. */
const NOTHING = { added: 0, excluded: 0 };

/** Shows what restoring a version would change among the members, and restores it. */
function RestoreDialog({
  version: { version, definition },
  onClose,
}: {
  version: Version;
  onClose: () => void;
}) {
  const listId = useListId();
  const cache = useQueryClient();
  const preview = useApiQuery(DefinitionPreviewDocument, { listId, definition }, { staleTime: 0 });
  const current = preview.data?.list?.definitionVersion;
  // Later versions are accepted only after the notice of the conflict, even if the preview already knows them.
  const [firstSeen, setFirstSeen] = useState<number>();
  if (firstSeen === undefined && current !== undefined) setFirstSeen(current);
  const [conflict, setConflict] = useState<number>();
  const { mutateAsync, error, isPending } = useApiMutation(RestoreVersionDocument, { changes: [] });
  const ifVersion = conflict ?? firstSeen;
  const restore = async () => {
    try {
      const { restoreDefinition } = await mutateAsync({ input: { listId, version, ifVersion } });
      notify(`Restored as version ${restoreDefinition?.list.definitionVersion}.`);
      onClose();
    } catch (failure) {
      const { code, details } = failure as CompanyDataError;
      if (code === 'definition_conflict') setConflict(Number(details.current_version));
    }
    await cache.invalidateQueries();
  };
  return (
    <FormDialog
      title={`Restore version ${version}?`}
      action={`Restore version ${version}`}
      busy={isPending}
      disabled={ifVersion === undefined}
      error={error?.code === 'definition_conflict' ? null : error}
      onSubmit={() => void restore()}
      onClose={onClose}
    >
      {conflict !== undefined && (
        <Alert color="yellow" variant="light" role="alert">
          Somebody else changed the filter meanwhile: version {conflict} is current now. Nothing was restored.
          What restoring would change is computed again.
        </Alert>
      )}
      {current !== undefined && (
        <Text>
          The filter of version {version} is saved again, as version {current + 1}. Nothing is lost: all
          versions stay.
        </Text>
      )}
      <Loaded query={preview} lines={6}>
        {({ list }) => {
          const preview = list?.previewDefinition;
          return preview && <EnterAndLeave {...{ listId, preview }} byHand={NOTHING} />;
        }}
      </Loaded>
    </FormDialog>
  );
}

/** Options that are shown at once; typing a number finds the others. */
const MOST_OPTIONS = 100;

/** Compares any two versions, at first the current one with the one before it. */
function CompareVersions({ current }: { current: number }) {
  const { from: asked, to = current } = useSearch({ from: '/app/lists/$listId/access' });
  const navigate = useNavigate({ from: '/app/lists/$listId/access' });
  if (current === 1)
    return (
      <Text>
        There is one version so far. Each saved change of the filter appears here, and can be restored.
      </Text>
    );
  const from = asked ?? Math.max(1, to - 1);
  const choose = (search: { from: number; to: number }) =>
    navigate({ search: { section: 'versions', ...search }, replace: true, resetScroll: false });
  const versions = {
    w: 140,
    searchable: true,
    allowDeselect: false,
    limit: MOST_OPTIONS,
    data: Array.from({ length: current }, (_, index) => String(current - index)),
  } as const;
  return (
    <Section title="Comparison" gap="sm">
      <Group gap="sm" align="flex-end">
        <Select
          {...versions}
          label="Compare version"
          value={String(from)}
          onChange={(version) => version && choose({ from: Number(version), to })}
        />
        <Select
          {...versions}
          label="with version"
          value={String(to)}
          onChange={(version) => version && choose({ from, to: Number(version) })}
        />
      </Group>
      <Pair from={from} to={to} />
    </Section>
  );
}

function Pair({ from, to }: { from: number; to: number }) {
  const listId = useListId();
  const [form, setForm] = useState<'words' | 'json'>('words');
  const query = useApiQuery(ListVersionPairDocument, { listId, from, to }, { keepPrevious: true });
  return (
    <Stack gap="sm" aria-busy={query.isPlaceholderData}>
      <SegmentedControl
        aria-label="Form of the comparison"
        w="fit-content"
        value={form}
        onChange={setForm}
        data={[
          { value: 'words', label: 'In words' },
          { value: 'json', label: 'In JSON' },
        ]}
      />
      <Loaded query={query} lines={4}>
        {({ list }) => {
          const [before, after] = [list?.from?.definition, list?.to?.definition];
          return form === 'words' ? (
            <DiffInWords before={before} after={after} />
          ) : (
            <JsonDiff title={`JSON of version ${from} and of version ${to}`} before={before} after={after} />
          );
        }}
      </Loaded>
    </Stack>
  );
}
