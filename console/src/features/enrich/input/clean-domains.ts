import { enrichText } from '../../../text/enrich.ts';

/** Maximum length of a domain, in characters, as the service applies it. */
const MAX_LENGTH = 253;

/** An entry that is no domain, with the reason for people. */
export interface DroppedEntry {
  readonly entry: string;
  readonly reason: string;
}

export interface CleanedDomains {
  /** Distinct domains in the order of their first appearance. */
  readonly domains: readonly string[];
  /** Number of entries that repeat a domain. */
  readonly duplicates: number;
  readonly dropped: readonly DroppedEntry[];
  /** Number of web and e-mail addresses whose host was taken. */
  readonly addresses: number;
}

/**
 * Cleans entries as the service does: trims them, lower-cases them and removes one leading `www.`. Entries without a dot
 * or over 253 characters are dropped. Web and e-mail addresses are cut to their host before that.
 */
export function cleanDomains(entries: readonly string[]): CleanedDomains {
  const domains = new Set<string>();
  const dropped: DroppedEntry[] = [];
  let addresses = 0;
  let duplicates = 0;
  for (const entry of entries) {
    const text = entry.trim().toLowerCase();
    if (text === '') continue;
    const host = hostOf(text);
    const domain = host.startsWith('www.') ? host.slice(4) : host;
    const reason = reasonAgainst(domain);
    if (reason !== undefined) dropped.push({ entry, reason });
    else if (domains.has(domain)) duplicates += 1;
    else domains.add(domain);
    if (reason === undefined && host !== text) addresses += 1;
  }
  return { domains: [...domains], duplicates, dropped, addresses };
}

function reasonAgainst(domain: string): string | undefined {
  if (!domain.includes('.')) return enrichText.input.noDot;
  return domain.length > MAX_LENGTH ? enrichText.input.tooLong : undefined;
}

/** Returns the host of a web or e-mail address, and any other text as it is. */
function hostOf(text: string): string {
  const withoutScheme = text.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/, '');
  const [authority = ''] = withoutScheme.split(/[/?#]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return host.replace(/:\d*$/, '');
}
