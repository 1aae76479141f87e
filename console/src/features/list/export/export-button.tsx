import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { exportText } from '../../../text/list-export.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportReceipt } from './export-receipt.tsx';
import { type ExportStep, useExport } from './use-export.ts';

interface ExportButtonProps {
  listId: string;
  listName: string;
}

/** Opens the export of a list: its price first, then the download and the receipt. */
export function ExportButton({ listId, listName }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { state, start, again, cancel, reset } = useExport(listId, listName);
  const isBusy = state.step === 'paying' || state.step === 'downloading';
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon width={16} height={16} />}
        onClick={() => setOpen(true)}
      >
        {exportText.button}
      </Button>
      <Dialog
        opened={isOpen}
        title={exportText.title(visibleText(listName))}
        // A payment or a download that runs is not hidden; the download can be cancelled.
        canClose={!isBusy}
        onClose={() => setOpen(false)}
      >
        {state.step === 'choosing' && (
          <ExportForm
            listId={listId}
            error={state.error}
            onExport={(choice) => void start(choice)}
            onClose={() => setOpen(false)}
          />
        )}
        {isBusy && <ExportProgress state={state} onCancel={cancel} />}
        {(state.step === 'done' || state.step === 'stopped') && (
          <ExportReceipt state={state} onAgain={(receipt) => void again(receipt)} onAnother={reset} />
        )}
      </Dialog>
    </>
  );
}

/** A payment or download that runs. The length of the file is not known before its end. */
function ExportProgress({ state, onCancel }: { state: ExportStep; onCancel: () => void }) {
  const isDownload = state.step === 'downloading';
  return (
    <Stack>
      <Progress value={100} animated aria-label={exportText.progressLabel} />
      <Group justify="space-between">
        <Text role="status">
          {isDownload ? exportText.progress(formatBytes(state.bytes)) : exportText.paying}
        </Text>
        {isDownload && (
          <Button variant="default" onClick={onCancel}>
            {exportText.cancelDownload}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
