import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { gradeMatch } from '../../../../clients/typescript/src/filter/grammar/grade.ts';
import { patiently, useCode } from '../../api/load-code.ts';
import { type Catalogue, type FieldValue, findField, isOwn, OWN_FIELDS } from '../../filter/catalogue.ts';
import type { QuickAdd, ValueSearch } from '../../filter/quick-add.ts';
import { type Candidate, isExact, rankCandidates } from '../../filter/rank.ts';
import { remoteSearch } from '../../preview/remote-search.ts';
import { useEditor } from '../editor/context.ts';
import { unfinished } from './addition.ts';

/** The grammar knows hundreds of words. They are loaded when somebody types. */
const loadGrammar = patiently(() => import('../../filter/quick-add.ts'));
type Grammar = Awaited<ReturnType<typeof loadGrammar>>;

const NOTHING: QuickAdd = { candidates: [], searches: [], spellings: [] };
const DEBOUNCE_MS = 100;
/** Results of a search that match by something that is not shown, such as another domain. */
const HIDDEN_MATCH = 3;
/** Names of fields come after values that match as well. */
const FIELD_PENALTY = 0.5;

/** Finds conditions for a typed text, best first: at once in the catalogue, and a moment later at the service. */
export function useCandidates(catalogue: Catalogue, typed: string) {
  const { listId } = useEditor();
  const grammar = useCode(loadGrammar, typed !== '');
  const local = useMemo(() => grammar?.quickAdd(typed, catalogue) ?? NOTHING, [grammar, typed, catalogue]);
  const fields = useMemo(() => fieldCandidates(catalogue, typed), [catalogue, typed]);
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS);
  const searches = settled === typed ? local.searches : [];
  const { found, isSearching } = useQueries({
    queries: searches.map((search) => remoteSearch(search.field, search.text, listId)),
    combine: combinePages,
  });
  // Where nothing has the text, values that are spelt alike are searched.
  const isNone = !isSearching && found.every(({ values }) => values.length === 0);
  const isUnknown =
    isNone && local.candidates.every(({ field, operator }) => field === 'name' || operator === 'contains');
  const spellings = settled === typed && isUnknown ? local.spellings : NOTHING.spellings;
  const alike = useQueries({
    queries: spellings.map((search) => remoteSearch(search.field, search.text, listId)),
    combine: combinePages,
  });
  const candidates = useMemo(() => {
    const spelt = spellings.map((search, index) =>
      grammar ? toSpelt(grammar, catalogue, search, alike.found[index]?.values ?? []) : [],
    );
    const remote = searches.map((search, index) =>
      grammar ? toCandidates(grammar, catalogue, search, found[index]?.values ?? [], typed) : [],
    );
    return rankCandidates(local.candidates, fields, ...remote, ...spelt);
  }, [grammar, catalogue, typed, local, fields, searches, found, spellings, alike.found]);
  const isPending =
    (!grammar && typed !== '') ||
    (local.searches.length > 0 && (settled !== typed || isSearching || alike.isSearching));
  return { candidates, isSearching: isPending };
}

function combinePages(
  results: readonly { data: { values: readonly FieldValue[] } | null | undefined; isFetching: boolean }[],
) {
  return {
    found: results.map(({ data }) => ({ values: data?.values ?? [] })),
    isSearching: results.some(({ isFetching }) => isFetching),
  };
}

function toCandidates(
  { searchCandidates }: Grammar,
  catalogue: Catalogue,
  { field: key, text, negated, times }: ValueSearch,
  values: readonly FieldValue[],
  typed: string,
): Candidate[] {
  return values.flatMap((value) => {
    const field = findField(catalogue, value.field ?? key);
    // A search of all fields finds values of those as well that have searches of their own, or are listed.
    if (!field || (key === OWN_FIELDS && (!isOwn(field.key) || field.values))) return [];
    // "owner 1" is the value "Owner 1" before it is an owner with a 1.
    const whole = searchCandidates(field, [value], typed, negated, times).filter(isExact);
    const found = whole.length > 0 ? whole : searchCandidates(field, [value], text, negated, times);
    if (found.length > 0) return found;
    const hidden = searchCandidates(field, [value], value.value, negated, times);
    return hidden.map((candidate) => ({ ...candidate, grade: Math.max(candidate.grade, HIDDEN_MATCH) }));
  });
}

function toSpelt(
  { speltCandidates }: Grammar,
  catalogue: Catalogue,
  { field: key, spelt = '', negated, times }: ValueSearch,
  values: readonly FieldValue[],
): Candidate[] {
  const field = findField(catalogue, key);
  return field ? speltCandidates(field, values, spelt, negated, times) : [];
}

/** Fields whose name was typed, as conditions without a value yet. */
function fieldCandidates(catalogue: Catalogue, typed: string): Candidate[] {
  return catalogue.fields.flatMap((field) => {
    const grade = gradeMatch(typed, field.label, field.key.replaceAll('_', ' '));
    return grade === undefined ? [] : [{ ...unfinished(field), label: '…', grade: grade + FIELD_PENALTY }];
  });
}
