import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { visibleText } from '../../../lib/visible-text.ts';
import { enrichText } from '../../../text/enrich.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { announceJobs } from './announce.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';

const texts = enrichText.job;

interface DeleteJobProps {
  job: Job;
  store: JobStore;
  isCompact?: boolean;
  onDeleted?: () => void;
}

/** Removes a job with its results from this browser, after a question. */
export function DeleteJob({ job, store, isCompact = false, onDeleted }: DeleteJobProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const remove = async () => {
    await store.remove(job.id);
    announceJobs();
    close();
    onDeleted?.();
  };
  return (
    <>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        size={isCompact ? 'compact-sm' : 'sm'}
        aria-label={isCompact ? texts.removeNamed(visibleText(job.name)) : undefined}
        onClick={open}
      >
        {texts.remove}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        danger
        title={texts.removeTitle}
        action={texts.remove}
        onConfirm={() => void remove()}
        onClose={close}
      >
        <Text>{texts.removeBody}</Text>
      </ConfirmDialog>
    </>
  );
}
