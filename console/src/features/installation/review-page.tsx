import { Alert, Radio, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyDataError } from '../../api/client.ts';
import { queryKey, useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  CompanyPeekDocument,
  type FlagResolution,
  type FlagStatus,
  ResolveReportDocument,
  ReviewQueueDocument,
  type ReviewQueueQuery,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { reportsText } from '../../text/reports.ts';
import { Cards } from '../../ui/cards.tsx';
import { CompanyFacts } from '../../ui/company-facts.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { isTooLong, LongText } from '../../ui/long-text.tsx';
import { notify } from '../../ui/notify.ts';
import { Pager, usePages } from '../../ui/pager.tsx';
import { ReportCard } from '../../ui/report-card.tsx';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { Note } from '../../ui/user-text.tsx';
import { WrittenLines } from '../../ui/written-lines.tsx';
import { InstallationPage } from './installation-page.tsx';

const STATUSES = { QUEUED: 'Open', RESOLVED: 'Resolved' } as const;

type Queue = NonNullable<NonNullable<ReviewQueueQuery['installation']>['flags']>;
type QueuedReport = Queue['edges'][number]['node'];

/** Reports of wrong data from all organizations, which operators resolve. */
export default function ReviewPage() {
  const [status, setStatus] = useState<FlagStatus>('QUEUED');
  const { variables, pages } = usePages(20);
  const [resolving, setResolving] = useState<QueuedReport>();
  const options = { keepPrevious: true, staleTime: 0 };
  const queue = useApiQuery(ReviewQueueDocument, { ...variables, status }, options);
  const flags = queue.data?.installation?.flags;
  // Colleagues work through the queue as well: its last pages can vanish.
  const last = Math.max(1, Math.ceil((flags?.totalCount ?? 0) / pages.pageSize));
  if (flags && !queue.isPlaceholderData && pages.page > last) pages.onPage(last);
  const show = (next: string) => {
    setStatus(next as FlagStatus);
    pages.onPage(1);
  };
  return (
    <InstallationPage section="reports">
      <SegmentedControl
        aria-label="Show"
        value={status}
        onChange={show}
        data={Object.entries(STATUSES).map(([value, label]) => ({ value, label }))}
        w="fit-content"
      />
      <Loaded query={queue} lines={8}>
        {() => (
          <>
            {flags?.totalCount === 0 && <Empty title={`No ${STATUSES[status].toLowerCase()} reports`} />}
            <Cards label="Reports">
              {flags?.edges.map(({ node }) => (
                <QueuedCard key={node.flagId} report={node} onResolve={() => setResolving(node)} />
              ))}
            </Cards>
            <Pager label="Reports" total={flags?.totalCount ?? 0} {...pages} />
          </>
        )}
      </Loaded>
      {resolving !== undefined && (
        <ResolveReport report={resolving} onClose={() => setResolving(undefined)} />
      )}
    </InstallationPage>
  );
}

function QueuedCard({ report, onResolve }: { report: QueuedReport; onResolve: () => void }) {
  const { companyId, flaggedCompany, organization, flagId, status } = report;
  const { name, primaryDomain, retiredAt } = flaggedCompany ?? {};
  return (
    <ReportCard
      report={report}
      company={{ id: companyId, name, identifier: retiredAt == null ? primaryDomain : null }}
      sender={organization?.name ?? ''}
      action={
        status === 'QUEUED' && (
          <SmallButton aria-label={`Resolve report ${formatNumber(flagId)}`} onClick={onResolve}>
            Resolve
          </SmallButton>
        )
      }
    />
  );
}

const RESOLUTIONS: readonly FlagResolution[] = ['CORRECTED', 'NOT_REPRODUCIBLE', 'WONT_FIX'];

/** Asks for the result of a review, which the reporter sees. What was reported and the company stand beside it. */
function ResolveReport({ report, onClose }: { report: QueuedReport; onClose: () => void }) {
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
          notify(`Report ${id} is resolved.`);
          onClose();
        },
        // The queue behind the dialog may be out of date.
        onError: () => void cache.invalidateQueries({ queryKey: queryKey(ReviewQueueDocument) }),
      },
    );
  };
  return (
    <FormDialog
      size="xl"
      title={`Resolve report ${id}`}
      action="Resolve"
      busy={resolve.isPending}
      disabled={resolution === undefined || isTooLong(note) || before !== undefined}
      error={before ? null : resolve.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Reported {...report} />
        <Stack>
          <Radio.Group
            label="Result"
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
            label="Note for the reporter (optional)"
            placeholder="Such as: the next import has the new year."
            value={note}
            onChange={setNote}
          />
          <Text size="sm" c="dimmed">
            The reporter sees both. A report is resolved once.
          </Text>
        </Stack>
      </SimpleGrid>
      {before && <ResolvedBefore error={before} />}
    </FormDialog>
  );
}

const LEFT = <Text>The company has left the catalogue.</Text>;

function Reported({ description, flaggedCompany }: QueuedReport) {
  const { primaryDomain, retiredAt } = flaggedCompany ?? {};
  const isTracked = retiredAt == null && primaryDomain != null;
  const variables = { identifier: primaryDomain ?? '' };
  const query = useApiQuery(CompanyPeekDocument, variables, { enabled: isTracked });
  return (
    <Stack gap="xs">
      <Note>Reported</Note>
      {description ? (
        <WrittenLines lines={description} />
      ) : (
        <Text c="dimmed">{reportsText.noDescription}</Text>
      )}
      {isTracked ? (
        <Loaded query={query} lines={8}>
          {({ company }) => (company ? <CompanyFacts company={company} /> : LEFT)}
        </Loaded>
      ) : (
        LEFT
      )}
    </Stack>
  );
}

/** Says how a colleague resolved the report meanwhile. */
function ResolvedBefore({ error: { details } }: { error: CompanyDataError }) {
  const resolution = RESOLUTIONS.find((each) => each === String(details.resolution).toUpperCase());
  return (
    <Alert color="yellow" role="alert" title="A colleague was faster">
      <Text>
        {resolution
          ? `The report was resolved before: ${reportsText.resolutions[resolution]}. Your result was not stored.`
          : 'The report was resolved before. Your result was not stored.'}
      </Text>
      {typeof details.note === 'string' && <WrittenLines lines={details.note} />}
    </Alert>
  );
}
