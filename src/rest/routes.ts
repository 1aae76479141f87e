import { account } from './account.ts';
import { companies } from './companies.ts';
import { definitions, drafts } from './definitions.ts';
import { enrichment } from './enrichment.ts';
import { events } from './events.ts';
import { exports } from './exports.ts';
import { fields } from './fields.ts';
import { filters } from './filters.ts';
import { insight } from './insight.ts';
import { flags, installation } from './installation.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { match } from './match.ts';
import { members } from './members.ts';
import type { Route } from './route.ts';
import { rule } from './rule.ts';
import { passkeys, sessions } from './sessions.ts';
import { sharing } from './sharing.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';

/** The rows of all resources, by their tag in OpenAPI. */
const BY_TAG = {
  Account: account,
  Companies: companies,
  Definitions: definitions,
  Drafts: drafts,
  Enrichment: enrichment,
  Events: events,
  Fields: fields,
  Filters: filters,
  Flags: flags,
  Insight: [...insight, ...rule],
  Installation: installation,
  Jobs: jobs,
  Keys: keys,
  Lists: lists,
  Match: match,
  Members: [...members, ...exports],
  Passkeys: passkeys,
  Sessions: sessions,
  Sharing: sharing,
  Views: views,
  Webhooks: webhooks,
};

export type Tag = keyof typeof BY_TAG;
export type TaggedRoute = Route & { readonly tag: Tag };

/** Literal parts of a path come before parameters, so that a router finds the path that says more. */
const orderOf = ({ path, name }: Route) => `${path.replaceAll(':', '~')} ${name}`;

/** Every endpoint under /v1: a saved document with its mapping (contract, section 1). */
export const routes: readonly TaggedRoute[] = Object.entries(BY_TAG)
  .flatMap(([tag, rows]) => rows.map((row) => ({ ...row, tag: tag as Tag })))
  .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
