import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { auditText } from '../../../text/list-audit.ts';

/** An event of the audit log. Later versions of the service may add actions and details. */
export interface AuditEvent {
  action: string;
  details: unknown;
}

/** An event in words, to follow the name of who did it. */
export interface EventSentence {
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
  if (details.flag('org_wide')) return auditText.everybody;
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
  return more > 0 ? `${shown} ${auditText.more(formatNumber(more))}` : shown;
}

/** @param movedKey detail with the domains that were of the other kind until then. */
function domains(
  say: (count: string, domains: string) => string,
  movedKey: string,
  sayMoved: (domains: string) => string,
): Say {
  return (details) => {
    const all = details.texts('domains');
    if (!all) return undefined;
    const moved = details.texts(movedKey) ?? [];
    const rest = moved.length > 0 ? sayMoved(firstOf(moved)) : '';
    return say(auditText.domains(all.length, formatNumber(all.length)), firstOf(all)) + rest;
  };
}

function oneText(key: string, say: (text: string) => string): Say {
  return (details) => {
    const text = details.text(key);
    return text === undefined ? undefined : say(text);
  };
}

const SENTENCES: Readonly<Record<string, Say>> = {
  LIST_CREATED: (details) => {
    const [name, source] = [details.text('name'), details.number('copy_of')];
    if (name === undefined) return undefined;
    return source === undefined ? auditText.created(name) : auditText.copied(name, source);
  },
  LIST_RENAMED: (details) => {
    const [from, to] = [details.text('from'), details.text('to')];
    return from !== undefined && to !== undefined ? auditText.renamed(from, to) : undefined;
  },
  TAGS_CHANGED: (details) => {
    const [from, to] = [details.texts('from'), details.texts('to')];
    return from && to && auditText.tagged(from.join(', '), to.join(', '));
  },
  DEFINITION_REPLACED: (details) => {
    const version = details.number('version');
    return version === undefined ? undefined : auditText.replaced(version);
  },
  DEFINITION_RESTORED: (details) => {
    const [from, version] = [details.number('restored_version'), details.number('version')];
    return from !== undefined && version !== undefined ? auditText.restored(from, version) : undefined;
  },
  DOMAINS_ADDED: domains(auditText.added, 'no_longer_excluded', auditText.noLongerExcluded),
  DOMAINS_EXCLUDED: domains(auditText.excluded, 'no_longer_added', auditText.noLongerAdded),
  DOMAIN_REMOVED: oneText('domain', auditText.removed),
  DOMAIN_UNEXCLUDED: oneText('domain', auditText.unexcluded),
  PERMISSION_GRANTED: permission(auditText.granted),
  PERMISSION_CHANGED: permission(auditText.changed),
  PERMISSION_REVOKED: permission(auditText.revoked),
  LIST_LEFT: (details, nameOf) => {
    grantee(details, nameOf);
    const level = details.text('access_level');
    return level === undefined ? undefined : auditText.left(level);
  },
  OWNERSHIP_TRANSFERRED: (details, nameOf) => {
    const [from, to] = [details.number('from'), details.number('to')];
    return from !== undefined && to !== undefined
      ? auditText.transferred(nameOf(from), nameOf(to))
      : undefined;
  },
  LIST_WATCHED: () => auditText.watched,
  LIST_UNWATCHED: () => auditText.unwatched,
  LIST_EXPORTED: (details) => {
    details.skip('materialization_id');
    const [members, credits] = [details.number('members'), details.number('credits_charged')];
    const tier = details.text('tier');
    if (members === undefined || credits === undefined) return undefined;
    const companies = common.companies(members, formatNumber(members));
    return auditText.exported(
      companies,
      tier ? auditText.ofTier(tier) : '',
      auditText.credits(credits, formatNumber(credits)),
    );
  },
};

/** Returns an event in words. Unknown actions are named, and their details left for the reader. */
export function eventSentence({ action, details }: AuditEvent, nameOf: NameOf): EventSentence {
  const known = new Details(details);
  const text = Object.hasOwn(SENTENCES, action) ? SENTENCES[action]?.(known, nameOf) : undefined;
  const rest = text === undefined ? new Details(details).rest() : known.rest();
  return { text: text ?? auditText.other(action), ...(rest && { rest }) };
}
