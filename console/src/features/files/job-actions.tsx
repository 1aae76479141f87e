import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/hooks.ts';
import {
  CancelFileJobDocument,
  DeleteFileJobDocument,
  FileJobsDocument,
  RetryFileJobDocument,
  UpdateFileJobDocument,
} from '../../generated/graphql.ts';
import { filesText } from '../../text/files.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { isWorking } from '../../ui/jobs.ts';
import { notify } from '../../ui/notify.ts';
import { type Job, useCanChange } from './job.ts';

const texts = filesText.actions;
const REPORTED = { onError: ({ message }: Error) => notify(message) };

/** Shares, cancels, retries and deletes a job; nothing for those who only see it. */
export function JobActions({ job }: { job: Job }) {
  const { jobId, status, shared } = job;
  const update = useApiMutation(UpdateFileJobDocument);
  const cancel = useApiMutation(CancelFileJobDocument);
  const retry = useApiMutation(RetryFileJobDocument);
  if (!useCanChange(job)) return null;
  return (
    <>
      <Button
        variant="default"
        loading={update.isPending}
        onClick={() => update.mutate({ input: { jobId, shared: !shared } }, REPORTED)}
      >
        {shared ? texts.unshare : texts.share}
      </Button>
      {(isWorking(job) || status === 'AWAITING_APPROVAL') && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ input: { jobId } }, REPORTED)}
        >
          {texts.cancel}
        </Button>
      )}
      {status === 'FAILED' && job.error?.atRow == null && (
        <Button
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ input: { jobId } }, REPORTED)}
        >
          {texts.retry}
        </Button>
      )}
      <DeleteJob jobId={jobId} />
    </>
  );
}

function DeleteJob({ jobId }: { jobId: number }) {
  const [isOpen, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const remove = useApiMutation(DeleteFileJobDocument, { changes: [FileJobsDocument] });
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={open}>
        {texts.remove}
      </Button>
      <FormDialog
        opened={isOpen}
        danger
        title={texts.removeTitle}
        action={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onSubmit={() =>
          remove.mutate({ input: { jobId } }, { onSuccess: () => void navigate({ to: '/app/files' }) })
        }
        onClose={close}
      >
        <Text>{texts.removeBody}</Text>
      </FormDialog>
    </>
  );
}
