import { Alert, Button, Text } from '@mantine/core';
import { MixerHorizontalIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { CompanyDataError } from '../../api/client.ts';
import { useApiMutation } from '../../api/hooks.ts';
import { patiently } from '../../api/load-code.ts';
import {
  ListEventsDocument,
  ListFrameDocument,
  ListMaterializationsDocument,
  ListMembershipDocument,
  UnwatchListDocument,
  WatchListDocument,
} from '../../generated/graphql.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LineIcon } from '../../ui/line-icon.tsx';
import { notify } from '../../ui/notify.ts';
import { ButtonLink, PageLink } from '../../ui/page-link.tsx';
import { useDuplicate } from '../../ui/use-duplicate.ts';
import { ExportButton } from './export/export-button.tsx';
import type { ListFrame } from './list-data.ts';

const ShareDialog = lazy(
  patiently(async () => ({ default: (await import('./sharing/sharing-tab.tsx')).ShareDialog })),
);

/** What is done most with a list. */
export function MainActions({ list }: { list: ListFrame }) {
  const listId = String(list.listId);
  const canEdit = list.accessLevel !== 'VIEWER';
  return (
    <>
      {canEdit && (
        <ButtonLink
          to="/app/lists/$listId"
          params={{ listId }}
          search={{ edit: true }}
          data-edit-filter
          leftSection={<MixerHorizontalIcon width={16} height={16} aria-hidden />}
        >
          Edit filter
        </ButtonLink>
      )}
      {canEdit && <WatchButton listId={listId} watched={list.watched} />}
      <ShareButton list={list} />
      <ExportButton listId={listId} listName={list.name} />
    </>
  );
}

/** Shows who has access. The owner shares the list there. */
function ShareButton({ list }: { list: ListFrame }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {list.accessLevel === 'OWNER' ? 'Share' : 'Access'}
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What is done less often. */
export function MoreActions({ list }: { list: ListFrame }) {
  const id = list.listId;
  const listId = String(id);
  const duplicate = useDuplicate(id);
  return (
    <ActionMenu
      label="More actions"
      button={{ variant: 'default', size: 36, loading: duplicate.isRunning }}
      actions={[
        {
          label: list.accessLevel === 'VIEWER' ? 'Domains by hand' : 'Add or exclude domains',
          link: (props) => (
            <Link {...props} to="/app/lists/$listId" params={{ listId }} search={{ domains: true }} />
          ),
        },
        { label: common.duplicate, run: duplicate.run },
        {
          label: 'Enrich the members, as a job',
          link: (props) => <Link {...props} to="/app/files" search={{ list: id }} />,
        },
        {
          label: 'Compare with other lists',
          link: (props) => <Link {...props} to="/app/insight/overlap" search={{ lists: [id] }} />,
        },
        {
          label: 'Find the rule behind it',
          link: (props) => <Link {...props} to="/app/insight/rule" search={{ list: id }} />,
        },
        {
          label: 'Copy the filter as JSON',
          run: () =>
            void copyText(JSON.stringify(list.definition, null, 2)).then(() => notify(common.copied)),
        },
      ]}
    />
  );
}

const EYE =
  'M.8 7.5C2.4 4.6 4.7 3.2 7.5 3.2s5.1 1.4 6.7 4.3c-1.6 2.9-3.9 4.3-6.7 4.3S2.4 10.4.8 7.5Zm6.7 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z';

/** What a page may show of the list. Watching computes its members. */
const CHANGES = [ListFrameDocument, ListEventsDocument, ListMaterializationsDocument, ListMembershipDocument];

/** What watching does, for the pointer and for screen readers. */
const ABOUT_WATCHING =
  'The service evaluates a watched list by itself, after each import and each change of it. The bell at the top then says which companies entered, left or changed tier. It is free, and holds for everybody who can see the list.';

/** Begins and ends the watching of a list with one click each, for editors. A dialog opens only for a failure. */
function WatchButton({ listId, watched }: { listId: string; watched: boolean }) {
  const [hasFailed, setFailed] = useState(false);
  const watch = useApiMutation(WatchListDocument, { changes: CHANGES });
  const unwatch = useApiMutation(UnwatchListDocument, { changes: CHANGES });
  const change = watched ? unwatch : watch;
  const isQuota = change.error?.code === 'quota_exceeded';
  const run = () =>
    change.mutate(
      { input: { listId } },
      {
        onSuccess: () => {
          setFailed(false);
          notify(
            watched
              ? 'The list is no longer watched.'
              : 'The list is watched. The bell tells what changes from now on.',
          );
        },
        onError: () => setFailed(true),
      },
    );
  return (
    <>
      <Button
        variant={watched ? 'light' : 'default'}
        leftSection={<LineIcon path={EYE} />}
        title={`${watched ? 'Stop watching this list.' : 'Watch this list.'} ${ABOUT_WATCHING}`}
        // A button that is disabled meanwhile would lose the focus.
        onClick={() => !change.isPending && run()}
      >
        {watched ? 'Watched' : 'Watch'}
      </Button>
      <FormDialog
        opened={hasFailed}
        title={watched ? 'The list is still watched' : 'The list is not watched'}
        size="md"
        action="Try again"
        busy={change.isPending}
        error={isQuota ? null : change.error}
        onSubmit={run}
        onClose={() => setFailed(false)}
      >
        {isQuota && change.error && <FullQuota error={change.error} />}
      </FormDialog>
    </>
  );
}

/** Says that no further list can be watched, and what to do about it. */
function FullQuota({ error }: { error: CompanyDataError }) {
  return (
    <Alert color="yellow" variant="light" role="alert">
      <Text>
        Your organization watches {formatNumber(Number(error.details.limit))} lists, as many as it may. Stop
        watching another list first, or ask your operator for more.
      </Text>
      <PageLink to="/app/settings/limits" c="inherit" underline="always">
        See the limits
      </PageLink>
    </Alert>
  );
}
