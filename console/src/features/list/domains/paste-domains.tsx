import { Button, Group, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useKeptInput } from '../../../api/kept-input.ts';
import { formatNumber } from '../../../lib/format.ts';
import { distinct, readPaste } from '../../../lib/pasted-text.ts';
import { domainsText } from '../../../text/list-domains.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useListId } from '../list-id.ts';
import { type DomainKind, useStoredDomains } from './stored-domains.ts';
import { useCompanies } from './use-companies.ts';
import { type Sending, useSend } from './use-send.ts';
import { VerdictTable } from './verdict-table.tsx';
import { changesList, forecast } from './verdicts.ts';

const KINDS: readonly DomainKind[] = ['added', 'excluded'];

/** Takes anything that has domains in it, and says what becomes of each line before it is sent. */
export function PasteDomains() {
  const listId = useListId();
  const [kind, setKind] = useState<DomainKind>('added');
  const [text, setText] = useState('');
  useKeptInput(`domains of ${listId}`, text === '' ? undefined : { kind, text }, (left) => {
    setKind(left.kind);
    setText(left.text);
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
      <Title order={2}>{domainsText.heading}</Title>
      <SegmentedControl
        aria-label={domainsText.kind}
        w="fit-content"
        maw="100%"
        value={kind}
        onChange={(value) => setKind(KINDS.find((each) => each === value) ?? 'added')}
        data={KINDS.map((each) => ({ value: each, label: domainsText.kinds[each] }))}
      />
      <Textarea
        label={domainsText.paste}
        description={domainsText.pasteHint}
        placeholder={domainsText.placeholder}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {(stored.error ?? error) && entries.length > 0 && (
        <Problem title={domainsText.unchecked} error={stored.error ?? error} />
      )}
      {lines.length > 0 && <VerdictTable label={domainsText.verdicts} kind={kind} lines={lines} />}
      <Group gap="sm">
        <Button disabled={count === 0} loading={sending?.isRunning ?? false} onClick={() => void submit()}>
          {domainsText.action[kind](formatNumber(count), count === 1)}
        </Button>
        <Text role="status" size="sm" c="dimmed">
          {sending?.isRunning &&
            domainsText.progress(formatNumber(sending.judged.length), formatNumber(sending.total))}
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
      {error !== undefined && <Problem error={error} title={domainsText.keep} />}
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {domainsText.finished[kind](formatNumber(done))}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onDismiss}>
          {domainsText.dismiss}
        </Button>
      </Group>
      {judged.length > 0 && <VerdictTable label={domainsText.results} kind={kind} lines={judged} />}
    </Stack>
  );
}
