import { Alert, Box, Button, Checkbox, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { ApproveFileJobDocument, type JobRowFilter } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { filesText } from '../../text/files.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreCredits } from '../../ui/more-credits.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type Changes, type ChangesProps, sizeOf } from './changes.ts';
import { canRematch, type Job, priceText } from './job.ts';

const texts = filesText.outcomes;
const OUTCOMES = ['MATCHED', 'DUPLICATE', 'UNMATCHED', 'INVALID'] as const;

/** Number of rows of an outcome; undefined: of all. */
export function countOf({ counts }: Job, outcome?: JobRowFilter): number {
  const { rows, matched, duplicates, unmatched, invalid } = counts;
  const numbers = { MATCHED: matched, DUPLICATE: duplicates, UNMATCHED: unmatched, INVALID: invalid };
  return outcome ? numbers[outcome] : rows;
}

/** What became of the rows, what each outcome costs, and the button that runs them. */
export function Outcomes({ job, changes, onChange }: ChangesProps) {
  const { status, leaveOut, estimate } = job;
  const left = changes.leaveOut ?? leaveOut;
  const setLeft = (next: readonly JobRowFilter[]) => {
    const { leaveOut: _, ...others } = changes;
    const isStored = next.length === leaveOut.length && next.every((each) => leaveOut.includes(each));
    onChange(isStored ? others : { ...others, leaveOut: next });
  };
  return (
    <Stack gap="xs" component="section" aria-labelledby="outcomes" miw={0}>
      <Title order={2} id="outcomes">
        {texts.title}
      </Title>
      <Group align="flex-start" gap="lg">
        <Box flex="1 1 300px" miw={0}>
          <DataTable
            label={texts.table}
            columns={[
              {
                key: 'run',
                title: texts.names.run,
                cell: (outcome) => (
                  <Checkbox
                    size="xs"
                    aria-label={texts.run(texts.of[outcome])}
                    disabled={!canRematch(job)}
                    checked={!left.includes(outcome)}
                    onChange={({ currentTarget: { checked } }) =>
                      setLeft(checked ? left.filter((each) => each !== outcome) : [...left, outcome])
                    }
                  />
                ),
              },
              { key: 'outcome', title: texts.names.outcome, cell: (outcome) => texts.of[outcome] },
              {
                key: 'rows',
                title: texts.names.rows,
                isNumber: true,
                cell: (outcome) => formatNumber(countOf(job, outcome)),
              },
              {
                key: 'price',
                title: texts.names.price,
                isNumber: true,
                cell: (outcome) => priceText(outcome === 'MATCHED' ? (estimate?.creditsRequired ?? 0) : 0),
              },
            ]}
            rows={OUTCOMES.filter((outcome) => countOf(job, outcome) > 0)}
            idOf={(outcome) => outcome}
            isNarrow
          />
        </Box>
        {status === 'AWAITING_APPROVAL' && (
          <Stack flex="1 1 300px" gap="xs" miw={0}>
            <Approval job={job} changes={changes} />
          </Stack>
        )}
      </Group>
    </Stack>
  );
}

/** Asks for the most that the job may charge, which is its price unless somebody enters less. */
function Approval({
  job: { jobId, kind, estimate, creditsCharged },
  changes,
}: {
  job: Job;
  changes: Changes;
}) {
  const approve = useApiMutation(ApproveFileJobDocument);
  const price = estimate?.creditsRequired ?? 0;
  const [cap, setCap] = useState<number>();
  const isBehind = sizeOf(changes) > 0;
  const limit = cap ?? price;
  return (
    <>
      {(kind === 'ENRICH' || kind === 'EXPORT') && estimate && (
        <>
          <Text size="sm">
            {texts.balance(formatNumber(estimate.creditBalance))}{' '}
            {estimate.creditsHeld > 0 && texts.held(formatNumber(estimate.creditsHeld))}{' '}
            {creditsCharged > 0 && texts.charged(priceText(creditsCharged))}
          </Text>
          <NumberInput
            label={texts.cap}
            description={texts.rule}
            value={limit}
            onChange={(value) => setCap(value === '' ? undefined : Number(value))}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            maw={320}
          />
          {(limit < price || !estimate.sufficient) && (
            <Alert color="yellow" variant="light">
              {texts.short} {!estimate.sufficient && <MoreCredits />}
            </Alert>
          )}
        </>
      )}
      <Button
        w="fit-content"
        disabled={isBehind}
        loading={approve.isPending}
        // The cap counts what earlier approvals have charged.
        onClick={() => approve.mutate({ input: { jobId, maxCredits: creditsCharged + limit } })}
      >
        {limit < price ? texts.approveAtMost(priceText(limit)) : texts.approve(priceText(price))}
      </Button>
      {isBehind && (
        <Text size="sm" c="dimmed">
          {texts.unapplied}
        </Text>
      )}
      {approve.error && <Problem error={approve.error} />}
    </>
  );
}
