import { Button, CloseButton, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { handDomains } from '../../api/handed-domains.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatNumber } from '../../lib/format.ts';
import { selectionText as text } from '../../text/selection.ts';
import { notify } from '../notify.ts';
import { AddToList } from './add-to-list.tsx';
import classes from './selection.module.css';

interface SelectionBarProps {
  /** Domains of the selected companies, one of each. */
  domains: readonly string[];
  /** List that the companies are from. */
  listId?: string;
  onClear: () => void;
  /** Further buttons of the table, between adding and the others. */
  children?: ReactNode;
}

/** What can be done with the companies that are selected in a table. It is at the bottom while there are any. */
export function SelectionBar({ domains, listId, onClear, children }: SelectionBarProps) {
  const [isAdding, setAdding] = useState(false);
  const actions = useDomainActions();
  const place = useRef<HTMLElement>(null);
  const isEmpty = domains.length === 0;
  useEffect(() => {
    // The button that had the focus has gone. From here, Tab goes on as before.
    if (isEmpty && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isEmpty]);
  return (
    <section
      ref={place}
      className={classes.place}
      aria-label={text.bar}
      tabIndex={-1}
      data-empty={isEmpty || undefined}
    >
      <Text role="status" className={classes.count}>
        {!isEmpty && text.selected(formatNumber(domains.length))}
      </Text>
      {!isEmpty && (
        <>
          <Button size="compact-sm" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
          {children}
          <Button variant="default" size="compact-sm" onClick={() => actions.enrich(domains)}>
            {text.enrich}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => void actions.copy(domains)}>
            {text.copyDomains}
          </Button>
          <CloseButton
            className={classes.clear}
            aria-label={text.clear}
            title={text.clear}
            onClick={onClear}
          />
        </>
      )}
      <AddToList
        opened={isAdding}
        domains={domains}
        {...(listId !== undefined && { except: listId })}
        onClose={() => setAdding(false)}
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
    /** Opens the page of enrichment with the domains filled in. Nothing is charged before its button is pressed. */
    enrich(domains: readonly string[]) {
      handDomains(domains);
      void navigate({ to: '/app/enrich' });
    },
  };
}
