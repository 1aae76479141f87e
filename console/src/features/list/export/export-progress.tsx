import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '../../../lib/format.ts';
import { exportText } from '../../../text/list-export.ts';
import type { ExportStep } from './use-export.ts';

/** A payment or download that runs. The length of the file is not known before its end. */
export function ExportProgress({ state, onCancel }: { state: ExportStep; onCancel: () => void }) {
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
