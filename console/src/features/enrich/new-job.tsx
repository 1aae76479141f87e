import { Button, Stack } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { useExampleCompanies } from '../../api/examples.ts';
import { forgetHandedDomains, readHandedDomains } from '../../api/handed-domains.ts';
import { useKeptInput } from '../../api/kept-input.ts';
import { formatNumber } from '../../lib/format.ts';
import { entryOf, readPaste } from '../../lib/pasted-text.ts';
import { enrichText } from '../../text/enrich.ts';
import { EstimatePanel } from './estimate/estimate-panel.tsx';
import { type CleanedDomains, cleanDomains } from './input/clean-domains.ts';
import { CleanedSummary } from './input/cleaned-summary.tsx';
import { DomainInput, type DomainSource } from './input/domain-input.tsx';
import { columnOf, readTable, type Table } from './input/read-entries.ts';
import { createJob } from './job/job.ts';
import type { JobStore } from './job/job-store.ts';
import { startRun } from './job/runner.ts';

interface NewJobProps {
  store: JobStore | undefined;
  onStarted: (id: string) => void;
}

/** Takes domains, shows their price, and starts a job. */
export function NewJob({ store, onStarted }: NewJobProps) {
  const [source, setSource] = useState<DomainSource>(() => ({ text: readHandedDomains() }));
  useEffect(forgetHandedDomains, []);
  useKeptInput('enrich', source.text === '' ? undefined : source, setSource);
  const { table, column, cleaned, isBehind } = useEntries(source.text, source.column);
  const start = async () => {
    if (!store) return;
    const id = randomId();
    const name = nameOf(source, cleaned.domains);
    const { domains } = cleaned;
    const job = createJob({ id, name, createdAt: new Date().toISOString(), domains, newKey: randomId });
    await store.writeDomains(job);
    await store.write(job);
    // The job outlives this page; its own page shows how it ends.
    startRun(store, id).catch(() => undefined);
    onStarted(id);
  };
  return (
    <Stack>
      <DomainInput source={source} table={table} column={column} onChange={setSource} />
      {source.text === '' && <Example onLoad={(text) => setSource({ text })} />}
      {source.text !== '' && <CleanedSummary cleaned={cleaned} />}
      {cleaned.domains.length > 0 && !isBehind && store && (
        <EstimatePanel domains={cleaned.domains} onStart={start} />
      )}
    </Stack>
  );
}

function Example({ onLoad }: { onLoad: (text: string) => void }) {
  const domains = useExampleCompanies().map(({ primaryDomain }) => primaryDomain);
  if (domains.length === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => onLoad(domains.join('\n'))}>
      {enrichText.input.example}
    </Button>
  );
}

function nameOf({ file }: DomainSource, domains: readonly string[]): string {
  const others = domains.length - 1;
  return file ?? enrichText.job.name(domains[0] ?? '', others > 0 ? formatNumber(others) : undefined);
}

interface Entries {
  /** The text as a table, if it is one of several columns. */
  readonly table: Table | undefined;
  /** Column whose cells are the entries. */
  readonly column: number;
  readonly cleaned: CleanedDomains;
  /** Whether the entries are those of an earlier text. */
  readonly isBehind: boolean;
}

/** Finds the domains in a text of any size. Typing does not wait for it. @param chosen column of a table; undefined: the best. */
function useEntries(text: string, chosen: number | undefined): Entries {
  const current = useDeferredValue(text);
  const table = useMemo(() => readTable(current), [current]);
  const column = chosen ?? table?.best ?? 0;
  const cleaned = useMemo(
    () => cleanDomains(table ? columnOf(table, column).map(entryOf) : readPaste(current)),
    [current, table, column],
  );
  return { table, column, cleaned, isBehind: current !== text };
}
