import { useHotkeys } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useState } from 'react';
import { patiently, useCode } from '../../api/load-code.ts';
import classes from '../frame.module.css';
import { isDialogOpen } from '../open-dialog.ts';
import { openPalette, PALETTE_NAME, paletteStore } from './palette-store.ts';

const PLACEHOLDER = 'Search lists, companies, technologies and commands';
const loadResults = patiently(() => import('./results.tsx'));

/** Searches lists, companies and commands from everywhere, by ⌘K or Ctrl-K. */
export function Palette() {
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const code = useCode(loadResults, isOpen);
  useHotkeys([['mod + K', () => !isDialogOpen() && openPalette()]], [], true);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      // Spotlight clears it after it has closed, which would drop what is typed when it is opened again at once.
      clearQueryOnClose={false}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => {
        setOpen(false);
        setQuery('');
      }}
      attributes={{ content: { 'aria-label': PALETTE_NAME } }}
    >
      <Spotlight.Search
        placeholder={PLACEHOLDER}
        aria-label={PLACEHOLDER}
        classNames={{ input: classes.paletteSearch }}
      />
      <Spotlight.ActionsList>{isOpen && code && <code.Results query={query.trim()} />}</Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
