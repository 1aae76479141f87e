import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { entriesPrice, POINTS } from '../../../graphql/prices.ts';
import { LIST_ID, listPayload } from '../list-payload-type.ts';
import { callerOf, ListRef } from '../list-types.ts';
import type { DomainsChanged } from './domains.ts';

const DOMAIN = { required: true, description: 'Domain as the list shows it.' } as const;

const DomainsInput = builder.inputType('ListDomainsInput', {
  description: 'Input of addDomains and excludeDomains.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    domains: t.stringList({
      required: true,
      description: '1 to 1000 domains, cleaned as in enrichPartnerships.',
    }),
  }),
});

const DomainsPayload = builder.objectRef<DomainsChanged>('ListDomainsPayload').implement({
  description: 'Result of addDomains and excludeDomains.',
  extensions: inheritsAccess,
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'List after the change.' }),
    added: t.exposeStringList('added', {
      description: 'Domains that this call put on the list or its exclusions.',
    }),
    alreadyPresent: t.exposeStringList('alreadyPresent', { description: 'Domains that were there before.' }),
    notTracked: t.exposeStringList('notTracked', {
      description:
        'Domains of `added` that belong to no company yet. They become members once the catalogue has them.',
    }),
    invalid: t.exposeStringList('invalid', {
      description: 'Entries that are no domains, as they were sent. They are not stored.',
    }),
  }),
});

const DomainInput = builder.inputType('ListDomainInput', {
  description: 'Input of removeDomain and unexcludeDomain.',
  fields: (t) => ({ listId: t.int(LIST_ID), domain: t.string(DOMAIN) }),
});

for (const [name, kind, what] of [
  [
    'addDomains',
    'added',
    'Adds domains to a list. Lifts their exclusion, if there is one. Needs access as editor.',
  ],
  [
    'excludeDomains',
    'excluded',
    'Excludes domains from a list. Also removes them if they were added manually. Needs access as editor.',
  ],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: DomainsPayload,
      complexity: ({ input }) => ({
        field: entriesPrice(input?.domains, { each: POINTS.listDomain }).field,
        multiplier: 1,
      }),
      description: what,
      authScopes: { userKey: true },
      args: { input: t.arg({ type: DomainsInput, required: true, description: 'List, and the domains.' }) },
      resolve: (_root, { input: { listId, domains } }, context) =>
        context.services.lists.putDomains(callerOf(context), listId, kind, domains),
    }),
  );
}

const DomainPayload = listPayload('ListDomainPayload', 'removeDomain and unexcludeDomain');
for (const [name, kind, what] of [
  ['removeDomain', 'added', 'Removes a domain that was added manually. Needs access as editor.'],
  ['unexcludeDomain', 'excluded', 'Lifts the exclusion of a domain. Needs access as editor.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: DomainPayload,
      description: what,
      authScopes: { userKey: true },
      args: { input: t.arg({ type: DomainInput, required: true, description: 'List, and the domain.' }) },
      resolve: async (_root, { input: { listId, domain } }, context) => ({
        list: await context.services.lists.takeDomain(callerOf(context), listId, kind, domain),
      }),
    }),
  );
}
