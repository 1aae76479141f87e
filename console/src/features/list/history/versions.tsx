import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { request, useApiQuery } from '../../../api/hooks.ts';
import {
  DefinitionPreviewDocument,
  type ListVersionsQuery,
  RestoreVersionDocument,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { actionsColumn, type Column, column } from '../../../ui/data-table.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { historyText, useDefinitionSentence } from '../../../workspace/saving/diff-in-words.tsx';
import { EnterAndLeave } from '../../../workspace/saving/enter-and-leave.tsx';
import { useListId } from '../search.ts';

export type Version = NonNullable<
  NonNullable<ListVersionsQuery['list']>['versions']
>['edges'][number]['node'];

interface VersionsTableProps extends Pick<ComponentProps<typeof PagedTable>, 'total' | 'pages'> {
  versions: readonly Version[];
  /** Number of the current version. */
  current: number;
  /** Asks whether to restore a version; undefined for viewers. */
  onRestore?: (version: Version) => void;
}

/** Versions of a filter, newest first. */
export function VersionsTable({ versions, current, onRestore, ...paged }: VersionsTableProps) {
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
    <Section title={historyText.versions}>
      <PagedTable
        label={historyText.versions}
        rows={versions}
        idOf={({ version }) => version}
        columns={columns}
        {...paged}
      />
    </Section>
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
export function RestoreDialog({ version, onClose }: { version: Version; onClose: () => void }) {
  const listId = useListId();
  const preview = useApiQuery(
    DefinitionPreviewDocument,
    { listId, definition: version.definition },
    { staleTime: 0 },
  );
  const current = preview.data?.list?.definitionVersion;
  // Later versions are accepted only after the notice of the conflict, even if the preview already knows them.
  const [firstSeen, setFirstSeen] = useState<number>();
  if (firstSeen === undefined && current !== undefined) setFirstSeen(current);
  const { restore, isBusy, conflict, error } = useRestore(version, onClose);
  const accepted = conflict ?? firstSeen;
  return (
    <FormDialog
      title={`Restore version ${version.version}?`}
      action={`Restore version ${version.version}`}
      busy={isBusy}
      disabled={accepted === undefined}
      error={error}
      onSubmit={() => accepted !== undefined && void restore(accepted)}
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
          The filter of version {version.version} is saved again, as version {current + 1}. Nothing is lost:
          all versions stay.
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

/** Restores a version, unless another one became current since the user opened the dialog or saw the conflict. */
function useRestore({ version }: Version, onDone: () => void) {
  const listId = useListId();
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<number>();
  const [error, setError] = useState<CompanyDataError>();

  /** @param ifVersion version that must still be current. */
  const restore = async (ifVersion: number) => {
    setBusy(true);
    setError(undefined);
    try {
      const { restoreDefinition } = await request(RestoreVersionDocument, {
        input: { listId, version, ifVersion },
      });
      const restored = restoreDefinition?.list.definitionVersion ?? ifVersion + 1;
      notify(`Restored as version ${restored}.`);
      onDone();
    } catch (failure) {
      if (!(failure instanceof CompanyDataError)) throw failure;
      const other = Number(failure.details.current_version);
      if (failure.code === 'definition_conflict' && Number.isInteger(other)) setConflict(other);
      else setError(failure);
    }
    setBusy(false);
    await cache.invalidateQueries();
  };

  return { restore, isBusy, conflict, error: error ?? null };
}
