import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { removePiece, replacePiece } from '../../../../clients/typescript/src/filter/grammar/rewrite.ts';
import type { Piece } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { useKeptInput } from '../../api/kept-input.ts';
import type { Catalogue, CatalogueField } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { HomeCatalogueDocument, type HomeCatalogueQuery } from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useCatalogue } from '../../preview/use-catalogue.ts';
import { useLivePreview } from '../../preview/use-live-preview.ts';
import { useBreakdownFields } from '../../preview/usual-breakdowns.ts';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Chips } from './chips.tsx';
import classes from './home.module.css';
import { SentenceResults } from './results.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { openChip, SentenceInput, useSentence } from './sentence-input.tsx';
import { Start } from './start.tsx';

/** Texts of the home page. */
const homeText = {
  inCatalogue: (count: number, day: string | undefined) =>
    `${count === 1 ? 'company' : 'companies'} in the catalogue${day === undefined ? '' : `, as of ${day}`}`,
} as const;

/** The question "which companies?" as a sentence, with its numbers while it is typed. My lists stand below. */
export default function HomePage() {
  const { catalogue, error, refetch } = useCatalogue();
  const { data } = useApiQuery(HomeCatalogueDocument, {});
  const [isSaving, setSaving] = useState(false);
  const [typed, setTyped] = useTyped(isSaving);
  const input = useRef<HTMLTextAreaElement>(null);
  const sentence = useSentence(typed, catalogue);
  const definition = useDefinition(catalogue, sentence?.root);
  const [fields, setFields] = useBreakdownFields(catalogue, definition?.root ?? null);
  const preview = useLivePreview(definition, fields);
  const pieces = sentence?.pieces ?? [];
  const leftOut = openWords(pieces, typed);
  const finish = () => {
    const chip = openChip();
    if (chip) chip.focus();
    else if (definition?.root && preview.faults.length === 0) setSaving(true);
  };
  const isPending = pieces.some((piece) => piece.kind === 'unknown' && piece.isPending);
  const { done, cancel } = useAwaited(finish, isPending);
  const hasFailed = Boolean(error ?? preview.error) || preview.faults.length > 0;
  const asksNothing = sentence?.root === null && !isPending;
  const isReady = (preview.numbers && data) || hasFailed || asksNothing;
  const isOpening = useOpening(typed.trim() !== '' && !isReady);
  const type = (text: string) => {
    cancel();
    setTyped(text);
  };
  const change = (text: string) => {
    type(text);
    input.current?.focus();
  };
  const add = ({ label }: CatalogueField, value: string) => {
    // Bands are numbers, which are read as such.
    const quoted = /^\d/.test(value) ? value : `"${value}"`;
    const words = `${label.toLowerCase()} ${quoted}`;
    change(typed.trim() === '' ? words : `${typed.trimEnd()}, ${words}`);
  };
  return (
    <Page title="Find companies" heading={<Heading />}>
      <div className={classes.home}>
        <SentenceInput ref={input} value={typed} onChange={type} onDone={done} />
        {error && <Problem error={error} onRetry={refetch} />}
        {isOpening ? (
          <Skeleton h={560} />
        ) : (
          <>
            {catalogue && typed.trim() !== '' && (
              <Chips
                {...{ catalogue, typed, pieces }}
                onRemove={(piece) => change(removePiece(typed, pieces, piece))}
                onChoose={(piece, { text }) => change(replacePiece(typed, piece, text))}
              />
            )}
            {leftOut.length > 0 && (
              <VisuallyHidden role="status">
                {leftOut.length === 1
                  ? '1 part is not understood yet.'
                  : `${leftOut.length} parts are not understood yet.`}
              </VisuallyHidden>
            )}
            {definition?.root && catalogue ? (
              <SentenceResults
                {...{ catalogue, definition, preview, fields, leftOut }}
                all={data?.catalogue.companyCount}
                onFieldsChange={setFields}
                onWords={(words) => change(`${typed.trimEnd()}, ${words}`)}
                onSave={() => setSaving(true)}
              />
            ) : (
              <>
                <CatalogueSize known={data?.catalogue} />
                <Start
                  catalogue={catalogue}
                  total={data?.catalogue.companyCount}
                  onAdd={add}
                  onChoose={change}
                />
              </>
            )}
          </>
        )}
      </div>
      {isSaving && catalogue && definition && (
        <SaveDialog {...{ catalogue, definition, typed, leftOut }} onClose={() => setSaving(false)} />
      )}
    </Page>
  );
}

/** Runs something once nothing is pending: Enter may come before the results of searches. Further typing cancels it. */
function useAwaited(run: () => void, isPending: boolean) {
  const [isAwaited, setAwaited] = useState(false);
  const runNow = useEffectEvent(() => {
    setAwaited(false);
    run();
  });
  useEffect(() => {
    if (isAwaited && !isPending) runNow();
  }, [isAwaited, isPending]);
  return { done: () => setAwaited(true), cancel: () => setAwaited(false) };
}

/** Tells whether the page has yet to answer the sentence that it was opened with: what stands below would move then. */
function useOpening(isUnanswered: boolean): boolean {
  const [isOpening, setOpening] = useState(isUnanswered);
  if (isOpening && !isUnanswered) setOpening(false);
  return isOpening;
}

const Heading = () => (
  <VisuallyHidden>
    <h1>Find companies</h1>
  </VisuallyHidden>
);

function useDefinition(catalogue: Catalogue | undefined, root: Definition['root'] | undefined) {
  const key = JSON.stringify(root ?? null);
  const version = catalogue?.registryVersion;
  // Equal filters are one object, so that a space in the text asks for nothing.
  return useMemo<Definition | undefined>(
    () => (version === undefined ? undefined : { registry_version: version, root: JSON.parse(key) }),
    [version, key],
  );
}

/** Words that have several meanings or none, and are not being searched. */
function openWords(pieces: readonly Piece[], typed: string): string[] {
  return pieces
    .filter((piece) => piece.kind === 'ambiguous' || (piece.kind === 'unknown' && !piece.isPending))
    .map(({ from, to }) => typed.slice(from, to));
}

/** Size and age of the catalogue. */
function CatalogueSize({ known }: { known: HomeCatalogueQuery['catalogue'] | undefined }) {
  const { companyCount, asOf } = known ?? {};
  return (
    <p className={classes.total}>
      <span className={classes.number}>{companyCount === undefined ? '…' : formatNumber(companyCount)}</span>{' '}
      <span className={classes.what}>
        {homeText.inCatalogue(companyCount ?? 0, asOf ? formatDay(asOf) : undefined)}
      </span>
    </p>
  );
}

/** Shortest time between two changes of the address, which browsers limit. */
const PAUSE_MS = 300;

/**
 * The sentence, which the address keeps: for Back, a reload, and links to it.
 *
 * @param isDone whether typing has ended for now, so that the address gets the sentence at once: the page may be left next.
 */
function useTyped(isDone: boolean) {
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
