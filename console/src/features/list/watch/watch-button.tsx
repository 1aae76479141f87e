import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
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
import { watchText } from '../../../text/list-watch.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { LineIcon } from '../../../ui/line-icon.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageLink } from '../../../ui/page-link.tsx';

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
  const isQuota = change.error?.code === 'quota_exceeded';
  const close = () => setOpen(false);
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
        <DialogForm
          action={watched ? watchText.unwatch : watchText.watch}
          busy={change.isPending}
          error={isQuota ? null : change.error}
          onSubmit={run}
          onCancel={close}
        >
          <Text>{watchText.explain}</Text>
          <Text>{watchText.who}</Text>
          {isQuota && change.error && <FullQuota error={change.error} />}
        </DialogForm>
      </Dialog>
    </>
  );
}

/** Says that no further list can be watched, and what to do about it. */
function FullQuota({ error }: { error: CompanyDataError }) {
  return (
    <Alert color="yellow" variant="light" role="alert">
      <Text>{watchText.quota(formatNumber(Number(error.details.limit)))}</Text>
      <PageLink to="/app/settings/limits" c="inherit" underline="always">
        {watchText.toLimits}
      </PageLink>
    </Alert>
  );
}
