import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useKeptInput } from '../../api/kept-input.ts';

/** Shortest time between two changes of the address, which browsers limit. */
const PAUSE_MS = 300;

/**
 * The sentence, which the address keeps: for Back, a reload, and links to it.
 *
 * @param isDone whether typing has ended for now, so that the address gets the sentence at once: the page may be left next.
 */
export function useTyped(isDone: boolean) {
  const { q = '' } = useSearch({ from: '/app' });
  const navigate = useNavigate({ from: '/app' });
  const [typed, setTyped] = useState(q);
  const written = useRef(q);
  useKeptInput('sentence', typed === '' ? undefined : typed, setTyped);
  useEffect(() => {
    // A link or Back brought another sentence.
    if (q !== written.current) setTyped(q);
    written.current = q;
  }, [q]);
  useEffect(() => {
    if (typed === written.current) return;
    const path = window.location.pathname;
    const timer = setTimeout(
      () => {
        // Another page may be loading, while this one is still shown.
        if (window.location.pathname !== path) return;
        written.current = typed;
        void navigate({ search: typed === '' ? {} : { q: typed }, replace: true, resetScroll: false });
      },
      isDone ? 0 : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, navigate, isDone]);
  return [typed, setTyped] as const;
}
