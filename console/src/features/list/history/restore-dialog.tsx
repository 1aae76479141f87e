import { Alert, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { request, useApiQuery } from '../../../api/hooks.ts';
import { RestorePreviewDocument, RestoreVersionDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { historyText } from '../../../text/list-history.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { useListId } from '../list-id.ts';
import { CompanySample } from './company-sample.tsx';
import type { Version } from './versions-table.tsx';

/** Shows what restoring a version would change among the members, and restores it. */
export function RestoreDialog({ version, onClose }: { version: Version; onClose: () => void }) {
  const listId = useListId();
  const preview = useApiQuery(
    RestorePreviewDocument,
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
    <ConfirmDialog
      opened
      title={historyText.restoreTitle(version.version)}
      action={historyText.restoreAction(version.version)}
      busy={isBusy}
      disabled={accepted === undefined}
      error={error}
      onConfirm={() => accepted !== undefined && void restore(accepted)}
      onClose={onClose}
    >
      {conflict !== undefined && (
        <Alert color="yellow" variant="light" role="alert">
          {historyText.conflict(conflict)}
        </Alert>
      )}
      {current !== undefined && <Text>{historyText.restoreHint(version.version, current + 1)}</Text>}
      <Loaded query={preview} lines={6}>
        {({ list }) => {
          const effect = list?.previewDefinition;
          if (!effect) return null;
          const members = common.companies(effect.count, formatNumber(effect.count));
          return (
            <>
              <Text>{historyText.effect(members)}</Text>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <CompanySample
                  title={historyText.enter(formatNumber(effect.addedCount))}
                  count={effect.addedCount}
                  companies={effect.addedSample ?? []}
                />
                <CompanySample
                  title={historyText.leave(formatNumber(effect.removedCount))}
                  count={effect.removedCount}
                  companies={effect.removedSample ?? []}
                />
              </SimpleGrid>
            </>
          );
        }}
      </Loaded>
    </ConfirmDialog>
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
      notify(historyText.restored(restored));
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
