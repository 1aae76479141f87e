import { z } from 'zod';
import { DomainsChanged, ListDomains, Members, TierCounts } from '../schemas/lists.ts';
import { AT, COMPANY, page, USER } from './examples.ts';
import { CHANGES_LIST, READS_LIST, type RouteDocs } from './route-docs.ts';

const DOMAINS = { description: '1 to 1000 domains.', bounds: { minItems: 1, maxItems: 1000 } };
const DOMAIN = { description: 'A domain that was put there by hand.', example: 'kewoqoqa.example' };
const LISTED = page('domains', { domain: 'kewoqoqa.example', company_id: 17, added_by: USER, added_at: AT });
const CHANGED = {
  added: ['kewoqoqa.example', 'nobody.example'],
  already_present: [],
  not_tracked: ['nobody.example'],
  invalid: ['nonsense'],
};
const CSV = `company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains
17,Lebelanu Works,lebelanu-works,kewoqoqa.example,high,definition,2,Software,11-50,DE,1999,kewoqoqa.example lebelanu.example
`;

const listDomains = (summary: string, description: string) =>
  ({
    tag: 'Members',
    summary,
    description,
    answers: { 200: { description: 'A page of domains.', schema: ListDomains, example: LISTED } },
    errors: READS_LIST,
  }) as const;

const putDomains = (summary: string, description: string) =>
  ({
    tag: 'Members',
    summary,
    description,
    parameters: { domains: DOMAINS },
    requestExample: { domains: ['kewoqoqa.example', 'nobody.example', 'nonsense'] },
    answers: { 200: { description: 'What became of them.', schema: DomainsChanged, example: CHANGED } },
    errors: CHANGES_LIST,
  }) as const;

const takeDomain = (summary: string) =>
  ({
    tag: 'Members',
    summary,
    description: 'Needs editor access.',
    parameters: { domain: DOMAIN },
    answers: { 204: { description: 'It is no longer there.' } },
    errors: [...CHANGES_LIST, 'domain_not_found'],
  }) as const;

export const memberDocs = {
  getMembers: {
    tag: 'Members',
    summary: 'The members of a list',
    description:
      'Companies that the definition matches or that were added by hand, without the excluded ones, by tier and then by `company_id`. Computed when the list has changed, from the cache otherwise.',
    parameters: {
      tier: { description: 'Only members of this tier.' },
      search_name_or_domain: { description: 'Only members whose name or domain contains this.' },
      force_refresh: { description: 'Compute anew even if nothing changed.' },
    },
    answers: {
      200: {
        description: 'A page of members.',
        schema: Members,
        example: {
          ...page('members', { ...COMPANY, tier: 'high', source: 'definition' }),
          definition_version: 1,
          materialized_at: AT,
        },
      },
    },
    errors: [...READS_LIST, 'definition_conflict', 'invalid_definition'],
  },
  materializeList: {
    tag: 'Members',
    summary: 'Compute the members of a list anew',
    description: 'Computes the members, whether or not anything changed, and counts them by tier.',
    answers: {
      200: {
        description: 'The counts.',
        schema: TierCounts,
        example: { total_count: 812, high_count: 700, medium_count: 100, exploratory_count: 12 },
      },
    },
    errors: [...READS_LIST, 'definition_conflict', 'invalid_definition'],
  },
  getAddedDomains: listDomains('Domains that were added by hand', 'Latest first.'),
  addDomains: putDomains(
    'Add domains to a list',
    'A domain that is not tracked stays on the list and becomes a member when the catalogue knows it. Lifts an exclusion: the latest action on a domain holds. Needs editor access.',
  ),
  removeDomain: takeDomain('Remove a domain that was added by hand'),
  getExcludedDomains: listDomains('Domains that are kept off a list', 'Latest first.'),
  excludeDomains: putDomains(
    'Keep domains off a list',
    'Beats everything: neither the definition nor an earlier addition makes such a company a member. Needs editor access.',
  ),
  unexcludeDomain: takeDomain('Lift the exclusion of a domain'),
  exportList: {
    tag: 'Members',
    summary: 'Download all members as CSV',
    description:
      'RFC 4180 in UTF-8, rows ending in LF; a cell that a spreadsheet would run gets a leading apostrophe. Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. Too few credits: 402 before the first byte. `Content-Location` names the file of exactly these members: a download from there is free for as long as the export is valid, whatever becomes of the list, and so is the repetition of one that broke off. An Idempotency-Key is not heeded. HEAD is 405.',
    parameters: {
      materialization: {
        description:
          'Members that were exported before: their file again, which never charges. 410 when they were not, or when their 30 days are over.',
      },
    },
    answers: {
      200: {
        description: 'The members, one a row.',
        schema: z.string(),
        mediaType: 'text/csv',
        headers: ['Content-Disposition', 'Content-Location', 'X-Credits-Charged', 'X-Credits-Remaining'],
        example: CSV,
      },
    },
    errors: [
      ...READS_LIST,
      'insufficient_credits',
      'definition_conflict',
      'invalid_definition',
      'export_expired',
    ],
  },
} as const satisfies Record<string, RouteDocs>;
