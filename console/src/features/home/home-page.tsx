import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { removePiece, replacePiece } from '../../../../clients/typescript/src/filter/grammar/rewrite.ts';
import type { Piece } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { useKeptInput } from '../../api/kept-input.ts';
import type { Catalogue, CatalogueField } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { labelsOf, toPlainText, toSentence } from '../../filter/sentence.ts';
import {
  CreateListDocument,
  HomeCatalogueDocument,
  type HomeCatalogueQuery,
} from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useCatalogue } from '../../preview/use-catalogue.ts';
import { useLivePreview } from '../../preview/use-live-preview.ts';
import { useBreakdownFields } from '../../preview/usual-breakdowns.ts';
import { useKnownLabels } from '../../preview/value-labels.ts';
import { LeftOut } from '../../ui/left-out.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Chips } from './chips.tsx';
import { SentenceResults } from './results.tsx';
import { openChip, SentenceInput, useSentence } from './sentence-input.tsx';
import { Start } from './start.tsx';

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
    <Page
      title="Find companies"
      heading={
        <VisuallyHidden>
          <h1>Find companies</h1>
        </VisuallyHidden>
      }
    >
      <Stack gap="md">
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
      </Stack>
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

function CatalogueSize({ known }: { known: HomeCatalogueQuery['catalogue'] | undefined }) {
  const { companyCount, asOf } = known ?? {};
  return (
    <Text>
      <Text span fz={36} fw={650} lh="44px">
        {companyCount === undefined ? '…' : formatNumber(companyCount)}
      </Text>{' '}
      <Text span fz={18} c="dimmed">
        {companyCount === 1 ? 'company' : 'companies'} in the catalogue{asOf && `, as of ${formatDay(asOf)}`}
      </Text>
    </Text>
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

const MAX_NAME = 200;

interface SaveDialogProps {
  catalogue: Catalogue;
  definition: Definition;
  /** What was typed, which is the first name of the list. */
  typed: string;
  /** Words of it that are no part of the filter. */
  leftOut: readonly string[];
  onClose: () => void;
}

/** Saves the filter of the sentence as a list, and opens it. */
function SaveDialog({ catalogue, definition, typed, leftOut, onClose }: SaveDialogProps) {
  const navigate = useNavigate();
  const [isAccepted, setAccepted] = useState(false);
  const create = useApiMutation(CreateListDocument);
  const labels = labelsOf(catalogue, useKnownLabels());
  const submit = async (name: string) => {
    const { createList } = await create.mutateAsync({ input: { name, definitionJson: definition } });
    if (!createList) return;
    await navigate({ to: '/app/lists/$listId', params: { listId: String(createList.list.listId) } });
  };
  const name = typed.trim();
  return (
    <NameDialog
      opened
      title="Save as list"
      submit="Save"
      initial={`${name.charAt(0).toUpperCase()}${name.slice(1, MAX_NAME)}`}
      busy={create.isPending}
      disabled={leftOut.length > 0 && !isAccepted}
      error={create.error}
      // The dialog shows a failure.
      onSubmit={(chosen) => void submit(chosen).catch(() => undefined)}
      onClose={onClose}
    >
      <Text>It has the companies that match now and later:</Text>
      <Text c="dimmed">{toPlainText(toSentence(definition, labels, 3))}</Text>
      <LeftOut words={leftOut} isAccepted={isAccepted} onChange={setAccepted} />
    </NameDialog>
  );
}
