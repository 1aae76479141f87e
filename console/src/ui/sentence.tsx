import { Box, Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { Word } from '../filter/sentence.ts';
import classes from './ui.module.css';

/** Words that are shown at first; a button shows the others. */
const MAX_WORDS = 80;

/** A filter in words. Fields, operators and values can be told apart; values stand out. */
export function Sentence({ words }: { words: readonly Word[] }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = words.length > MAX_WORDS;
  const shown = isLong && !isOpen ? words.slice(0, MAX_WORDS) : words;
  return (
    <Box miw={0} maw="90ch">
      <Box component="p" m={0} lh={1.6} style={{ overflowWrap: 'anywhere' }}>
        {shown.map(({ kind, text, tight }, index) => (
          // A filter may have the same word twice, and words never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            {index === 0 || shown[index - 1]?.text === '(' || tight ? '' : ' '}
            <bdi className={classes.word} data-kind={kind}>
              {text}
            </bdi>
          </Fragment>
        ))}
        {isLong && !isOpen && ' …'}
      </Box>
      {isLong && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </Box>
  );
}
