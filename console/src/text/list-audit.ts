import { common } from './common.ts';

const level = (text: string) => (text === 'editor' ? 'editor' : 'viewer');

/** Sentences of the activity of a list. They follow the name of who did it. */
export const auditText = {
  title: 'Activity',
  empty: 'Nothing was done to this list yet.',
  columns: { when: 'When', who: 'Who', what: 'What' },
  details: 'Details',
  person: (id: number) => `user ${id}`,
  everybody: 'everybody in the organization',
  more: (count: string) => `and ${count} more`,
  created: (name: string) => `created the list as “${name}”`,
  copied: (name: string, source: number) => `created the list as “${name}”, a copy of list ${source}`,
  renamed: (from: string, to: string) => `renamed the list from “${from}” to “${to}”`,
  tagged: (from: string, to: string) =>
    to === ''
      ? `removed the tags ${from}`
      : from === ''
        ? `tagged the list ${to}`
        : `changed the tags from ${from} to ${to}`,
  replaced: (version: number) => `saved version ${version} of the filter`,
  restored: (from: number, version: number) =>
    `restored version ${from} of the filter, as version ${version}`,
  added: (count: string, domains: string) => `added ${count}: ${domains}`,
  excluded: (count: string, domains: string) => `excluded ${count}: ${domains}`,
  noLongerExcluded: (domains: string) => `; no longer excluded: ${domains}`,
  noLongerAdded: (domains: string) => `; no longer added: ${domains}`,
  removed: (domain: string) => `removed the domain ${domain}`,
  unexcluded: (domain: string) => `lifted the exclusion of ${domain}`,
  domains: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'domain' : 'domains'}`,
  granted: (who: string, access: string) => `shared the list with ${who} as ${level(access)}`,
  changed: (who: string, access: string) => `made ${who} ${level(access)}`,
  revoked: (who: string, access: string) => `revoked the access of ${who}, which was ${level(access)}`,
  left: (access: string) => `left the list, and gave up access as ${level(access)}`,
  transferred: (from: string, to: string) => `transferred the list from ${from} to ${to}`,
  credits: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'credit' : 'credits'}`,
  exported: (members: string, tier: string, credits: string) => `exported ${members}${tier} for ${credits}`,
  watched: 'began to watch the list',
  unwatched: 'stopped watching the list',
  ofTier: (tier: string) =>
    ` of the tier ${common.tiers[tier.toUpperCase() as keyof typeof common.tiers] ?? tier}`,
  other: (action: string) => `did: ${action.toLowerCase().replaceAll('_', ' ')}`,
} as const;
