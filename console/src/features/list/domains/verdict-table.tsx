import { Group, Stack, Table, Text } from '@mantine/core';
import {
  CheckIcon,
  ClockIcon,
  DotFilledIcon,
  ExclamationTriangleIcon,
  QuestionMarkCircledIcon,
  WidthIcon,
} from '@radix-ui/react-icons';
import { useState } from 'react';
import { domainsText } from '../../../text/list-domains.ts';
import { Pager } from '../../../ui/pager.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import type { DomainKind } from './stored-domains.ts';
import type { Judged, Verdict } from './verdicts.ts';

const PAGE_SIZE = 50;

const ICONS = {
  invalid: ExclamationTriangleIcon,
  present: DotFilledIcon,
  moves: WidthIcon,
  tracked: CheckIcon,
  notTracked: QuestionMarkCircledIcon,
  open: ClockIcon,
  done: CheckIcon,
} as const;

interface VerdictTableProps {
  label: string;
  kind: DomainKind;
  lines: readonly Judged[];
}

/** Each pasted line with the domain in it, and what becomes of it. */
export function VerdictTable({ label, kind, lines }: VerdictTableProps) {
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, Math.max(1, Math.ceil(lines.length / PAGE_SIZE)));
  const { line, domain, verdict } = domainsText.columns;
  return (
    <Stack gap="xs">
      <TableRegion label={label} columns={[line, domain, verdict]} minWidth={640}>
        {lines.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((each) => (
          <Table.Tr key={`${each.parsed.domain ?? ''}\n${each.input}`} data-verdict={each.verdict.kind}>
            <Table.Td>
              <UserText text={each.input} maw={260} />
            </Table.Td>
            <Table.Td>{each.parsed.domain && <UserText text={each.parsed.domain} maw={240} />}</Table.Td>
            <Table.Td>
              <VerdictLine kind={kind} verdict={each.verdict} />
            </Table.Td>
          </Table.Tr>
        ))}
      </TableRegion>
      <Pager label={label} total={lines.length} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
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
  const texts = domainsText.verdict;
  if (verdict.kind === 'invalid') return texts.invalid(verdict.reason);
  if (verdict.kind === 'open') return texts.open;
  if (verdict.kind === 'done') return verdict.tracked ? texts.done[kind] : texts.doneNotTracked[kind];
  return texts[verdict.kind][kind];
}
