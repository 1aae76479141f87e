import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import {
  CancelFileJobDocument,
  DeleteFileJobDocument,
  FileJobsDocument,
  RetryFileJobDocument,
  type TypedDocumentString,
  UpdateFileJobDocument,
} from '../../generated/graphql.ts';
import { isWorking } from '../../ui/jobs.ts';
import { notify } from '../../ui/notify.ts';
import { Question } from '../../ui/question.tsx';
import { type Job, useCanChange } from './job.ts';

/** Shares, cancels, retries and deletes a job; nothing for those who only see it. */
export function JobActions({ job }: { job: Job }) {
  const { jobId, status, shared } = job;
  if (!useCanChange(job)) return null;
  return (
    <>
      <Change document={UpdateFileJobDocument} input={{ jobId, shared: !shared }}>
        {shared ? 'Stop sharing' : 'Share'}
      </Change>
      {(isWorking(job) || status === 'AWAITING_APPROVAL') && (
        <Change document={CancelFileJobDocument} input={{ jobId }}>
          Cancel the job
        </Change>
      )}
      {status === 'FAILED' && job.error?.atRow == null && (
        <Change document={RetryFileJobDocument} input={{ jobId }}>
          Try again
        </Change>
      )}
      <DeleteJob jobId={jobId} />
    </>
  );
}

interface ChangeProps<Input> {
  document: TypedDocumentString<unknown, { input: Input }>;
  input: Input;
  children: string;
}

function Change<Input>({ document, input, children }: ChangeProps<Input>) {
  const change = useApiMutation(document);
  const run = () => change.mutate({ input }, { onError: ({ message }) => notify(message) });
  return (
    <Button variant="default" loading={change.isPending} onClick={run}>
      {children}
    </Button>
  );
}

function DeleteJob({ jobId }: { jobId: number }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Question
        opened={isAsking}
        document={DeleteFileJobDocument}
        variables={{ input: { jobId } }}
        changes={[FileJobsDocument]}
        danger
        title="Delete this job?"
        body="Its file and its results are deleted at once. Credits are not given back; companies that were paid for stay unlocked for the rest of their 30 days."
        action="Delete"
        done={() => void navigate({ to: '/app/files' })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
