import { isStorable } from '../../lib/domain-name.ts';
import { type Violation, validationFault } from '../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import type { EventType } from '../events/event.ts';
import type { WebhookFormat } from './signing.ts';
import type { TargetRules } from './target-rules.ts';

/** Most lists that a webhook names. */
export const MAX_LISTS = 100;

/** Fields of a webhook that its owner sets. */
export interface WebhookFields {
  url: string;
  /** Null: all. */
  types?: readonly EventType[] | null | undefined;
  /** Ids of lists; 0 for one that is malformed. Null: all. */
  listIds?: readonly number[] | null | undefined;
  label?: string | null | undefined;
  format?: WebhookFormat | null | undefined;
}

/** Fields as they are stored. */
export interface StoredFields {
  url: string;
  types: string[];
  listIds: number[];
  label: string | null;
  format: WebhookFormat;
}

/**
 * Checks the fields that are given.
 *
 * @returns what is stored of them.
 * @throws Fault validation_error
 */
export function checkFields(rules: TargetRules, fields: Partial<WebhookFields>): Partial<StoredFields> {
  const violations: Violation[] = [];
  const { url: rawUrl, types, listIds, label, format } = fields;
  const stored: Partial<StoredFields> = {};
  if (rawUrl !== undefined) {
    const url = readUrl(rawUrl, rules);
    if ('message' in url) violations.push({ pointer: '/url', message: url.message });
    else stored.url = url.href;
  }
  if (types !== undefined) stored.types = [...new Set(types)];
  if (listIds !== undefined) {
    stored.listIds = [...new Set(listIds)];
    if (stored.listIds.length > MAX_LISTS)
      violations.push({ pointer: '/listIds', message: `must have at most ${MAX_LISTS} lists` });
    listIds?.forEach((id, index) => {
      if (id === 0) violations.push({ pointer: `/listIds/${index}`, message: 'must be the id of a list' });
    });
  }
  if (label !== undefined) {
    stored.label = storedText(label?.trim() ?? '') || null;
    if (stored.label !== null && !isWithin(stored.label, TEXT_LIMITS.webhookLabel)) {
      const message = `must be at most ${TEXT_LIMITS.webhookLabel.maxLength} characters`;
      violations.push({ pointer: '/label', message });
    } else if (stored.label !== null && !isStorable(stored.label))
      violations.push({ pointer: '/label', message: 'must not contain U+0000 or half of a surrogate pair' });
  }
  if (format) stored.format = format;
  if (violations.length > 0) throw validationFault(violations);
  return stored;
}

/** Reads a URL, and leaves out its fragment, which is never sent. */
function readUrl(text: string, rules: TargetRules): { href: string } | { message: string } {
  if (!isWithin(text, TEXT_LIMITS.webhookUrl))
    return { message: `must be at most ${TEXT_LIMITS.webhookUrl.maxLength} characters` };
  if (!URL.canParse(text)) return { message: 'must be a URL such as https://hooks.example/events' };
  const url = new URL(text);
  url.hash = '';
  const message = rules.refusalOf(url);
  return message === undefined ? { href: url.href } : { message };
}

/** Returns what the audit log says of fields. Paths of URLs are secrets of other services, such as Slack. */
export function fieldDetails({ url, listIds, ...rest }: Partial<StoredFields>): object {
  return {
    ...rest,
    ...(listIds === undefined ? {} : { list_ids: listIds }),
    ...(url === undefined ? {} : { origin: new URL(url).origin }),
  };
}
