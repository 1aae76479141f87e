import { Alert, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyDataError } from '../../api/client.ts';
import { queryKey, useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  CompanyPeekDocument,
  type FlagResolution,
  ResolveReportDocument,
  ReviewQueueDocument,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { installationText } from '../../text/installation.ts';
import { reportsText } from '../../text/reports.ts';
import { CompanyFacts } from '../../ui/company-facts.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { isTooLong, LongText } from '../../ui/long-text.tsx';
import { notify } from '../../ui/notify.ts';
import { WrittenLines } from '../../ui/written-lines.tsx';

const text = installationText.reports;
const RESOLUTIONS: readonly FlagResolution[] = ['CORRECTED', 'NOT_REPRODUCIBLE', 'WONT_FIX'];

interface ResolveReportProps {
  report: {
    flagId: number;
    description?: string | null;
    flaggedCompany: { primaryDomain?: string | null; retiredAt?: string | null } | null;
  };
  onClose: () => void;
}

/** Asks for the result of a review, which the reporter sees. What was reported and the company stand beside it. */
export function ResolveReport({ report, onClose }: ResolveReportProps) {
  const { flagId } = report;
  const [resolution, setResolution] = useState<FlagResolution>();
  const [note, setNote] = useState('');
  const cache = useQueryClient();
  const resolve = useApiMutation(ResolveReportDocument);
  const id = formatNumber(flagId);
  const before = resolve.error?.code === 'flag_resolved' ? resolve.error : undefined;
  const confirm = () => {
    if (resolution === undefined) return;
    const input = { flagId, resolution, ...(note.trim() !== '' && { note: note.trim() }) };
    resolve.mutate(
      { input },
      {
        onSuccess() {
          notify(text.resolving.done(id));
          onClose();
        },
        // The queue behind the dialog may be out of date.
        onError: () => void cache.invalidateQueries({ queryKey: queryKey(ReviewQueueDocument) }),
      },
    );
  };
  return (
    <ConfirmDialog
      opened
      size="xl"
      title={text.resolving.title(id)}
      action={text.resolving.action}
      busy={resolve.isPending}
      disabled={resolution === undefined || isTooLong(note) || before !== undefined}
      error={before ? null : resolve.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Reported {...report} />
        <Stack>
          <Radio.Group
            label={text.resolving.result}
            value={resolution ?? ''}
            onChange={(value) => setResolution(value as FlagResolution)}
          >
            <Stack gap="xs" mt={4}>
              {RESOLUTIONS.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={reportsText.resolutions[each]}
                  description={reportsText.meanings[each]}
                />
              ))}
            </Stack>
          </Radio.Group>
          <LongText
            label={text.resolving.note}
            placeholder={text.resolving.notePlaceholder}
            value={note}
            onChange={setNote}
          />
          <Text size="sm" c="dimmed">
            {text.resolving.once}
          </Text>
        </Stack>
      </SimpleGrid>
      {before && <ResolvedBefore error={before} />}
    </ConfirmDialog>
  );
}

/** What was reported, and the company as it is now. */
function Reported({ description, flaggedCompany }: ResolveReportProps['report']) {
  const { primaryDomain, retiredAt } = flaggedCompany ?? {};
  const isTracked = retiredAt == null && primaryDomain != null;
  const variables = { identifier: primaryDomain ?? '' };
  const query = useApiQuery(CompanyPeekDocument, variables, { enabled: isTracked });
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {text.resolving.reported}
      </Text>
      {description ? (
        <WrittenLines lines={description} />
      ) : (
        <Text c="dimmed">{reportsText.noDescription}</Text>
      )}
      {isTracked ? (
        <Loaded query={query} lines={8}>
          {({ company }) =>
            company ? <CompanyFacts company={company} /> : <Text>{text.resolving.gone}</Text>
          }
        </Loaded>
      ) : (
        <Text>{text.resolving.gone}</Text>
      )}
    </Stack>
  );
}

/** Says how a colleague resolved the report meanwhile. */
function ResolvedBefore({ error: { details } }: { error: CompanyDataError }) {
  const resolution = RESOLUTIONS.find((each) => each === String(details.resolution).toUpperCase());
  return (
    <Alert color="yellow" role="alert" title={text.before.title}>
      <Text>{resolution ? text.before.as(reportsText.resolutions[resolution]) : text.before.unnamed}</Text>
      {typeof details.note === 'string' && <WrittenLines lines={details.note} />}
    </Alert>
  );
}
