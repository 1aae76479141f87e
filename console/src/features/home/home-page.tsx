import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { removePiece, replacePiece } from '../../../../clients/typescript/src/filter/grammar/rewrite.ts';
import type { Piece } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { useApiQuery } from '../../api/hooks.ts';
import type { Catalogue, CatalogueField } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { HomeCatalogueDocument, type HomeCatalogueQuery } from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useCatalogue } from '../../preview/use-catalogue.ts';
import { useLivePreview } from '../../preview/use-live-preview.ts';
import { usualBreakdowns } from '../../preview/usual-breakdowns.ts';
import { homeText } from '../../text/home.ts';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Chips } from './chips.tsx';
import { Examples } from './examples.tsx';
import { Funnel } from './funnel.tsx';
import classes from './home.module.css';
import { Portfolio } from './portfolio.tsx';
import { Results } from './results.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { openChip, SentenceInput } from './sentence-input.tsx';
import { useSentence } from './use-sentence.ts';
import { useTyped } from './use-typed.ts';

/** Fields of breakdowns, in the order in which they are offered. */
const BROKEN_DOWN: readonly string[] = ['industry', 'country', 'employee_range', 'technology'];

/** The question "which companies?" as a sentence, with its numbers while it is typed. My lists stand below. */
export function HomePage() {
  const { catalogue, error, refetch } = useCatalogue();
  const { data } = useApiQuery(HomeCatalogueDocument, {});
  const [isSaving, setSaving] = useState(false);
  const [typed, setTyped] = useTyped(isSaving);
  const input = useRef<HTMLTextAreaElement>(null);
  const sentence = useSentence(typed, catalogue);
  const definition = useDefinition(catalogue, sentence?.root);
  const fields = useMemo(
    () => catalogue && usualBreakdowns(catalogue, definition?.root ?? null, BROKEN_DOWN),
    [catalogue, definition],
  );
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
    change(`${typed.trimEnd()}, ${label.toLowerCase()} ${quoted}`);
  };
  return (
    <Page title={homeText.title} heading={<Heading />}>
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
            <Answer
              {...{ catalogue, definition, preview, leftOut }}
              known={data?.catalogue}
              onSave={() => setSaving(true)}
            />
            {definition?.root && catalogue && preview.faults.length === 0 ? (
              <Results {...{ catalogue, preview }} onAdd={add} />
            ) : (
              <Examples onChoose={change} />
            )}
            <Portfolio />
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
    <h1>{homeText.title}</h1>
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

/** The builder asks about them again before it saves. */
const openSearch = (words: readonly string[]) => (words.length > 0 ? { left: [...words] } : {});

interface AnswerProps {
  catalogue: Catalogue | undefined;
  /** Size and age of the catalogue. */
  known: HomeCatalogueQuery['catalogue'] | undefined;
  definition: Definition | undefined;
  preview: ReturnType<typeof useLivePreview>;
  /** Words that are no part of the filter. */
  leftOut: readonly string[];
  onSave: () => void;
}

/** The number, how the conditions led to it, and what to do with it. */
function Answer({ catalogue, known, definition, preview, leftOut, onSave }: AnswerProps) {
  const { numbers, isCurrent, faults, error } = preview;
  const { companyCount: all, asOf } = known ?? {};
  const shown = definition?.root ? numbers?.total : all;
  const open = leftOut.length;
  const link = definition?.root ? toDraftLink({ definition }) : undefined;
  const isUnbounded = faults.some(({ code }) => code === 'unbounded_definition');
  return (
    <>
      <div className={classes.answer}>
        <p className={classes.total} data-stale={isCurrent ? undefined : true}>
          <span className={classes.number}>{shown === undefined ? '…' : formatNumber(shown)}</span>{' '}
          <span className={classes.what}>
            {definition?.root
              ? homeText.matches(shown ?? 0)
              : homeText.inCatalogue(shown ?? 0, asOf ? formatDay(asOf) : undefined)}
          </span>
        </p>
        {definition?.root && (
          <div className={classes.actions}>
            {link && (
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link {...props} to="/app/build" search={openSearch(leftOut)} hash={link.slice(1)} />
                )}
              >
                {homeText.build}
              </Button>
            )}
            <Button onClick={onSave} disabled={faults.length > 0}>
              {homeText.save}
            </Button>
          </div>
        )}
      </div>
      <VisuallyHidden role="status">
        {definition?.root &&
          numbers &&
          isCurrent &&
          homeText.status(numbers.total, formatNumber(numbers.total))}
        {open > 0 && ` ${homeText.unfinished(open)}`}
      </VisuallyHidden>
      {faults.length > 0 && <Text c="dimmed">{isUnbounded ? homeText.unbounded : faults[0]?.message}</Text>}
      {error && <Problem error={error} onRetry={preview.retry} />}
      {catalogue && definition?.root && numbers && all !== undefined && faults.length === 0 && (
        <Funnel {...{ catalogue, numbers, all }} />
      )}
    </>
  );
}
