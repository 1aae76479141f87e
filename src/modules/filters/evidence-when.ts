import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import {
  EVER,
  type EvidenceWindow,
  firstSeenWithin,
  partsOf,
  type TierWindow,
  WINDOW_DAYS,
  type WindowDays,
} from '../facets/evidence-windows.ts';
import { type PostingKey, postingName } from '../facets/facet.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { Value } from './operators.ts';
import { partnerSqlCondition } from './partner-conditions.ts';
import type { Field } from './registry.ts';

/** Keys of `when` in a condition. */
export const WHEN_KEYS = ['first_seen', 'last_seen', 'not_seen'] as const;
export type WhenKey = (typeof WHEN_KEYS)[number];

/** Evidence that counts: first or last seen within some days before the as-of time, or not seen within them. */
export interface EvidenceWhen {
  key: WhenKey;
  days: WindowDays;
}

/** Windows as conditions spell them. */
export const WHEN_WINDOWS = WINDOW_DAYS.map((days) => `${days}d` as const);
export type WhenWindow = (typeof WHEN_WINDOWS)[number];

/** Returns `when` as conditions spell it. */
export function toWhen({ key, days }: EvidenceWhen): { [Key in WhenKey]?: WhenWindow } {
  return { [key]: `${days}d` };
}

/** Returns the window that must be read for `when`, beside all evidence. */
export function windowOf({ key, days }: EvidenceWhen): EvidenceWindow {
  return key === 'first_seen' ? firstSeenWithin(days) : days;
}

export function postingOf(field: Field, value: Value, window: EvidenceWindow): PostingKey {
  return { field: field.facet, value: String(value), window };
}

/** Selects the companies that have evidence of a value of a dated field. Callers must not modify the bitmap. */
export function selectEvidence(
  field: Field,
  value: Value,
  when: EvidenceWhen | TierWindow,
  snapshot: IndexSnapshot,
): ReadonlyBitmap {
  if (typeof when === 'number') return selectWindow(field, value, when, snapshot);
  const found = selectWindow(field, value, windowOf(when), snapshot);
  if (when.key !== 'not_seen') return found;
  const ever = selectWindow(field, value, EVER, snapshot);
  const name = postingName(postingOf(field, value, when.days));
  return snapshot.derive(field.facet, `not_seen\0${name}`, () => Bitmap.andNot(ever, found));
}

function selectWindow(
  field: Field,
  value: Value,
  window: EvidenceWindow,
  snapshot: IndexSnapshot,
): ReadonlyBitmap {
  if (field.type === 'company') return snapshot.result(partnerSqlCondition(String(value), window)).ids;
  const parts = partsOf(window).map((part) => snapshot.posting(postingOf(field, value, part)));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const name = postingName(postingOf(field, value, window));
  return snapshot.derive(field.facet, `window\0${name}`, () => Bitmap.orMany(parts));
}
