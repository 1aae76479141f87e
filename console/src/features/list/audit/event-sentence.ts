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

/** Details of an event. Reading one marks it as said. A sentence that reads one that is not there cannot be said. */
class Details {
  readonly #said = new Set<string>();
  readonly #all: Readonly<Record<string, unknown>>;
  isIncomplete = false;

  constructor(details: unknown) {
    this.#all = typeof details === 'object' && details !== null ? { ...details } : {};
  }

  has(key: string): boolean {
    return (this.#all[key] ?? false) !== false;
  }

  text(key: string): string {
    return String(this.#read(key, typeof this.#all[key] === 'string'));
  }

  number(key: string): number {
    return Number(this.#read(key, typeof this.#all[key] === 'number'));
  }

  texts(key: string): string[] {
    const value = this.#read(key, Array.isArray(this.#all[key]));
    return [value].flat().filter((each) => typeof each === 'string');
  }

  /** Notes that a detail needs no words, such as an internal id. */
  skip(key: string): void {
    this.#said.add(key);
  }

  rest(): Readonly<Record<string, unknown>> | undefined {
    const unsaid = Object.entries(this.#all).filter(([key]) => !this.#said.has(key));
    return unsaid.length > 0 ? Object.fromEntries(unsaid) : undefined;
  }

  #read(key: string, isValid: boolean): unknown {
    if (isValid) this.skip(key);
    else this.isIncomplete = true;
    return this.#all[key];
  }
}

type NameOf = (userId: number) => string;

function grantee(details: Details, nameOf: NameOf): string {
  details.skip('permission_id');
  if (!details.has('org_wide')) return nameOf(details.number('user_id'));
  details.skip('org_wide');
  return 'everybody in the organization';
}

function firstOf(domains: readonly string[]): string {
  const shown = domains.slice(0, MOST_DOMAINS).join(', ');
  const more = domains.length - MOST_DOMAINS;
  return more > 0 ? `${shown} and ${formatNumber(more)} more` : shown;
}

/** @param movedKey detail with the domains that were of the other kind until then, of which `movedWords` says so. */
function domains(details: Details, movedKey: string, movedWords: string): string {
  const all = details.texts('domains');
  const moved = details.has(movedKey) ? details.texts(movedKey) : [];
  const rest = moved.length > 0 ? `; ${movedWords}: ${firstOf(moved)}` : '';
  return `${counted(all.length, 'domain', 'domains')}: ${firstOf(all)}${rest}`;
}

const SENTENCES: Readonly<Record<string, (details: Details, nameOf: NameOf) => string>> = {
  LIST_CREATED: (details) =>
    `created the list as “${details.text('name')}”${details.has('copy_of') ? `, a copy of list ${details.number('copy_of')}` : ''}`,
  LIST_RENAMED: (details) => `renamed the list from “${details.text('from')}” to “${details.text('to')}”`,
  TAGS_CHANGED(details) {
    const [from, to] = [details.texts('from'), details.texts('to')];
    if (to.length === 0) return `removed the tags ${from.join(', ')}`;
    if (from.length === 0) return `tagged the list ${to.join(', ')}`;
    return `changed the tags from ${from.join(', ')} to ${to.join(', ')}`;
  },
  DEFINITION_REPLACED: (details) => `saved version ${details.number('version')} of the filter`,
  DEFINITION_RESTORED: (details) =>
    `restored version ${details.number('restored_version')} of the filter, as version ${details.number('version')}`,
  DOMAINS_ADDED: (details) => `added ${domains(details, 'no_longer_excluded', 'no longer excluded')}`,
  DOMAINS_EXCLUDED: (details) => `excluded ${domains(details, 'no_longer_added', 'no longer added')}`,
  DOMAIN_REMOVED: (details) => `removed the domain ${details.text('domain')}`,
  DOMAIN_UNEXCLUDED: (details) => `lifted the exclusion of ${details.text('domain')}`,
  PERMISSION_GRANTED: (details, nameOf) =>
    `shared the list with ${grantee(details, nameOf)} as ${details.text('access_level')}`,
  PERMISSION_CHANGED: (details, nameOf) => `made ${grantee(details, nameOf)} ${details.text('access_level')}`,
  PERMISSION_REVOKED: (details, nameOf) =>
    `revoked the access of ${grantee(details, nameOf)}, which was ${details.text('access_level')}`,
  LIST_LEFT(details, nameOf) {
    grantee(details, nameOf);
    return `left the list, and gave up access as ${details.text('access_level')}`;
  },
  OWNERSHIP_TRANSFERRED: (details, nameOf) =>
    `transferred the list from ${nameOf(details.number('from'))} to ${nameOf(details.number('to'))}`,
  LIST_WATCHED: () => 'began to watch the list',
  LIST_UNWATCHED: () => 'stopped watching the list',
  VIEW_SAVED: (details) => `saved the view ${details.text('name')}`,
  VIEW_DELETED: (details) => `deleted the view ${details.text('name')}`,
  LIST_EXPORTED(details) {
    details.skip('materialization_id');
    const [members, credits] = [details.number('members'), details.number('credits_charged')];
    const tier = details.has('tier') ? details.text('tier') : undefined;
    const tiers: Readonly<Record<string, string>> = common.tiers;
    const ofTier = tier ? ` of the tier ${tiers[tier.toUpperCase()] ?? tier}` : '';
    return `exported ${counted(members, 'company', 'companies')}${ofTier} for ${counted(credits, 'credit', 'credits')}`;
  },
};

/** Returns an event in words. Unknown actions are named, and their details left for the reader. */
export function eventSentence({ action, details }: AuditEvent, nameOf: NameOf): EventSentence {
  const known = new Details(details);
  const text = Object.hasOwn(SENTENCES, action) ? SENTENCES[action]?.(known, nameOf) : undefined;
  const isSaid = text !== undefined && !known.isIncomplete;
  const rest = isSaid ? known.rest() : new Details(details).rest();
  return { text: isSaid ? text : `did: ${action.toLowerCase().replaceAll('_', ' ')}`, ...(rest && { rest }) };
}
