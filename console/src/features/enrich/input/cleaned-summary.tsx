import { Stack, Text } from '@mantine/core';
import { formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import { UserText } from '../../../ui/user-text.tsx';
import type { CleanedDomains } from './clean-domains.ts';
import classes from './domain-input.module.css';

const texts = enrichText.input;

/** Entries that are left out and shown one by one at most. */
const SHOWN = 100;

/** Says how many domains are left of the entries, and why entries are left out. */
export function CleanedSummary({ cleaned }: { cleaned: CleanedDomains }) {
  const { domains, duplicates, dropped, addresses } = cleaned;
  return (
    <Stack gap={2}>
      <Text fw={600} role="status">
        {domains.length > 0
          ? texts.ready(domains.length, formatNumber(domains.length))
          : dropped.length > 0 && texts.nothing}
      </Text>
      {duplicates > 0 && <Text size="sm">{texts.duplicates(duplicates, formatNumber(duplicates))}</Text>}
      {addresses > 0 && <Text size="sm">{texts.addresses(addresses, formatNumber(addresses))}</Text>}
      {dropped.length > 0 && (
        <details>
          <summary>{texts.dropped(dropped.length, formatNumber(dropped.length))}</summary>
          <ul className={classes.dropped}>
            {dropped.slice(0, SHOWN).map(({ entry, reason }, index) => (
              // Entries can repeat, and never change places.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index}>
                <UserText text={entry} fw={600} />
                {reason}
              </li>
            ))}
            {dropped.length > SHOWN && <li>{texts.droppedMore(formatNumber(dropped.length - SHOWN))}</li>}
          </ul>
        </details>
      )}
    </Stack>
  );
}
