import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Word } from '../filter/sentence.ts';
import classes from './ui.module.css';

interface SentenceProps {
  words: readonly Word[];
  /** Number of words that are shown at first; a button shows the others. */
  maxWords?: number;
}

/** A filter in words. Fields, operators and values can be told apart; values stand out. */
export function Sentence({ words, maxWords = 80 }: SentenceProps) {
  const [isOpen, setOpen] = useState(false);
  const isLong = words.length > maxWords;
  const shown = isLong && !isOpen ? words.slice(0, maxWords) : words;
  return (
    <div className={classes.sentence}>
      <p className={classes.sentenceText}>
        {shown.map((word, index) => (
          // A filter may have the same word twice, and words never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Part key={index} word={word} isFirst={index === 0 || shown[index - 1]?.text === '('} />
        ))}
        {isLong && !isOpen && ' …'}
      </p>
      {isLong && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}

function Part({ word: { kind, text, tight }, isFirst }: { word: Word; isFirst: boolean }) {
  return (
    <>
      {isFirst || tight ? '' : ' '}
      <bdi className={classes.word} data-kind={kind}>
        {text}
      </bdi>
    </>
  );
}
