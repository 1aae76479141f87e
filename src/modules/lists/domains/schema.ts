import { entriesPrice, FREE, POINTS, pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { defineConnection, numberedPageArguments, readPage } from '../../../graphql/connection.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import { LIST_ID, ListRef, listPayloadOf, toListId, userField } from '../types.ts';
import type { DomainsChanged, InvalidDomain, ListDomain } from './service.ts';

const DomainRef = innerType<ListDomain>('ListDomain', {
  description: 'A domain that was manually added to a list or excluded from it.',
  fields: (t) => ({
    domain: t.exposeString('domain', {
      description: 'Domain as it is stored: lower case, IDN as A-labels, without a leading `www.`.',
    }),
    companyId: t.exposeInt('companyId', {
      nullable: true,
      description: 'Numeric id of the company; null while the domain is not tracked.',
    }),
    addedBy: t.field(userField('User who added or excluded it.', ({ addedBy }: ListDomain) => addedBy)),
    addedAt: t.expose('addedAt', {
      type: 'DateTime',
      description: 'When the domain was added or excluded.',
    }),
  }),
});

const DomainConnection = defineConnection('ListDomain', 'a domain', DomainRef);

for (const [name, kind] of [
  ['addedDomains', 'added'],
  ['excludedDomains', 'excluded'],
] as const) {
  builder.objectField(ListRef, name, (t) =>
    t.field({
      type: DomainConnection,
      description: `Domains that were ${kind} manually, latest first.`,
      price: pagePrice(STANDARD_PAGE),
      args: numberedPageArguments,
      resolve: (list, args, { services: { lists } }) =>
        readPage(args, {
          read: (page) => lists.domains.page(list, kind, page),
          countAll: () => lists.domains.count(list, kind),
        }),
    }),
  );
}

const DomainsInput = builder.inputType('ListDomainsInput', {
  description: 'Input of addDomains and excludeDomains.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    domains: t.stringList({
      required: true,
      description:
        '1 to 1000 domains, URLs, e-mail addresses or hosts with a port. The host of each is stored, as A-labels and without one leading `www.`.',
    }),
  }),
});

const InvalidDomainRef = innerType<InvalidDomain>('InvalidDomain', {
  description: 'An entry that is not a domain.',
  fields: (t) => ({
    input: t.exposeString('input', { description: 'Entry as it was sent.' }),
    reason: t.exposeString('reason', {
      description: 'Reason in a sentence for users. The same fault always has the same sentence.',
    }),
  }),
});

const DomainsPayload = innerType<DomainsChanged>('ListDomainsPayload', {
  description: 'Result of addDomains and excludeDomains.',
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'List after the change.' }),
    added: t.exposeStringList('added', {
      description: 'Domains that this call added to the list or to its exclusions.',
    }),
    alreadyPresent: t.exposeStringList('alreadyPresent', { description: 'Domains that were already there.' }),
    notTracked: t.exposeStringList('notTracked', {
      description:
        'Domains of `added` that belong to no company yet. They become members once the catalogue has them.',
    }),
    invalid: t.expose('invalid', {
      type: [InvalidDomainRef],
      // The price of the mutation covers each entry.
      price: FREE,
      description:
        'Entries that are not domains, such as IP addresses, texts with blanks and impossible host names. They are not stored.',
    }),
  }),
});

const DomainInput = builder.inputType('ListDomainInput', {
  description: 'Input of removeDomain and unexcludeDomain.',
  fields: (t) => ({
    listId: t.id(LIST_ID),
    domain: t.string({
      required: true,
      description: 'Domain as the list shows it, or any text that addDomains takes for the same domain.',
    }),
  }),
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
    t.withAuth({ userKey: true }).field({
      type: DomainsPayload,
      price: ({ input }) => ({
        field: entriesPrice(input?.domains, { each: POINTS.listDomain }).field,
        multiplier: 1,
      }),
      description: what,
      args: {
        input: t.arg({
          type: DomainsInput,
          required: true,
          description: 'List, and the domains to add or exclude.',
        }),
      },
      resolve: (_root, { input: { listId, domains } }, { user, services }) =>
        services.lists.domains.put(user, toListId(listId), kind, domains),
    }),
  );
}

const DomainPayload = listPayloadOf('Result of removeDomain and unexcludeDomain.')('listDomain');
for (const [name, kind, what] of [
  ['removeDomain', 'added', 'Removes a domain that was added manually. Needs access as editor.'],
  ['unexcludeDomain', 'excluded', 'Lifts the exclusion of a domain. Needs access as editor.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.withAuth({ userKey: true }).field({
      type: DomainPayload,
      description: what,
      args: {
        input: t.arg({
          type: DomainInput,
          required: true,
          description: 'List, and the domain to remove or let in.',
        }),
      },
      resolve: (_root, { input: { listId, domain } }, { user, services }) =>
        services.lists.domains.remove(user, toListId(listId), kind, domain),
    }),
  );
}
