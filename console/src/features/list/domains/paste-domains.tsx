import { Button, Group, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { domainsText } from '../../../text/list-domains.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useListId } from '../list-id.ts';
import { SendingResult } from './sending-result.tsx';
import { splitPaste } from './split-paste.ts';
import { type DomainKind, useStoredDomains } from './stored-domains.ts';
import { useCompanies } from './use-companies.ts';
import { useSend } from './use-send.ts';
import { VerdictTable } from './verdict-table.tsx';
import { changesList, forecast } from './verdicts.ts';

const KINDS: readonly DomainKind[] = ['added', 'excluded'];

/** Takes anything that has domains in it, and says what becomes of each line before it is sent. */
export function PasteDomains() {
  const listId = useListId();
  const [kind, setKind] = useState<DomainKind>('added');
  const [text, setText] = useState('');
  const { sending, send, dismiss } = useSend(listId);
  // Typing goes first; verdicts on a long text follow.
  const settled = useDeferredValue(text);
  const entries = useMemo(() => splitPaste(settled), [settled]);
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
