import { z } from 'zod';
import { count, id, pageOf, record, TIME, UserReference } from './common.ts';
import { CompanyReference } from './companies.ts';
import { Definition } from './filters.ts';

export const Permission = record({
  permission_id: id('What the permission is revoked by.'),
  scope: z.enum(['user', 'org_wide']),
  user_id: id('Who was granted access; absent when the whole organization was.').optional(),
  access_level: z.enum(['viewer', 'editor']),
  granted_by: UserReference,
  created_at: TIME,
}).meta({ id: 'Permission', description: 'Access to a list, for one user or the whole organization.' });

const LIST = {
  list_id: id('The id of the list.'),
  name: z.string().min(1),
  definition: Definition,
  definition_version: id('1 for a new list, one more with each definition that is saved.'),
  access_level: z.enum(['viewer', 'editor', 'owner']).describe('What the caller may do with it.'),
  owner: UserReference,
  created_at: TIME,
  updated_at: TIME,
};

export const List = record(LIST).meta({ id: 'List', description: 'A saved, named set of companies.' });

export const ListWithPermissions = record({ ...LIST, permissions: z.array(Permission) }).meta({
  id: 'ListWithPermissions',
  description: 'A list and who can access it beside its owner.',
});

export const Lists = pageOf('lists', List);

export const Permissions = record({ owner: UserReference, permissions: z.array(Permission) }).meta({
  id: 'Permissions',
  description: 'Who can access a list.',
});

export const Member = record({
  ...CompanyReference.shape,
  tier: z
    .enum(['high', 'medium', 'exploratory'])
    .describe('How fresh the evidence is: 90 days, 365 days, ever.'),
  source: z
    .enum(['definition', 'added'])
    .describe('Whether the definition matched it or it was added by hand.'),
}).meta({ id: 'Member', description: 'A company in a list.' });

export const Members = pageOf('members', Member)
  .extend({
    definition_version: id('The version of the definition that the members are of.'),
    materialized_at: TIME,
  })
  .meta({ id: 'Members', description: 'A page of members, by tier, then by company_id.' });

export const TierCounts = record({
  total_count: count('All members.'),
  high_count: count('Members of the tier `high`.'),
  medium_count: count('Members of the tier `medium`.'),
  exploratory_count: count('Members of the tier `exploratory`.'),
}).meta({ id: 'TierCounts', description: 'How many members a list has in each tier.' });

const ListDomain = record({
  domain: z.string(),
  company_id: id('Absent while no company is known for the domain.').optional(),
  added_by: UserReference,
  added_at: TIME,
}).meta({ id: 'ListDomain', description: 'A domain that somebody put on a list, or keeps off it.' });

export const ListDomains = pageOf('domains', ListDomain);

export const DomainsChanged = record({
  added: z.array(z.string()).describe('Put on the list now.'),
  already_present: z.array(z.string()),
  not_tracked: z.array(z.string()).describe('Those of `added` that no company is known for, yet.'),
  invalid: z.array(z.string()).describe('What is no domain, as it was sent.'),
}).meta({ id: 'DomainsChanged', description: 'What became of the domains.' });

const ListEvent = record({
  event_id: z.int().min(1).describe('Larger for later ones.'),
  action: z
    .string()
    .describe(
      'What was done: `list_created`, `list_renamed`, `definition_replaced`, `definition_restored`, `domains_added`, `domain_removed`, `domains_excluded`, `domain_unexcluded`, `permission_granted`, `permission_changed`, `permission_revoked`, `ownership_transferred`, `list_exported`. More may come.',
    ),
  actor: UserReference,
  at: TIME,
  details: z.record(z.string(), z.unknown()).describe('What it was done with.'),
}).meta({ id: 'ListEvent', description: 'One change of a list.' });

export const AuditLog = pageOf('events', ListEvent);
