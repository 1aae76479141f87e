import { parse } from 'tldts';
import { domainIn, normalizeDomain, withPlainDots } from '../../lib/domain-name.ts';
import { isSharedHost } from '../../lib/shared-hosts.ts';
import { findCountry } from '../catalogue/countries.ts';
import { isPublicMailbox } from './mailboxes.ts';
import { type Name, readName } from './name.ts';

/** What a caller knows of a company. Null and blank texts count as absent. */
export interface MatchRow {
  /** The caller's own mark of the row, which the result repeats. */
  ref?: string | null | undefined;
  name?: string | null | undefined;
  domain?: string | null | undefined;
  url?: string | null | undefined;
  email?: string | null | undefined;
  country?: string | null | undefined;
}

/** A domain, a URL or an e-mail address of a row. */
export interface HostIdentifier {
  part: 'domain' | 'url' | 'email';
  /** As it was sent. */
  given: string;
  /** Its host and those above it, in the form in which domains are stored; none if it says nothing about a company. */
  hosts: readonly string[];
  /** Whether many companies have addresses at the host. */
  isShared: boolean;
}

/** A row whose identifiers were read. */
export interface ReadRow {
  ref: string | null;
  identifiers: readonly HostIdentifier[];
  name: { given: string; read: Name } | undefined;
  /** The code is absent if the text names no country. */
  country: { given: string; code: string | undefined } | undefined;
}

/** Reads the identifiers of a row. Those that cannot be used are kept, so that the result can say so. */
export function readRow(row: MatchRow): ReadRow {
  const [name, country] = [textOf(row.name), textOf(row.country)];
  return {
    ref: row.ref ?? null,
    identifiers: readIdentifiers(row),
    name: name === undefined ? undefined : { given: name, read: readName(name) },
    country: country === undefined ? undefined : { given: country, code: findCountry(country) },
  };
}

function readIdentifiers(row: MatchRow): HostIdentifier[] {
  const [domain, url, email] = [textOf(row.domain), textOf(row.url), textOf(row.email)];
  const address = email === undefined ? [] : [readEmail(email)];
  // Next to a private address, its provider was taken from it.
  const isPrivate = address.some(({ hosts }) => hosts.length === 0);
  const read = (part: 'domain' | 'url', given: string | undefined) =>
    given === undefined ? [] : [readAddress(part, given)];
  return [...read('domain', domain), ...read('url', url)]
    .map((each) => (each.isShared && isPrivate ? { ...each, hosts: [] } : each))
    .concat(address);
}

function textOf(text: string | null | undefined): string | undefined {
  return text?.trim() || undefined;
}

function readAddress(part: 'domain' | 'url', given: string): HostIdentifier {
  const { domain } = domainIn(given);
  if (domain === undefined) return { part, given, hosts: [], isShared: false };
  const isShared = isPublicMailbox(domain);
  return { part, given, hosts: isShared ? [domain] : withParents(domain), isShared };
}

/** Address in what people paste: `Jane Doe <jane@acme.example>`. */
const MAILBOX_HOST = /@([^@<>\s,;]+)>?[\s,;]*$/;

/** Reads the domain of an e-mail address. A domain alone counts as one. */
function readEmail(given: string): HostIdentifier {
  const host = MAILBOX_HOST.exec(withPlainDots(given))?.[1];
  const { domain } = host === undefined ? domainIn(given) : normalizeDomain(host);
  const isUsable = domain !== undefined && !isPublicMailbox(domain);
  return { part: 'email', given, hosts: isUsable ? withParents(domain) : [], isShared: false };
}

/** Hosts above another one that are looked up: those next to its registrable domain. A name of 253 characters has over a hundred. */
const MAX_PARENTS = 8;

/** Returns a host and those above it down to its registrable domain. Customers of a shared host have nothing above them. */
function withParents(host: string): string[] {
  const { domain } = parse(host, { allowPrivateDomains: true });
  if (domain === null || domain === host) return [host];
  const hosts = [host];
  const below = host.slice(0, -domain.length - 1).split('.');
  for (let parent = [...below.slice(-MAX_PARENTS), domain].join('.'); parent !== domain; ) {
    parent = parent.slice(parent.indexOf('.') + 1);
    if (isSharedHost(parent) || parent.length < domain.length) break;
    hosts.push(parent);
  }
  return hosts;
}
