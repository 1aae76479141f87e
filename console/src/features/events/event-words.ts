import type { LatestEventsQuery } from '../../generated/graphql.ts';
import { counted, formatDay, formatNumber } from '../../lib/format.ts';

/** Words for what data of events have as keys. Others are shown as they are. */
const ROWS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  companies: ['company', 'companies'],
  technologies: ['technology', 'technologies'],
  company_technologies: ['detection', 'detections'],
  partnerships: ['partnership', 'partnerships'],
};
const RESOLUTIONS: Readonly<Record<string, string>> = {
  corrected: 'corrected',
  not_reproducible: 'not reproducible',
  wont_fix: 'will not be fixed',
};
const JOB_RESULTS: Readonly<Record<string, string>> = {
  done: 'is done',
  failed: 'has failed',
  cancelled: 'was cancelled',
};
const WEBHOOK_REASONS: Readonly<Record<string, string>> = {
  expired: 'its endpoint failed for five days',
  gone: 'its endpoint wants no more events',
};

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
    return id === this.#people.me ? 'You' : this.#nameOf(id);
  }

  /** Person of a key of the data; everybody, if the event says so. */
  whom(key: string): string {
    if (valueIn(this.#event.data, 'org_wide') === true) return 'everybody';
    const id = numberIn(this.#event.data, key);
    return id === this.#people.me ? 'you' : this.#nameOf(id);
  }

  get list(): string {
    const { list, listId } = this.#event;
    return list?.name ?? `List ${listId ?? 0}`;
  }

  number(key: string): string {
    return formatNumber(numberIn(this.#event.data, key) ?? 0);
  }

  /** A page of the list; none if it was deleted or is no longer shared. */
  listLink(to: '' | '/history' | '/changes' = '', search?: Link['search']): EventWords['link'] {
    const { list, listId } = this.#event;
    if (!list || !listId) return undefined;
    return { to: `/app/lists/$listId${to}`, params: { listId: String(listId) }, ...(search && { search }) };
  }

  #nameOf(id: number | undefined): string {
    return (id === undefined ? undefined : this.#people.nameOf(id)) ?? 'Somebody';
  }
}

/** Returns the ways in which members changed: `12 entered, 3 left`. */
function changesOf({ data }: FeedEvent): string {
  const parts = [
    [numberIn(data, 'entered'), 'entered'],
    [numberIn(data, 'left'), 'left'],
    [numberIn(data, 'tier_changed'), 'changed tier'],
  ] as const;
  return parts.flatMap(([count, did]) => (count ? [`${formatNumber(count)} ${did}`] : [])).join(', ');
}

const textOf = (data: unknown, key: string) => String(numberIn(data, key) ?? '');

/** Rows of an import by kind, such as `1,200 companies, 3 detections`. */
function rowsOf(data: unknown): string {
  const rows = valueIn(data, 'rows');
  const entries = typeof rows === 'object' && rows !== null ? Object.entries(rows) : [];
  const said = entries.flatMap(([kind, count]) => {
    if (typeof count !== 'number' || count === 0) return [];
    const [one, many] = ROWS[kind] ?? [kind, kind];
    return [counted(count, one, many)];
  });
  return said.join(', ') || 'no rows';
}

const jobLink = (data: unknown) => ({
  to: '/app/files/$jobId',
  params: { jobId: textOf(data, 'job_id') },
});

const SENTENCES: { readonly [Type in FeedEvent['type']]?: Say } = {
  LIST_MEMBERS_CHANGED: (event, words) => ({
    text: `${words.list}: ${changesOf(event)}`,
    link: words.listLink('/changes', {
      since: textOf(event.data, 'previous_materialization_id'),
      until: textOf(event.data, 'materialization_id'),
    }),
  }),
  LIST_DEFINITION_CHANGED: ({ data }, words) => ({
    text:
      numberIn(data, 'restored_version') === undefined
        ? `${words.who} changed the filter of ${words.list} to version ${words.number('version')}`
        : `${words.who} restored version ${words.number('restored_version')} of the filter of ${words.list}`,
    link: words.listLink('/history'),
  }),
  LIST_SHARED: ({ data }, words) => ({
    text: `${words.who} shared ${words.list} with ${words.whom('user_id')} as ${textIn(data, 'access_level') ?? ''}`,
    link: words.listLink(),
  }),
  LIST_UNSHARED: ({ data }, words) => ({
    text:
      numberIn(data, 'user_id') === actorOf(data)
        ? `${words.who} left ${words.list}`
        : `${words.who} stopped sharing ${words.list} with ${words.whom('user_id')}`,
    link: words.listLink(),
  }),
  LIST_TRANSFERRED: (_event, words) => ({
    text: `${words.who} made ${words.whom('to')} the owner of ${words.list}`,
    link: words.listLink(),
  }),
  LIST_DELETED: ({ data }, words) => ({
    text: `${words.who} deleted the list ${textIn(data, 'name') ?? ''}`,
  }),
  CATALOGUE_IMPORTED({ data }) {
    const asOf = textIn(data, 'as_of');
    const reach = asOf === undefined ? '' : `. Observations reach up to ${formatDay(asOf)}`;
    return { text: `An import has finished: ${rowsOf(data)}${reach}`, link: { to: '/app/companies' } };
  },
  FLAG_RESOLVED: ({ data }, words) => ({
    text: `Report ${words.number('flag_id')} was reviewed: ${wordFor(RESOLUTIONS, textIn(data, 'resolution'))}`,
    link: { to: '/app/reports' },
  }),
  JOB_FINISHED: ({ data }, words) => ({
    text: `Job ${words.number('job_id')} ${wordFor(JOB_RESULTS, textIn(data, 'status'))}`,
    link: jobLink(data),
  }),
  JOB_AWAITING_APPROVAL: ({ data }, words) => ({
    text: `Job ${words.number('job_id')} is matched and waits for an approval`,
    link: jobLink(data),
  }),
  WEBHOOK_DISABLED: ({ data }, words) => ({
    text: `Webhook ${words.number('webhook_id')} was disabled: ${WEBHOOK_REASONS[textIn(data, 'reason') ?? ''] ?? 'its endpoint failed'}`,
    link: { to: '/app/settings/webhooks' },
  }),
  CREDITS_LOW: (_event, words) => ({
    text: `Credits are below ${words.number('threshold')}: ${words.number('balance')} were left`,
    link: { to: '/app/settings/credits' },
  }),
};

/** Returns an event in words. A type that is not known here is named. */
export function eventWords(event: FeedEvent, people: People): EventWords {
  const say = SENTENCES[event.type];
  return say
    ? say(event, new Words(event, people))
    : { text: event.type.toLowerCase().replaceAll('_', ' '), link: undefined };
}

/** Returns the word for a key of data; the key itself where there is none. */
const wordFor = (words: Readonly<Record<string, string>>, key = ''): string => words[key] ?? key;

/** Returns a number of an event's data; undefined if it has none of that name. */
function numberIn(data: unknown, key: string): number | undefined {
  const value = valueIn(data, key);
  return typeof value === 'number' ? value : undefined;
}

/** Returns a text of an event's data; undefined if it has none of that name. */
function textIn(data: unknown, key: string): string | undefined {
  const value = valueIn(data, key);
  return typeof value === 'string' ? value : undefined;
}

function valueIn(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
}

/** Returns the id of the person who made the change; undefined for what the service did. */
const actorOf = (data: unknown): number | undefined => numberIn(data, 'actor_id');
