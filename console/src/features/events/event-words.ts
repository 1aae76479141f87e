import type { LatestEventsQuery } from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { eventsText as text } from '../../text/events.ts';
import { actorOf, numberIn, textIn, valueIn } from './event-data.ts';

export type FeedEvent = NonNullable<LatestEventsQuery['events']>['edges'][number]['node'];

/** A page of the console. */
interface Link {
  to: string;
  params?: Readonly<Record<string, string>>;
  search?: Readonly<Record<string, string>>;
}

/** An event in a sentence, with the page that shows more of it. */
export interface EventWords {
  text: string;
  /** Undefined where there is nothing to see, such as a deleted list. */
  link?: Link | undefined;
}

interface People {
  me: number;
  nameOf: (userId: number) => string | undefined;
}

type Say = (event: FeedEvent, words: Words) => EventWords;

/** Names of an event: who did it, to whom, and the list. */
class Words {
  readonly #event: FeedEvent;
  readonly #people: People;

  constructor(event: FeedEvent, people: People) {
    this.#event = event;
    this.#people = people;
  }

  get who(): string {
    const id = actorOf(this.#event.data);
    return id === this.#people.me ? text.you : this.#nameOf(id);
  }

  /** Person of a key of the data; everybody, if the event says so. */
  whom(key: string): string {
    if (valueIn(this.#event.data, 'org_wide') === true) return text.everybody;
    const id = numberIn(this.#event.data, key);
    return id === this.#people.me ? text.youToo : this.#nameOf(id);
  }

  get list(): string {
    const { list, listId } = this.#event;
    return list?.name ?? text.list(listId ?? 0);
  }

  number(key: string): string {
    return formatNumber(numberIn(this.#event.data, key) ?? 0);
  }

  /** A page of the list; none if it was deleted or is no longer shared. */
  listLink(to: '' | '/history' | '/sharing' = ''): EventWords['link'] {
    const { list, listId } = this.#event;
    return list && listId ? { to: `/app/lists/$listId${to}`, params: { listId: String(listId) } } : undefined;
  }

  #nameOf(id: number | undefined): string {
    return (id === undefined ? undefined : this.#people.nameOf(id)) ?? text.somebody;
  }
}

/** Returns the ways in which members changed: `12 entered, 3 left`. */
function changesOf({ data }: FeedEvent): string {
  const parts = [
    [numberIn(data, 'entered'), text.entered],
    [numberIn(data, 'left'), text.left],
    [numberIn(data, 'tier_changed'), text.tierChanged],
  ] as const;
  return parts.flatMap(([count, say]) => (count ? [say(formatNumber(count))] : [])).join(', ');
}

function membersChanged(event: FeedEvent, words: Words): EventWords {
  const { list, listId, data } = event;
  const link = list && {
    to: '/app/lists/$listId/changes',
    params: { listId: String(listId) },
    search: {
      since: textOf(data, 'previous_materialization_id'),
      until: textOf(data, 'materialization_id'),
    },
  };
  return { text: text.membersChanged(words.list, changesOf(event)), link: link ?? undefined };
}

const textOf = (data: unknown, key: string) => String(numberIn(data, key) ?? '');

/** Rows of an import by kind, such as `1,200 companies, 3 detections`. */
function rowsOf(data: unknown): string {
  const rows = valueIn(data, 'rows');
  const entries = typeof rows === 'object' && rows !== null ? Object.entries(rows) : [];
  const known: Readonly<Record<string, (count: number, formatted: string) => string>> = text.rows;
  const said = entries.flatMap(([kind, count]) => {
    if (typeof count !== 'number' || count === 0) return [];
    return [known[kind]?.(count, formatNumber(count)) ?? text.otherRows(kind, formatNumber(count))];
  });
  return said.join(', ') || text.importedNothing;
}

function flagResolved({ data }: FeedEvent, words: Words): EventWords {
  const results: Readonly<Record<string, string>> = text.resolutions;
  const resolution = textIn(data, 'resolution') ?? '';
  const result = results[resolution] ?? resolution;
  return { text: text.flagResolved(words.number('flag_id'), result), link: { to: '/app/reports' } };
}

function webhookDisabled({ data }: FeedEvent, words: Words): EventWords {
  const reasons: Readonly<Record<string, string>> = text.webhookReasons;
  const reason = reasons[textIn(data, 'reason') ?? ''] ?? text.webhookOtherReason;
  return {
    text: text.webhookDisabled(words.number('webhook_id'), reason),
    link: { to: '/app/settings/webhooks' },
  };
}

function imported({ data }: FeedEvent): EventWords {
  const asOf = textIn(data, 'as_of');
  return {
    text: text.imported(rowsOf(data), asOf === undefined ? undefined : formatDay(asOf)),
    link: { to: '/app/companies' },
  };
}

const SENTENCES: { readonly [Type in FeedEvent['type']]?: Say } = {
  LIST_MEMBERS_CHANGED: membersChanged,
  LIST_DEFINITION_CHANGED: ({ data }, words) => ({
    text:
      numberIn(data, 'restored_version') === undefined
        ? text.definitionChanged(words.who, words.list, words.number('version'))
        : text.definitionRestored(words.who, words.list, words.number('restored_version')),
    link: words.listLink('/history'),
  }),
  LIST_SHARED: ({ data }, words) => ({
    text: text.shared(words.who, words.list, words.whom('user_id'), textIn(data, 'access_level') ?? ''),
    link: words.listLink(),
  }),
  LIST_UNSHARED: ({ data }, words) => ({
    text:
      numberIn(data, 'user_id') === actorOf(data)
        ? text.leftList(words.who, words.list)
        : text.unshared(words.who, words.list, words.whom('user_id')),
    link: words.listLink(),
  }),
  LIST_TRANSFERRED: (_event, words) => ({
    text: text.transferred(words.who, words.list, words.whom('to')),
    link: words.listLink(),
  }),
  LIST_DELETED: ({ data }, words) => ({ text: text.deleted(words.who, textIn(data, 'name') ?? '') }),
  CATALOGUE_IMPORTED: imported,
  FLAG_RESOLVED: flagResolved,
  WEBHOOK_DISABLED: webhookDisabled,
  CREDITS_LOW: (_event, words) => ({
    text: text.creditsLow(words.number('threshold'), words.number('balance')),
    link: { to: '/app/activity' },
  }),
};

/** Returns an event in words. A type that is not known here is named. */
export function eventWords(event: FeedEvent, people: People): EventWords {
  const say = SENTENCES[event.type];
  return say ? say(event, new Words(event, people)) : { text: text.other(event.type), link: undefined };
}
