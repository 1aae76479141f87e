import { counted, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';

/** An event of the audit log. Later versions of the service may add actions and details. */
interface AuditEvent {
  action: string;
  details: unknown;
}

/** An event in words, to follow the name of who did it. */
interface EventSentence {
  text: string;
  /** Details that the sentence does not say; undefined if there are none. */
  rest?: Readonly<Record<string, unknown>>;
}

/** Number of domains that a sentence names. */
const MOST_DOMAINS = 5;

/** Details of an event. Reading one marks it as said. */
class Details {
  readonly #said = new Set<string>();
  readonly #all: Readonly<Record<string, unknown>>;

  constructor(details: unknown) {
    this.#all = typeof details === 'object' && details !== null ? { ...details } : {};
  }

  text(key: string): string | undefined {
    return this.#read(key, (value) => (typeof value === 'string' ? value : undefined));
  }

  number(key: string): number | undefined {
    return this.#read(key, (value) => (typeof value === 'number' ? value : undefined));
  }

  flag(key: string): true | undefined {
    return this.#read(key, (value) => (value === true ? value : undefined));
  }

  texts(key: string): string[] | undefined {
    return this.#read(key, (value) =>
      Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined,
    );
  }

  /** Notes that a detail needs no words, such as an internal id. */
  skip(key: string): void {
    this.#said.add(key);
  }

  rest(): Readonly<Record<string, unknown>> | undefined {
    const unsaid = Object.entries(this.#all).filter(([key]) => !this.#said.has(key));
    return unsaid.length > 0 ? Object.fromEntries(unsaid) : undefined;
  }

  #read<T>(key: string, read: (value: unknown) => T | undefined): T | undefined {
    const value = read(this.#all[key]);
    if (value !== undefined) this.#said.add(key);
    return value;
  }
}

type NameOf = (userId: number) => string;
type Say = (details: Details, nameOf: NameOf) => string | undefined;

function grantee(details: Details, nameOf: NameOf): string | undefined {
  details.skip('permission_id');
  if (details.flag('org_wide')) return 'everybody in the organization';
  const id = details.number('user_id');
  return id === undefined ? undefined : nameOf(id);
}

function permission(say: (who: string, level: string) => string): Say {
  return (details, nameOf) => {
    const who = grantee(details, nameOf);
    const level = details.text('access_level');
    return who !== undefined && level !== undefined ? say(who, level) : undefined;
  };
}

function firstOf(domains: readonly string[]): string {
  const shown = domains.slice(0, MOST_DOMAINS).join(', ');
  const more = domains.length - MOST_DOMAINS;
  return more > 0 ? `${shown} and ${formatNumber(more)} more` : shown;
}

/** @param movedKey detail with the domains that were of the other kind until then, of which `movedWords` says so. */
function domains(verb: string, movedKey: string, movedWords: string): Say {
  return (details) => {
    const all = details.texts('domains');
    if (!all) return undefined;
    const moved = details.texts(movedKey) ?? [];
    const rest = moved.length > 0 ? `; ${movedWords}: ${firstOf(moved)}` : '';
    return `${verb} ${counted(all.length, 'domain', 'domains')}: ${firstOf(all)}${rest}`;
  };
}

/** A sentence of a text that must be there. */
function oneText(key: string, say: (text: string) => string): Say {
  return (details) => {
    const text = details.text(key);
    return text === undefined ? undefined : say(text);
  };
}

/** A sentence of a number that must be there. */
function oneNumber(key: string, say: (number: number) => string): Say {
  return (details) => {
    const number = details.number(key);
    return number === undefined ? undefined : say(number);
  };
}

const SENTENCES: Readonly<Record<string, Say>> = {
  LIST_CREATED(details) {
    const [name, source] = [details.text('name'), details.number('copy_of')];
    if (name === undefined) return undefined;
    return `created the list as “${name}”${source === undefined ? '' : `, a copy of list ${source}`}`;
  },
  LIST_RENAMED(details) {
    const [from, to] = [details.text('from'), details.text('to')];
    return from !== undefined && to !== undefined ? `renamed the list from “${from}” to “${to}”` : undefined;
  },
  TAGS_CHANGED(details) {
    const [from, to] = [details.texts('from'), details.texts('to')];
    if (!from || !to) return undefined;
    if (to.length === 0) return `removed the tags ${from.join(', ')}`;
    if (from.length === 0) return `tagged the list ${to.join(', ')}`;
    return `changed the tags from ${from.join(', ')} to ${to.join(', ')}`;
  },
  DEFINITION_REPLACED: oneNumber('version', (version) => `saved version ${version} of the filter`),
  DEFINITION_RESTORED(details) {
    const [from, version] = [details.number('restored_version'), details.number('version')];
    return from !== undefined && version !== undefined
      ? `restored version ${from} of the filter, as version ${version}`
      : undefined;
  },
  DOMAINS_ADDED: domains('added', 'no_longer_excluded', 'no longer excluded'),
  DOMAINS_EXCLUDED: domains('excluded', 'no_longer_added', 'no longer added'),
  DOMAIN_REMOVED: oneText('domain', (domain) => `removed the domain ${domain}`),
  DOMAIN_UNEXCLUDED: oneText('domain', (domain) => `lifted the exclusion of ${domain}`),
  PERMISSION_GRANTED: permission((who, level) => `shared the list with ${who} as ${level}`),
  PERMISSION_CHANGED: permission((who, level) => `made ${who} ${level}`),
  PERMISSION_REVOKED: permission((who, level) => `revoked the access of ${who}, which was ${level}`),
  LIST_LEFT(details, nameOf) {
    grantee(details, nameOf);
    const level = details.text('access_level');
    return level === undefined ? undefined : `left the list, and gave up access as ${level}`;
  },
  OWNERSHIP_TRANSFERRED(details, nameOf) {
    const [from, to] = [details.number('from'), details.number('to')];
    return from !== undefined && to !== undefined
      ? `transferred the list from ${nameOf(from)} to ${nameOf(to)}`
      : undefined;
  },
  LIST_WATCHED: () => 'began to watch the list',
  LIST_UNWATCHED: () => 'stopped watching the list',
  VIEW_SAVED: oneText('name', (name) => `saved the view ${name}`),
  VIEW_DELETED: oneText('name', (name) => `deleted the view ${name}`),
  LIST_EXPORTED(details) {
    details.skip('materialization_id');
    const [members, credits] = [details.number('members'), details.number('credits_charged')];
    const tier = details.text('tier');
    if (members === undefined || credits === undefined) return undefined;
    const tiers: Readonly<Record<string, string>> = common.tiers;
    const ofTier = tier ? ` of the tier ${tiers[tier.toUpperCase()] ?? tier}` : '';
    return `exported ${counted(members, 'company', 'companies')}${ofTier} for ${counted(credits, 'credit', 'credits')}`;
  },
};

/** Returns an event in words. Unknown actions are named, and their details left for the reader. */
export function eventSentence({ action, details }: AuditEvent, nameOf: NameOf): EventSentence {
  const known = new Details(details);
  const text = Object.hasOwn(SENTENCES, action) ? SENTENCES[action]?.(known, nameOf) : undefined;
  const rest = text === undefined ? new Details(details).rest() : known.rest();
  return { text: text ?? `did: ${action.toLowerCase().replaceAll('_', ' ')}`, ...(rest && { rest }) };
}
