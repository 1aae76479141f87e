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

/** An event in a sentence, with the page that shows more of it. */
export interface EventWords {
  text: string;
  /** Undefined where there is nothing to see, such as a deleted list. */
  link?:
    | { to: string; params?: Readonly<Record<string, string>>; search?: Readonly<Record<string, string>> }
    | undefined;
}

interface People {
  me: number;
  nameOf: (userId: number) => string | undefined;
}

type Words = ReturnType<typeof wordsOf>;

/** Words for the data of an event: who did it, to whom, and the list. */
function wordsOf({ data, list, listId }: FeedEvent, { me, nameOf }: People) {
  const valueIn = (key: string): unknown =>
    typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
  const idOf = (key: string): number | undefined => {
    const value = valueIn(key);
    return typeof value === 'number' ? value : undefined;
  };
  const text = (key: string): string => {
    const value = valueIn(key);
    return typeof value === 'string' ? value : '';
  };
  const nameIn = (key: string): string => nameOf(idOf(key) ?? 0) ?? 'Somebody';
  return {
    valueIn,
    idOf,
    text,
    /** Returns the word for a key that the data have; the key itself where there is none. */
    wordFor: (words: Readonly<Record<string, string>>, key: string) => words[text(key)] ?? text(key),
    number: (key: string) => formatNumber(idOf(key) ?? 0),
    who: idOf('actor_id') === me ? 'You' : nameIn('actor_id'),
    /** Person of a key of the data; everybody, if the event says so. */
    whom(key: string): string {
      if (valueIn('org_wide') === true) return 'everybody';
      return idOf(key) === me ? 'you' : nameIn(key);
    },
    list: list?.name ?? `List ${listId ?? 0}`,
    /** A page of the list; none if it was deleted or is no longer shared. */
    listLink(to: '' | '/history' | '/changes' = '', search?: Record<string, string>): EventWords['link'] {
      if (!list || !listId) return undefined;
      return { to: `/app/lists/$listId${to}`, params: { listId: String(listId) }, ...(search && { search }) };
    },
    jobLink: { to: '/app/files/$jobId', params: { jobId: String(idOf('job_id') ?? '') } },
  };
}

/** Returns the ways in which members changed: `12 entered, 3 left`. */
function changesOf({ idOf, number }: Words): string {
  const ways = { entered: 'entered', left: 'left', tier_changed: 'changed tier' };
  return Object.entries(ways)
    .filter(([key]) => idOf(key))
    .map(([key, did]) => `${number(key)} ${did}`)
    .join(', ');
}

/** Rows of an import by kind, such as `1,200 companies, 3 detections`. */
function rowsOf({ valueIn }: Words): string {
  const said = Object.entries(valueIn('rows') ?? {}).flatMap(([kind, count]) => {
    if (typeof count !== 'number' || count === 0) return [];
    const [one, many] = ROWS[kind] ?? [kind, kind];
    return [counted(count, one, many)];
  });
  return said.join(', ') || 'no rows';
}

const SENTENCES: { readonly [Type in FeedEvent['type']]?: (words: Words) => EventWords } = {
  LIST_MEMBERS_CHANGED: (words) => ({
    text: `${words.list}: ${changesOf(words)}`,
    link: words.listLink('/changes', {
      since: String(words.idOf('previous_materialization_id') ?? ''),
      until: String(words.idOf('materialization_id') ?? ''),
    }),
  }),
  LIST_DEFINITION_CHANGED: ({ who, list, idOf, number, listLink }) => ({
    text:
      idOf('restored_version') === undefined
        ? `${who} changed the filter of ${list} to version ${number('version')}`
        : `${who} restored version ${number('restored_version')} of the filter of ${list}`,
    link: listLink('/history'),
  }),
  LIST_SHARED: ({ who, whom, list, text, listLink }) => ({
    text: `${who} shared ${list} with ${whom('user_id')} as ${text('access_level')}`,
    link: listLink(),
  }),
  LIST_UNSHARED: ({ who, whom, list, idOf, listLink }) => ({
    text:
      idOf('user_id') === idOf('actor_id')
        ? `${who} left ${list}`
        : `${who} stopped sharing ${list} with ${whom('user_id')}`,
    link: listLink(),
  }),
  LIST_TRANSFERRED: ({ who, whom, list, listLink }) => ({
    text: `${who} made ${whom('to')} the owner of ${list}`,
    link: listLink(),
  }),
  LIST_DELETED: ({ who, text }) => ({ text: `${who} deleted the list ${text('name')}` }),
  CATALOGUE_IMPORTED(words) {
    const asOf = words.text('as_of');
    const reach = asOf && `. Observations reach up to ${formatDay(asOf)}`;
    return { text: `An import has finished: ${rowsOf(words)}${reach}`, link: { to: '/app/companies' } };
  },
  FLAG_RESOLVED: ({ number, wordFor }) => ({
    text: `Report ${number('flag_id')} was reviewed: ${wordFor(RESOLUTIONS, 'resolution')}`,
    link: { to: '/app/reports' },
  }),
  JOB_FINISHED: ({ number, wordFor, jobLink }) => ({
    text: `Job ${number('job_id')} ${wordFor(JOB_RESULTS, 'status')}`,
    link: jobLink,
  }),
  JOB_AWAITING_APPROVAL: ({ number, jobLink }) => ({
    text: `Job ${number('job_id')} is matched and waits for an approval`,
    link: jobLink,
  }),
  WEBHOOK_DISABLED: ({ number, text }) => ({
    text: `Webhook ${number('webhook_id')} was disabled: ${WEBHOOK_REASONS[text('reason')] ?? 'its endpoint failed'}`,
    link: { to: '/app/settings/webhooks' },
  }),
  CREDITS_LOW: ({ number }) => ({
    text: `Credits are below ${number('threshold')}: ${number('balance')} were left`,
    link: { to: '/app/settings/credits' },
  }),
};

/** Returns an event in words. A type that is not known here is named. */
export const eventWords = (event: FeedEvent, people: People): EventWords =>
  SENTENCES[event.type]?.(wordsOf(event, people)) ?? {
    text: event.type.toLowerCase().replaceAll('_', ' '),
    link: undefined,
  };
