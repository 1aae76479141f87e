import { formatDay, formatShortDay } from '../lib/format.ts';
import { isOwn, type OwnValue, ownValueText } from './catalogue.ts';
import { type Condition, type FilterNode, isNegative } from './definition.ts';
import { parseDefinition } from './parse-definition.ts';
import { type Labels, nodeSentence } from './sentence.ts';

const text = {
  within: (days: number, asOf: string) => `in the ${days} days before ${asOf}`,
  before: (days: number, asOf: string) => `more than ${days} days before ${asOf}`,
  windows: {
    90: (asOf: string) => `in the 90 days before ${asOf} that count for tier High`,
    365: (asOf: string) => `in the 365 days before ${asOf} that count for tier Medium`,
    ever: (asOf: string) => `more than 365 days before ${asOf}: tier Exploratory`,
  },
} as const;

/** Result of a condition for a company, as the service gives it. */
export interface Verdict {
  /** Condition as JSON. */
  condition: unknown;
  met: boolean;
  negated: boolean;
  firstSeen?: string | null;
  lastSeen?: string | null;
  /** Lists of the condition that were deleted. */
  deletedLists?: readonly number[] | null;
  /** Own fields of the condition that were deleted. */
  deletedFields?: readonly string[] | null;
  /** What the company has in an own field, in JSON. */
  value?: unknown;
}

/** Returns the condition of a verdict; undefined if it is in a form that is not known here. */
function conditionOf({ condition }: Verdict): Condition | undefined {
  const parsed = parseDefinition({ registry_version: '', root: { condition } });
  const root = parsed.ok ? parsed.value.root : null;
  return root !== null && 'condition' in root ? root.condition : undefined;
}

/** Returns the condition of a verdict in words, with the `not` above it. */
export function verdictSentence(verdict: Verdict, labels: Labels, maxValues?: number): string {
  const condition = conditionOf(verdict);
  if (!condition) return JSON.stringify(verdict.condition);
  const node: FilterNode = { condition };
  return nodeSentence(isNegative(condition) === verdict.negated ? node : { not: node }, labels, maxValues);
}

/** Why a member is in the list, in short: the conditions that it meets, the positive ones first. */
export function shortReasons(reasons: readonly Verdict[], labels: Labels): string {
  const met = reasons.filter((reason) => reason.met);
  const positive = met.filter(({ negated }) => !negated);
  return (positive.length > 0 ? positive : met)
    .map((reason) => verdictSentence(reason, labels, 2))
    .join(' · ');
}

const DAY_MS = 86_400_000;

/** Returns the days from a sighting to the newest observation of the catalogue. */
const daysBefore = (asOf: string, seen: string): number => (Date.parse(asOf) - Date.parse(seen)) / DAY_MS;

/** Evidence window of a tier that a sighting of an age is in. */
const windowOf = (days: number) => (days <= 90 ? 90 : days <= 365 ? 365 : 'ever');

/** Date that decides about a condition, and what it says. */
export interface Evidence {
  label: string;
  seen: string;
  /** Undefined without an observation from which windows count back. */
  meaning: string | undefined;
}

/** Returns the evidence of a verdict; undefined where it has no date. */
export function evidenceOf(verdict: Verdict, asOf: string | undefined): Evidence | undefined {
  const [age] = Object.entries(conditionOf(verdict)?.when ?? {});
  const isFirst = age?.[0] === 'first_seen';
  const seen = isFirst ? verdict.firstSeen : verdict.lastSeen;
  if (!seen) return undefined;
  const meaning = (day: string) => {
    if (!age) return text.windows[windowOf(daysBefore(day, seen))](formatDay(day));
    const days = Number.parseInt(age[1], 10);
    return (daysBefore(day, seen) <= days ? text.within : text.before)(days, formatDay(day));
  };
  return {
    label: isFirst ? 'first seen' : 'last seen',
    seen,
    meaning: asOf === undefined ? undefined : meaning(asOf),
  };
}

/** Returns what a company has in the own field of a condition, in words; undefined for other and for deleted fields. */
export function ownValueOf(verdict: Verdict, labels: Labels): string | undefined {
  const { field = '' } = conditionOf(verdict) ?? {};
  if (!isOwn(field) || verdict.deletedFields?.length) return undefined;
  if (verdict.value == null) return 'The company has no value.';
  return `The company has: ${ownValueText(verdict.value as OwnValue, (one) => labels.value(field, one))}.`;
}

/** What was seen of a company, and when, such as Kubernetes on 30 April. */
export interface Sighting {
  what: string;
  day: string;
  verdict: Verdict;
}

/** Values of a condition that a cell names. */
const MAX_NAMED = 2;

/** Returns the dated evidence that a company meets the filter by, in the order of the filter. */
export function sightingsOf(reasons: readonly Verdict[], labels: Labels): Sighting[] {
  return reasons.flatMap((verdict) => {
    const condition = verdict.met && !verdict.negated ? conditionOf(verdict) : undefined;
    const evidence = condition && evidenceOf(verdict, labels.asOf);
    if (!condition || !evidence) return [];
    const day = formatShortDay(evidence.seen, labels.asOf);
    const isFirst = evidence.label === 'first seen';
    return [{ what: namesOf(condition, labels), day: isFirst ? `since ${day}` : day, verdict }];
  });
}

/** Returns the values of a condition in short: "Kubernetes or Docker"; the first two, and how many others there are. */
function namesOf({ field, operator, values }: Condition, labels: Labels): string {
  const named = values.slice(0, MAX_NAMED).map((value) => labels.value(field, value));
  const rest = values.length - named.length;
  const joiner = operator === 'all_of' ? ' and ' : ' or ';
  return named.length === 0 ? labels.field(field) : named.join(joiner) + (rest > 0 ? ` +${rest}` : '');
}
