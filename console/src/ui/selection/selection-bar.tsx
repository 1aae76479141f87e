import { CloseButton, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { handDomains } from '../../api/handed-domains.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatNumber } from '../../lib/format.ts';
import { selectionText as text } from '../../text/selection.ts';
import { notify } from '../notify.ts';
import { SmallButton } from '../small-buttons.tsx';
import { AddToList } from './add-to-list.tsx';
import type { ListMembers } from './list-job.ts';
import classes from './selection.module.css';

interface SelectionBarProps {
  /** Domains of the selected companies, one of each. */
  domains: readonly string[];
  /** What a table with rows that are not loaded adds to it. */
  beyond?: SelectionBeyond;
  /** List that the companies are from. */
  listId?: string;
  onClear: () => void;
  /** Returns further buttons of the table, between adding and the others. */
  children?: (run: Run) => ReactNode;
}

/** Runs an action that may take a moment. Meanwhile the bar waits, and a failure is told. */
export type Run = (work: () => unknown) => void;

/** A selection that may have rows which are not loaded. */
interface SelectionBeyond {
  /** Number of selected companies. */
  count: number;
  /** Reads the domains of all of them. */
  readDomains: () => Promise<readonly string[]>;
  /** Selects all rows of the table; undefined where only loaded ones are, or all. */
  onEverything: (() => void) | undefined;
  /** Number of all rows. */
  total: number;
  /** Members that the service adds as a job; undefined for few, which are added at once. */
  members: ListMembers | undefined;
  onEnrich: () => Promise<void>;
}

/** What can be done with the companies that are selected in a table. It is at the bottom while there are any. */
export function SelectionBar({ domains, beyond, listId, onClear, children }: SelectionBarProps) {
  const [adding, setAdding] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  const actions = useDomainActions();
  const place = useRef<HTMLElement>(null);
  const count = beyond?.count ?? domains.length;
  const isEmpty = count === 0;
  useEffect(() => {
    // The button that had the focus has gone. From here, Tab goes on as before.
    if (isEmpty && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isEmpty]);
  const run: Run = async (work) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify((error as Error).message);
    }
    setBusy(false);
  };
  const read = async () => (beyond ? beyond.readDomains() : domains);
  return (
    <section
      ref={place}
      className={classes.place}
      aria-label={text.bar}
      tabIndex={-1}
      data-empty={isEmpty || undefined}
      aria-busy={isBusy}
    >
      <Text role="status" fw={600} me={8} style={{ whiteSpace: 'nowrap' }}>
        {!isEmpty && text.selected(formatNumber(count))}
      </Text>
      {!isEmpty && (
        <>
          {beyond?.onEverything && beyond.total > count && (
            <SmallButton variant="subtle" onClick={beyond.onEverything}>
              {text.everything(formatNumber(beyond.total))}
            </SmallButton>
          )}
          <SmallButton
            variant="filled"
            onClick={() => run(async () => setAdding(beyond?.members ? [] : await read()))}
          >
            {text.add}
          </SmallButton>
          {children?.(run)}
          <SmallButton onClick={() => run(beyond?.onEnrich ?? (() => actions.enrich(domains)))}>
            {text.enrich}
          </SmallButton>
          <SmallButton onClick={() => run(async () => actions.copy(await read()))}>
            {text.copyDomains}
          </SmallButton>
          <CloseButton
            className={classes.clear}
            aria-label={text.clear}
            title={text.clear}
            onClick={onClear}
          />
        </>
      )}
      <AddToList
        opened={adding !== undefined}
        domains={adding ?? []}
        members={beyond?.members}
        except={listId}
        onClose={() => setAdding(undefined)}
        onAdded={onClear}
      />
    </section>
  );
}

/** What can be done with domains wherever they are shown. */
export function useDomainActions() {
  const navigate = useNavigate();
  return {
    async copy(domains: readonly string[]) {
      await copyText(domains.join('\n'));
      notify(text.copied(domains.length, formatNumber(domains.length)));
    },
    /** Opens the page of files with the domains filled in. Nothing is charged before somebody approves the price. */
    enrich(domains: readonly string[]) {
      handDomains(domains);
      void navigate({ to: '/app/files' });
    },
  };
}
