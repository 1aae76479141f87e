import { useCallback, useEffect, useMemo } from 'react';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/hooks.ts';
import { currentSession, onSessionChange } from '../api/session.ts';
import { type Catalogue, catalogueOf, type FieldValue, findField, listedLabel } from '../filter/catalogue.ts';
import { type Condition, conditionsOf, type FilterNode, type Value } from '../filter/definition.ts';
import { type Labels, labelsOf } from '../filter/sentence.ts';
import {
  CompanyNamesDocument,
  type CompanyNamesQueryVariables,
  FilterCatalogueDocument,
  ListNamesDocument,
  TechnologyNamesDocument,
} from '../generated/graphql.ts';
import { batchesOf } from '../lib/batches.ts';
import { Store, useStore } from '../lib/store.ts';
import { visibleText } from '../lib/visible-text.ts';

/** Labels of values that the catalogue does not list, by field and value. */
const labels = new Store<ReadonlyMap<string, string>>(new Map());
/** Values whose labels were asked for, with the time, so that none is asked for twice. */
const asked = new Map<string, number>();
let waiting: { field: string; value: string }[] = [];
/** Ends when the labels that wait now were asked for and answered. */
let answered: Promise<unknown> = Promise.resolve();

const keyOf = (field: string, value: Value) => `${field}\n${value}`;

function learn(found: readonly (readonly [key: string, label: string])[]): void {
  const known = labels.get();
  if (found.some(([key, label]) => known.get(key) !== label)) labels.set(new Map([...known, ...found]));
}

/** Notes the labels of values that a search returned. */
export function learnLabels(field: string, values: readonly FieldValue[]): void {
  learn(values.map(({ value, label }) => [keyOf(field, value), label]));
}

let { userId: reader } = currentSession();

onSessionChange(() => {
  const { userId } = currentSession();
  if (userId !== reader) {
    labels.set(new Map());
    asked.clear();
  }
  reader = userId;
});

/** Returns a function for the labels of values, loaded or not. Its identity changes when labels arrive. */
export function useKnownLabels(): (field: string, value: Value) => string | undefined {
  const known = useStore(labels, (all) => all);
  return useCallback((field, value) => known.get(keyOf(field, value)), [known]);
}

/**
 * Returns the labels of fields and values, as far as they are known.
 *
 * @param roots filters whose labels are loaded as well, for those that no row of the editor shows.
 */
export function useLabels(
  catalogue: Catalogue,
  ...roots: readonly (FilterNode | null | undefined)[]
): Labels {
  useEffect(() => {
    for (const root of roots) askLabels(catalogue, conditionsOf(root ?? null));
  });
  return labelsOf(catalogue, useKnownLabels());
}

/** Fields and labels hardly ever change. */
const FRESH_MS = 300_000;

/**
 * Returns labels of fields, and of values of the conditions.
 *
 * @returns undefined until the labels of the fields are there. Those of single values follow; a value stands for itself before.
 */
export function useFilterLabels(conditions: readonly Condition[]): Labels | undefined {
  const { data } = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const fields = data?.filterFields ?? undefined;
  const declared = data?.companyFields;
  const asOf = data?.catalogue.asOf;
  const catalogue = useMemo(
    () => fields && catalogueOf({ ...fields, asOf }, declared),
    [fields, declared, asOf],
  );
  const known = useKnownLabels();
  useEffect(() => {
    if (catalogue) askLabels(catalogue, conditions);
  });
  return useMemo(() => catalogue && labelsOf(catalogue, known), [catalogue, known]);
}

/**
 * Returns the labels of values of a field, in their order; the value itself until its label is known. Loads labels that
 * the catalogue does not list: for all callers of a moment together, ten a request.
 */
export function useValueLabels(catalogue: Catalogue, field: string, values: readonly Value[]): string[] {
  const known = useKnownLabels();
  const listed = listedLabels(catalogue, field);
  useEffect(() => {
    for (const value of values) askLabel(catalogue, field, value);
  }, [catalogue, field, values]);
  return values.map((value) =>
    visibleText(listed?.get(value) ?? known(field, value) ?? listedLabel(catalogue, field, value)),
  );
}

const listedByField = new WeakMap<object, ReadonlyMap<Value, string>>();

function listedLabels(catalogue: Catalogue, fieldKey: string): ReadonlyMap<Value, string> | undefined {
  const field = findField(catalogue, fieldKey);
  if (!field?.values) return undefined;
  const found =
    listedByField.get(field) ?? new Map<Value, string>(field.values.map((each) => [each.value, each.label]));
  listedByField.set(field, found);
  return found;
}

/** People rename lists while the page is open. */
const LIST_FRESH_MS = 10_000;

/**
 * Loads the label of a value that is not known yet, nor listed by the catalogue. Companies, technologies and lists have
 * names; values of other vocabularies are their own labels.
 */
function askLabel(catalogue: Catalogue, fieldKey: string, value: Value): void {
  const key = keyOf(fieldKey, value);
  const { type, values } = findField(catalogue, fieldKey) ?? {};
  if (values) return;
  const isList = type === 'list';
  const isNamed = isList || type === 'company' || fieldKey === 'technology';
  if (!isNamed || typeof value !== (isList ? 'number' : 'string') || value === '') return;
  const age = performance.now() - (asked.get(key) ?? Number.NEGATIVE_INFINITY);
  if (isList ? age < LIST_FRESH_MS : asked.has(key) || labels.get().has(key)) return;
  asked.set(key, performance.now());
  if (waiting.length === 0) answered = new Promise((resolve) => setTimeout(resolve)).then(askWaiting);
  waiting.push({ field: fieldKey, value: String(value) });
}

/** Values of a condition whose labels are asked for. Those beyond are shown as they are. */
const MOST_VALUES = 40;

function askLabels(catalogue: Catalogue, conditions: Iterable<Condition>, most = MOST_VALUES): void {
  for (const { field, values } of conditions)
    for (const value of values.slice(0, most)) askLabel(catalogue, field, value);
}

const BATCH = 10;

async function askWaiting(): Promise<void> {
  const all = waiting;
  waiting = [];
  const fields = [...new Set(all.map(({ field }) => field))];
  const asks = fields.flatMap((field) => {
    const values = all.filter((each) => each.field === field).map(({ value }) => value);
    return batchesOf(values, BATCH).map((batch) => askBatch(field, batch));
  });
  await Promise.all(asks);
}

/** Time for which a page waits for labels rather than move what it shows, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Loads the labels of all values of a filter. Resolves when they are known, unavailable, or late. */
export async function loadLabels(catalogue: Catalogue, root: FilterNode | null): Promise<void> {
  askLabels(catalogue, conditionsOf(root), Number.POSITIVE_INFINITY);
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Values of other fields are domains. */
const NAMES: Readonly<Record<string, typeof CompanyNamesDocument>> = {
  technology: TechnologyNamesDocument,
  list: ListNamesDocument,
};

/** A label that cannot be loaded is asked for again when the value is shown again. */
async function askBatch(field: string, values: readonly string[]): Promise<void> {
  // The saved documents have ten places; places that are left repeat the first value.
  const places = Array.from({ length: BATCH }, (_, at) => [`id${at}`, values[at] ?? values[0]]);
  const variables = Object.fromEntries(places) as CompanyNamesQueryVariables;
  try {
    // Unknown values are null in the answer, each with an error of its own. So are lists that are deleted or hidden.
    const { data } = await api.graphql.partial(NAMES[field] ?? CompanyNamesDocument, variables);
    const names = values.map((_, at) => data[`id${at}` as keyof typeof data]?.name);
    learn(values.flatMap((value, at) => (names[at] ? [[keyOf(field, value), names[at]] as const] : [])));
  } catch {
    for (const value of values) asked.delete(keyOf(field, value));
  }
}
