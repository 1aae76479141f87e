import { Alert, Box, Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { ApproveFileJobDocument, type JobRowFilter } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { column, DataTable } from '../../ui/data-table.tsx';
import { MoreCredits } from '../../ui/more-credits.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { type ChangesProps, canRematch, countOf, OUTCOME_NAMES, OUTCOMES, priceText, sizeOf } from './job.ts';

type Outcome = (typeof OUTCOMES)[number];

/** What became of the rows, what each outcome costs, and the button that runs them. */
export function Outcomes({ job, changes, onChange }: ChangesProps) {
  const { status, leaveOut, estimate } = job;
  const left = changes.leaveOut ?? leaveOut;
  const setLeft = (next: readonly JobRowFilter[]) => {
    const { leaveOut: _, ...others } = changes;
    const isStored = next.length === leaveOut.length && next.every((each) => leaveOut.includes(each));
    onChange(isStored ? others : { ...others, leaveOut: next });
  };
  const runs = (outcome: Outcome) => (
    <Checkbox
      size="xs"
      aria-label={`Run these rows: ${OUTCOME_NAMES[outcome]}`}
      disabled={!canRematch(job)}
      checked={!left.includes(outcome)}
      onChange={({ currentTarget: { checked } }) =>
        setLeft(checked ? left.filter((each) => each !== outcome) : [...left, outcome])
      }
    />
  );
  const priceOf = (outcome: Outcome) =>
    priceText(outcome === 'MATCHED' ? (estimate?.creditsRequired ?? 0) : 0);
  return (
    <Section title="Outcome and price" miw={0}>
      <Group align="flex-start" gap="lg">
        <Box flex="1 1 300px" miw={0}>
          <DataTable
            label="Rows by outcome"
            columns={[
              column<Outcome>('Run', runs),
              column<Outcome>('Outcome', (outcome) => OUTCOME_NAMES[outcome]),
              column<Outcome>('Rows', (outcome) => formatNumber(countOf(job, outcome)), { isNumber: true }),
              column('Price', priceOf, { isNumber: true }),
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
    </Section>
  );
}

/** Asks for the most that the job may charge, which is its price unless somebody enters less. */
function Approval({ job, changes }: Omit<ChangesProps, 'onChange'>) {
  const { jobId, kind, estimate, creditsCharged } = job;
  const approve = useApiMutation(ApproveFileJobDocument);
  const price = estimate?.creditsRequired ?? 0;
  const [limit = price, setCap] = useState<number>();
  const isBehind = sizeOf(changes) > 0;
  return (
    <>
      {(kind === 'ENRICH' || kind === 'EXPORT') && estimate && (
        <>
          <Text size="sm">
            Your balance is {formatNumber(estimate.creditBalance)} credits.{' '}
            {estimate.creditsHeld > 0 &&
              `Other approved jobs may still charge ${formatNumber(estimate.creditsHeld)} of them.`}{' '}
            {creditsCharged > 0 && `Charged so far: ${priceText(creditsCharged)}.`}
          </Text>
          <NumberInput
            label="Charge at most, in credits"
            description="One credit unlocks a company for 30 days. Companies that are unlocked already cost nothing."
            value={limit}
            onChange={(value) => setCap(value === '' ? undefined : Number(value))}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            maw={320}
          />
          {(limit < price || !estimate.sufficient) && (
            <Alert color="yellow" variant="light">
              That is too little for all rows. The job stops at the first row that it cannot pay, and keeps
              what is done. {!estimate.sufficient && <MoreCredits />}
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
        Run the job · {limit < price ? `at most ${priceText(limit)}` : priceText(price)}
      </Button>
      {isBehind && (
        <Text size="sm" c="dimmed">
          First apply your changes, or discard them.
        </Text>
      )}
      {approve.error && <Problem error={approve.error} />}
    </>
  );
}
