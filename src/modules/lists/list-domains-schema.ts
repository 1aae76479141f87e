import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { entriesPrice, POINTS } from '../../graphql/prices.ts';
import type { DomainsChanged } from './domains.ts';
import { LIST_ID, listPayload } from './list-payload-type.ts';
import { callerOf, ListRef } from './list-types.ts';

const DOMAIN = { required: true, description: 'The domain.' } as const;

const DomainsInput = builder.inputType('ListDomainsInput', {
  description: 'Domains of a list.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    domains: t.stringList({ required: true, description: '1 to 1000 domains; cleaned as in enrichment.' }),
  }),
});

const DomainsPayload = builder.objectRef<DomainsChanged>('ListDomainsPayload').implement({
  description: 'The answer to addDomains and excludeDomains.',
  extensions: inheritsAccess,
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'The list as it is now.' }),
    added: t.exposeStringList('added', { description: 'Domains that are on it now, and were not.' }),
    alreadyPresent: t.exposeStringList('alreadyPresent', { description: 'Domains that were on it.' }),
    notTracked: t.exposeStringList('notTracked', {
      description: 'Those of `added` that no company is known for, yet.',
    }),
    invalid: t.exposeStringList('invalid', { description: 'What is no domain, as it was sent.' }),
  }),
});

const DomainInput = builder.inputType('ListDomainInput', {
  description: 'A domain of a list.',
  fields: (t) => ({ listId: t.int(LIST_ID), domain: t.string(DOMAIN) }),
});

for (const [name, kind, what] of [
  ['addDomains', 'added', 'Adds domains to a list, excluded ones too. For editors.'],
  ['excludeDomains', 'excluded', 'Keeps domains off a list, added ones too. For editors.'],
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
      args: { input: t.arg({ type: DomainsInput, required: true, description: 'Which.' }) },
      resolve: (_root, { input: { listId, domains } }, context) =>
        context.services.lists.putDomains(callerOf(context), listId, kind, domains),
    }),
  );
}

const DomainPayload = listPayload('ListDomainPayload', 'removeDomain and unexcludeDomain');
for (const [name, kind, what] of [
  ['removeDomain', 'added', 'Takes a domain that was added by hand off a list. For editors.'],
  ['unexcludeDomain', 'excluded', 'Lifts the exclusion of a domain. For editors.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: DomainPayload,
      description: what,
      authScopes: { userKey: true },
      args: { input: t.arg({ type: DomainInput, required: true, description: 'Which.' }) },
      resolve: async (_root, { input: { listId, domain } }, context) => ({
        list: await context.services.lists.takeDomain(callerOf(context), listId, kind, domain),
      }),
    }),
  );
}
