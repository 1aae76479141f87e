import { Alert, Box, Group, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { Definition } from '../../filter/definition.ts';
import { ListDifferenceDocument, type MemberTier } from '../../generated/graphql.ts';
import { counted, formatNumber } from '../../lib/format.ts';
import type { Numbers } from '../../preview/preview-request.ts';
import type { LivePreview, Waiting } from '../../preview/use-live-preview.ts';
import { common } from '../../text/common.ts';
import { ByHand, type HandMade } from '../../ui/by-hand.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TierBar, type TierCounts } from '../../ui/tier.tsx';
import classes from './numbers.module.css';

interface TotalsProps {
  total: number;
  tiers: TierCounts;
  /** Says what the total leads to. */
  title: string;
  /** Why the numbers are not current; absent while they are. */
  stale?: string | undefined;
  /** Leads to the companies: those of a tier, or all. */
  onShow: (tier: MemberTier | undefined) => void;
  children?: ReactNode;
}

/** A number of companies and their tiers in one line. On a phone the table below says the tiers. */
export function Totals({ total, tiers, title, stale, onShow, children }: TotalsProps) {
  return (
    <Group gap="4px 24px" mih={HEIGHT}>
      <Group gap="4px 24px" miw={0} title={stale} className={stale === undefined ? undefined : classes.stale}>
        <UnstyledButton title={title} onClick={() => onShow(undefined)}>
          <Text span fz={28} fw={650} lh={1.2}>
            {formatNumber(total)}
          </Text>{' '}
          {total === 1 ? 'company' : 'companies'}
        </UnstyledButton>
        <Box w={300} maw="100%" visibleFrom="sm">
          <TierBar counts={tiers} onSelect={onShow} />
        </Box>
      </Group>
      {children}
    </Group>
  );
}

/** Height of the line, in pixels: what is below stays where it is when the numbers come. */
const HEIGHT = { base: 44, sm: 40 };

export const TotalsSkeleton = ({ label }: { label: string }) => (
  <Skeleton h={HEIGHT} maw={520} role="status" aria-label={label} />
);

interface FactsLineProps {
  preview: LivePreview;
  /** Definition that the draft is compared with; undefined for a new list. */
  base?: Base | undefined;
  /** List that is edited. */
  list?: { listId: string; byHand: HandMade } | undefined;
  /** Leads to the companies: those of a tier, or all. */
  onShow: (tier: MemberTier | undefined) => void;
}

/** The total, its tiers, and how it differs from what is saved, in one line; below it, why numbers are not current. */
export function FactsLine({ preview, base, list, onShow }: FactsLineProps) {
  const { numbers, isCurrent, isLoading } = preview;
  return (
    <section aria-label="Result" className={classes.panel} aria-busy={isLoading}>
      <VisuallyHidden role="status">
        {numbers && isCurrent && `${common.matches(numbers.total, formatNumber(numbers.total))}.`}
      </VisuallyHidden>
      {!numbers && isLoading && <TotalsSkeleton label="Counting…" />}
      {numbers && (
        <Totals
          {...numbers}
          title="Show the first matches"
          stale={isCurrent ? undefined : 'These numbers are of an earlier state of the filter.'}
          onShow={onShow}
        >
          {base && <DifferenceLine {...{ base, numbers, isCurrent }} />}
          {list && (
            <ByHand
              listId={list.listId}
              {...list.byHand}
              why="The members of the list can differ from these matches:"
            />
          )}
        </Totals>
      )}
      <PreviewStatus preview={preview} />
    </section>
  );
}

/** The saved definition that the draft is compared with. */
interface Base {
  /** List whose members the saved definition gives. */
  listId: string;
  /** Its name within a sentence, such as "version 3". */
  name: string;
}

/** "+38 −12 compared with version 3". */
function DifferenceLine(props: { base: Base; numbers: Numbers; isCurrent: boolean }) {
  const { base, numbers, isCurrent } = props;
  const { listId, name } = base;
  const exact = useDifference(listId, isCurrent ? numbers.definition : undefined);
  if (!exact.difference) return <span>Comparing with {name}…</span>;
  const { added, removed } = exact.difference;
  return (
    <Group gap="0 8px" className={isCurrent && exact.isCurrent ? undefined : classes.stale}>
      {added === 0 && removed === 0 ? (
        `The same companies as ${name}.`
      ) : (
        <>
          <Text span fw={600} c="var(--added)" title={`${formatNumber(added)} would enter`}>
            +{formatNumber(added)}
          </Text>
          <Text span fw={600} c="var(--removed)" title={`${formatNumber(removed)} would leave`}>
            −{formatNumber(removed)}
          </Text>
          <span>compared with {name}</span>
        </>
      )}
    </Group>
  );
}

/** The difference waits until nobody has typed for this long: it costs more, and the numbers come first. */
const IDLE_MS = 300;

/**
 * Loads how many members would enter and leave a list if a definition were saved.
 *
 * @param definition the definition whose numbers are current; undefined while they are not.
 */
function useDifference(listId: string, definition: Definition | undefined) {
  const [settled] = useDebouncedValue(definition, IDLE_MS);
  const isSettled = definition !== undefined && settled === definition;
  const { data, isPlaceholderData, isFetching } = useApiQuery(
    ListDifferenceDocument,
    { listId, definition: settled },
    { enabled: isSettled, keepPrevious: true },
  );
  const preview = data?.list?.previewDefinition;
  return {
    difference: preview && { added: preview.addedCount, removed: preview.removedCount },
    isCurrent: isSettled && !isPlaceholderData && !isFetching,
  };
}

/** Says why the numbers are not current, and what happens next. */
function PreviewStatus({ preview }: { preview: LivePreview }) {
  const { numbers, faults, error, waiting, retry } = preview;
  const count = faults.filter(({ code }) => code !== 'unbounded_definition').length;
  const what = count === 1 ? 'a fault' : `${count} faults`;
  return (
    <>
      <div role="status">
        {waiting && <WaitingNote waiting={waiting} />}
        {count > 0 && (
          <Text c="dimmed">
            {`The filter has ${what}.`}
            {numbers && ` The numbers are those from before ${count === 1 ? 'it' : 'them'}.`}
          </Text>
        )}
      </div>
      {error && <Problem error={error} title="The numbers could not be loaded" onRetry={retry} />}
    </>
  );
}

function WaitingNote({ waiting }: { waiting: Waiting }) {
  const seconds = useSecondsUntil(waiting.until);
  const wait = seconds > 0 ? counted(seconds, 'second', 'seconds') : 'a moment';
  return (
    <Alert color="yellow">
      {waiting.reason === 'unreachable'
        ? 'The service cannot be reached. The numbers follow by themselves when it is back.'
        : `The service is busy. The numbers follow by themselves in ${wait}.`}
    </Alert>
  );
}

/** Seconds until a time on the clock of `performance.now()`, counted down. */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (until === undefined) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.ceil((until - now) / 1_000);
}
