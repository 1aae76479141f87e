import { useDebouncedValue } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useEffect, useMemo, useState } from 'react';
import type { Answer, Search, Sentence } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { patiently, useCode } from '../../api/load-code.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import { remoteSearch } from '../../preview/remote-search.ts';
import classes from './home.module.css';

interface SentenceInputProps {
  value: string;
  onChange: (text: string) => void;
  /** Called for Enter. */
  onDone: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** On a phone, the focus would open the keyboard over the page. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

export function SentenceInput({ value, onChange, onDone, ref }: SentenceInputProps) {
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone();
    else if (event.key === 'ArrowDown') openChip()?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.question}>
      <MagnifyingGlassIcon className={classes.glass} aria-hidden />
      <textarea
        rows={1}
        ref={ref}
        className={classes.input}
        value={value}
        aria-label="Describe the companies you look for"
        aria-describedby="home-hint"
        placeholder="software companies in germany using kubernetes"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={2_000}
        // biome-ignore lint/a11y/noAutofocus: the page is this question, and nothing stands before it
        autoFocus={hasKeyboard()}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <span id="home-hint" hidden>
        Enter saves the filter as a list. The arrow down leads to words that need a choice.
      </span>
    </div>
  );
}

/** The first words that need a choice. */
export function openChip(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-open-chip]');
}

/** A word that is still being typed is not searched. */
const DEBOUNCE_MS = 120;
/** Results that are kept for the words of this page; a sentence needs a few dozen. */
const MAX_ANSWERS = 400;

const loadGrammar = patiently(() => import('../../../../clients/typescript/src/filter/grammar/parse.ts'));

/** Reads a sentence at once, and again when the service has answered the searches of its words. */
export function useSentence(text: string, catalogue: Catalogue | undefined): Sentence | undefined {
  const grammar = useCode(loadGrammar);
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const sentence = useMemo(
    () => (grammar && catalogue ? grammar.parseSentence(text, catalogue, answers) : undefined),
    [grammar, catalogue, text, answers],
  );
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const wanted = sentence && settled === text ? sentence.searches : NONE;
  const key = JSON.stringify(wanted);
  const cache = useQueryClient();
  useEffect(() => {
    const searches: Search[] = JSON.parse(key);
    if (searches.length === 0 || !catalogue) return;
    let isWanted = true;
    const run = async ({ field, phrase }: Search): Promise<Answer[]> => {
      const query = { ...remoteSearch(field, phrase, undefined) };
      // A search that failed leaves its words unknown; the next change tries again.
      const page = await cache.fetchQuery(query).catch(() => undefined);
      return page
        ? [{ field, phrase, values: page.values, isComplete: page.total <= page.values.length }]
        : [];
    };
    void Promise.all(searches.map(run)).then((found) => {
      if (isWanted) setAnswers((before) => [...before, ...found.flat()].slice(-MAX_ANSWERS));
    });
    return () => {
      isWanted = false;
    };
  }, [key, catalogue, cache]);
  return sentence;
}

const NONE: readonly Search[] = [];
