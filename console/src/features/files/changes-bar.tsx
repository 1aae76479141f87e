import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey, useApiMutation } from '../../api/hooks.ts';
import { FileJobDocument, FileJobRowsDocument, UpdateFileJobDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { filesText } from '../../text/files.ts';
import { Problem } from '../../ui/problem.tsx';
import { type ChangesProps, inputOf, NO_CHANGES, sizeOf } from './changes.ts';

const texts = filesText.changes;

/** Sends the changes of a job, whose rows are then matched again. It stays in sight at the bottom of the window. */
export function ChangesBar({ job, changes, onChange }: ChangesProps) {
  const cache = useQueryClient();
  const update = useApiMutation(UpdateFileJobDocument, { changes: [FileJobDocument] });
  const apply = async () => {
    await update.mutateAsync({ input: inputOf(job, changes) });
    onChange(NO_CHANGES);
    // Rows that were read before the state of the job may be those of the earlier match.
    await cache.invalidateQueries({ queryKey: queryKey(FileJobRowsDocument) });
  };
  const count = sizeOf(changes);
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      pos="sticky"
      bottom={8}
      style={{ zIndex: 2 }}
      component="section"
      aria-label={texts.label}
    >
      <Group gap="sm">
        <Text role="status">{texts.count(count, formatNumber(count))}</Text>
        <Button
          size="compact-sm"
          onClick={() => void apply().catch(() => undefined)}
          loading={update.isPending}
        >
          {texts.apply}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange(NO_CHANGES)}>
          {texts.discard}
        </Button>
      </Group>
      {update.error && <Problem error={update.error} />}
    </Paper>
  );
}
