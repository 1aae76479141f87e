import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Answer, Search, Sentence } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { patiently, useCode } from '../../api/load-code.ts';
import { type Catalogue, findField } from '../../filter/catalogue.ts';
import { remoteSearch } from '../../preview/remote-search.ts';

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
      const query = { ...remoteSearch(findField(catalogue, field), phrase, undefined) };
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
