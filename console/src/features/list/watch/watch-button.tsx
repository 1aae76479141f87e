import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CompanyDataError } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  ListEventsDocument,
  ListFrameDocument,
  ListMaterializationsDocument,
  ListMembershipDocument,
  UnwatchListDocument,
  WatchListDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { watchText } from '../../../text/list-watch.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LineIcon } from '../../../ui/line-icon.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Problem } from '../../../ui/problem.tsx';

const EYE =
  'M.8 7.5C2.4 4.6 4.7 3.2 7.5 3.2s5.1 1.4 6.7 4.3c-1.6 2.9-3.9 4.3-6.7 4.3S2.4 10.4.8 7.5Zm6.7 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z';

/** What a page may show of the list. Watching computes its members. */
const CHANGES = [ListFrameDocument, ListEventsDocument, ListMaterializationsDocument, ListMembershipDocument];

/** Begins and ends the watching of a list, and says what it does; for editors. */
export function WatchButton({ listId, watched }: { listId: string; watched: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const watch = useApiMutation(WatchListDocument, { changes: CHANGES });
  const unwatch = useApiMutation(UnwatchListDocument, { changes: CHANGES });
  const change = watched ? unwatch : watch;
  const submit = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  useEffect(() => {
    // The button was disabled while it ran, and lost the focus.
    if (change.error) submit.current?.focus();
  }, [change.error]);
  const run = () =>
    change.mutate(
      { input: { listId } },
      {
        onSuccess: () => {
          close();
          notify(watched ? watchText.unwatched : watchText.watched);
        },
      },
    );
  return (
    <>
      <Button
        variant={watched ? 'light' : 'default'}
        leftSection={<LineIcon path={EYE} />}
        onClick={() => {
          change.reset();
          setOpen(true);
        }}
      >
        {watched ? watchText.on : watchText.off}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={watchText.dialog} size="md">
        <Stack gap="sm">
          <Text>{watchText.explain}</Text>
          <Text>{watchText.who}</Text>
          {change.error && <Refusal error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button ref={submit} loading={change.isPending} onClick={run}>
              {watched ? watchText.unwatch : watchText.watch}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

/** Says why the list is not watched. For a full quota, that is what to do about it. */
function Refusal({ error }: { error: CompanyDataError }) {
  if (error.code !== 'quota_exceeded') return <Problem error={error} />;
  return (
    <Alert color="yellow" variant="light" role="alert">
      <Text>{watchText.quota(formatNumber(Number(error.details.limit)))}</Text>
      <PageLink to="/app/settings/limits" c="inherit" underline="always">
        {watchText.toLimits}
      </PageLink>
    </Alert>
  );
}
