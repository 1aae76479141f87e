import { Button, Group, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core';
import {
  CheckIcon,
  ClockIcon,
  DotFilledIcon,
  ExclamationTriangleIcon,
  QuestionMarkCircledIcon,
  WidthIcon,
} from '@radix-ui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { request } from '../../../api/hooks.ts';
import { useKeptInput } from '../../../api/kept-input.ts';
import { AddDomainsDocument, ExcludeDomainsDocument } from '../../../generated/graphql.ts';
import { batchesOf } from '../../../lib/batches.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import { distinct, type Entry, readPaste } from '../../../lib/pasted-text.ts';
import { column } from '../../../ui/data-table.tsx';
import { TableByPage } from '../../../ui/paged-table.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import { useListId } from '../search.ts';
import {
  type Answer,
  changesList,
  type DomainKind,
  forecast,
  type Judged,
  judge,
  useCompanies,
  useStoredDomains,
  type Verdict,
} from './domains.ts';

const KINDS: { value: DomainKind; label: string }[] = [
  { value: 'added', label: 'Add to the list' },
  { value: 'excluded', label: 'Exclude from the list' },
];

/** Takes anything that has domains in it, and says what becomes of each line before it is sent. */
export function PasteDomains() {
  const listId = useListId();
  const [kind, setKind] = useState<DomainKind>('added');
  const [text, setText] = useState('');
  const restore = (left: { kind: DomainKind; text: string }) => {
    setKind(left.kind);
    setText(left.text);
  };
  useKeptInput(`domains of ${listId}`, text === '' ? undefined : { kind, text }, restore, {
    overClosing: true,
  });
  const { sending, send, dismiss } = useSend(listId);
  // Typing goes first; verdicts on a long text follow.
  const settled = useDeferredValue(text);
  const entries = useMemo(() => distinct(readPaste(settled)), [settled]);
  const stored = useStoredDomains(listId, entries.length > 0);
  const { known, error } = useCompanies(entries.flatMap(({ parsed }) => parsed.domain ?? []));
  const lines = forecast(entries, kind, stored.data ?? new Map(), known);
  const count = lines.filter(changesList).length;
  const submit = async () => {
    const rest = await send(kind, entries);
    setText(rest.map(({ input }) => input).join('\n'));
  };
  return (
    <Stack gap="sm">
      <Title order={2}>Add or exclude domains</Title>
      <SegmentedControl
        aria-label="What to do with the domains"
        w="fit-content"
        maw="100%"
        value={kind}
        onChange={setKind}
        data={KINDS}
      />
      <Textarea
        label="Domains"
        description="Paste anything: lines, commas, a column or a CSV file, URLs, e-mail addresses. Nothing is sent before you press the button."
        placeholder={'acme.com\nhttps://www.example.org/about\njane@example.net'}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {(stored.error ?? error) && entries.length > 0 && (
        <Problem
          title="The catalogue could not be asked. You can send the domains all the same."
          error={stored.error ?? error}
        />
      )}
      {lines.length > 0 && <VerdictTable label="Verdict for each line" kind={kind} lines={lines} />}
      <Group gap="sm">
        <Button disabled={count === 0} loading={sending?.isRunning ?? false} onClick={() => void submit()}>
          {kind === 'added' ? 'Add' : 'Exclude'} {counted(count, 'domain', 'domains')}
        </Button>
        <Text role="status" size="sm" c="dimmed">
          {sending?.isRunning &&
            `${formatNumber(sending.judged.length)} of ${formatNumber(sending.total)} lines sent`}
        </Text>
      </Group>
      {sending && !sending.isRunning && <SendingResult sending={sending} onDismiss={dismiss} />}
    </Stack>
  );
}

/** Answer of the service for each line that was sent, and the failure that kept the others back. */
function SendingResult({ sending, onDismiss }: { sending: Sending; onDismiss: () => void }) {
  const { kind, judged, error } = sending;
  const done = judged.filter(({ verdict }) => verdict.kind === 'done').length;
  return (
    <Stack gap="xs">
      {error !== undefined && (
        <Problem
          error={error}
          title="Lines that were not sent are still in the field. Press the button to go on."
        />
      )}
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {kind === 'added' ? 'Added' : 'Excluded'}: {formatNumber(done)}.
        </Text>
        <Button variant="default" size="compact-sm" onClick={onDismiss}>
          Close the results
        </Button>
      </Group>
      {judged.length > 0 && <VerdictTable label="Result for each line" kind={kind} lines={judged} />}
    </Stack>
  );
}

const ICONS = {
  invalid: ExclamationTriangleIcon,
  present: DotFilledIcon,
  moves: WidthIcon,
  tracked: CheckIcon,
  notTracked: QuestionMarkCircledIcon,
  open: ClockIcon,
  done: CheckIcon,
} as const;

/** Each pasted line with the domain in it, and what becomes of it. */
function VerdictTable({ label, kind, lines }: { label: string; kind: DomainKind; lines: readonly Judged[] }) {
  return (
    <Stack gap="xs">
      <TableByPage
        label={label}
        rows={lines}
        pageSize={50}
        idOf={({ parsed, input }) => `${parsed.domain ?? ''}\n${input}`}
        columns={[
          column<Judged>('Line', ({ input }) => <UserText text={input} maw={260} />),
          column<Judged>(
            'Domain',
            ({ parsed }) => parsed.domain && <UserText text={parsed.domain} maw={240} />,
          ),
          column<Judged>('Verdict', ({ verdict }) => <VerdictLine kind={kind} verdict={verdict} />),
        ]}
      />
    </Stack>
  );
}

function VerdictLine({ kind, verdict }: { kind: DomainKind; verdict: Verdict }) {
  const Icon = ICONS[verdict.kind];
  const company = 'company' in verdict ? verdict.company : undefined;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Icon width={16} height={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <div style={{ minWidth: 0 }}>
        <Text c={verdict.kind === 'invalid' ? 'var(--removed)' : undefined}>{wordsOf(verdict, kind)}</Text>
        {company && <CompanyLink name={company.name} identifier={company.slug} />}
      </div>
    </Group>
  );
}

function wordsOf(verdict: Verdict, kind: DomainKind): string {
  const isAdded = kind === 'added';
  const later = isAdded
    ? 'Not tracked yet: becomes a member when the catalogue knows it'
    : 'Not tracked yet: stays out when the catalogue knows it';
  switch (verdict.kind) {
    case 'present':
      return isAdded ? 'Already there' : 'Already excluded';
    case 'moves':
      return isAdded
        ? 'Excluded before: adding lifts the exclusion'
        : 'Added before: excluding removes it from the added ones';
    case 'tracked':
      return isAdded ? 'Will be added' : 'Will be excluded';
    case 'notTracked':
      return later;
    case 'open':
      return 'Checking…';
    case 'invalid':
      return `Not a domain: ${verdict.reason}`;
    case 'done':
      return `${isAdded ? 'Added' : 'Excluded'}${verdict.tracked ? '' : `. ${later}`}`;
  }
}

/** Domains of one call. */
const BATCH = 1000;

/** A change that is sent in batches. */
interface Sending {
  kind: DomainKind;
  /** Number of lines in all. */
  total: number;
  /** Verdicts of the service on the lines that were sent. */
  judged: readonly Judged[];
  isRunning: boolean;
  error?: unknown;
}

/** Adds or excludes entries in batches, one after the other. After a failure, those that were not sent remain. */
function useSend(listId: string) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<Sending>();

  /** @returns the entries that were not sent. */
  const send = async (kind: DomainKind, entries: readonly Entry[]): Promise<readonly Entry[]> => {
    let judged: readonly Judged[] = [];
    const show = (more: Pick<Sending, 'isRunning' | 'error'>) =>
      setSending({ kind, total: entries.length, judged, ...more });
    show({ isRunning: true });
    try {
      for (const batch of batchesOf(entries, BATCH)) {
        judged = [...judged, ...judge(batch, await put(listId, kind, batch))];
        show({ isRunning: judged.length < entries.length });
      }
    } catch (error) {
      show({ isRunning: false, error });
    }
    // Not awaited: a drawer that is closed meanwhile would keep entries that were sent.
    void cache.invalidateQueries();
    return entries.slice(judged.length);
  };

  return { sending, send, dismiss: () => setSending(undefined) };
}

async function put(listId: string, kind: DomainKind, batch: readonly Entry[]): Promise<Answer> {
  const variables = { input: { listId, domains: batch.map(({ input }) => input) } };
  const answer =
    kind === 'added'
      ? (await request(AddDomainsDocument, variables)).addDomains
      : (await request(ExcludeDomainsDocument, variables)).excludeDomains;
  // The service reports a change without a result as an error.
  if (!answer) throw new TypeError('The answer has no result.');
  return answer;
}
