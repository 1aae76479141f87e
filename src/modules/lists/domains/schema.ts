import {
  entriesPrice,
  type FieldPrice,
  FREE,
  POINTS,
  pagePrice,
  priced,
} from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { bothWaysPageArguments, defineConnection, readPage } from '../../../graphql/connection.ts';
import { mutation, payload } from '../../../graphql/mutation.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import { CompanyRef } from '../../catalogue/types.ts';
import { LIST_ID, ListRef, listPayload, toListId, userField } from '../types.ts';
import { DOMAIN_ORDER, type DomainsChanged, type InvalidDomain, type ListDomain } from './service.ts';

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
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'Company that the domain belongs to; null while the domain is not tracked.',
      resolve: ({ companyId }, _args, { loaders }) =>
        companyId === null ? null : loaders.company.load(companyId),
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
      args: bothWaysPageArguments,
      resolve: (list, args, { services: { lists } }) =>
        readPage(args, {
          scope: [name, list.listId],
          order: DOMAIN_ORDER,
          read: (page) => lists.domains.page(list, kind, page),
          keyOf: ({ addedAt, domain }) => [addedAt.toISOString(), domain],
          countAll: () => lists.domains.count(list, kind),
        }),
    }),
  );
}

const InvalidDomainRef = innerType<InvalidDomain>('InvalidDomain', {
  description: 'An entry that is not a domain.',
  fields: (t) => ({
    input: t.exposeString('input', { description: 'Entry as it was sent.' }),
    reason: t.exposeString('reason', {
      description: 'Reason in a sentence for users. The same fault always has the same sentence.',
    }),
  }),
});

const domainsPayload = payload<DomainsChanged>((t) => ({
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
}));

/** Arguments come as they were sent. */
function domainsPrice({ input }: { input?: { domains?: unknown } }): FieldPrice {
  return priced(entriesPrice(input?.domains, { each: POINTS.listDomain }).field);
}

for (const [name, kind, description, takes] of [
  [
    'addDomains',
    'added',
    'Adds domains to a list. Lifts their exclusion, if there is one. Needs access as editor.',
    'List, and the domains to add.',
  ],
  [
    'excludeDomains',
    'excluded',
    'Excludes domains from a list. Also removes them if they were added manually. Needs access as editor.',
    'List, and the domains to exclude.',
  ],
] as const)
  mutation(name, {
    description,
    price: domainsPrice,
    takes,
    input: (t) => ({
      listId: t.id(LIST_ID),
      domains: t.stringList({
        required: true,
        description:
          '1 to 1000 domains, URLs, e-mail addresses or hosts with a port. The host of each is stored, as A-labels and without one leading `www.`.',
      }),
    }),
    payload: domainsPayload,
    resolve: ({ listId, domains }, { user, services }) =>
      services.lists.domains.put(user, toListId(listId), kind, domains),
  });

for (const [name, kind, description, takes] of [
  [
    'removeDomain',
    'added',
    'Removes a domain that was added manually. Needs access as editor.',
    'List, and the domain to remove.',
  ],
  [
    'unexcludeDomain',
    'excluded',
    'Lifts the exclusion of a domain. Needs access as editor.',
    'List, and the domain to let in.',
  ],
] as const)
  mutation(name, {
    description,
    takes,
    input: (t) => ({
      listId: t.id(LIST_ID),
      domain: t.string({
        required: true,
        description: 'Domain as the list shows it, or any text that addDomains takes for the same domain.',
      }),
    }),
    payload: listPayload,
    resolve: ({ listId, domain }, { user, services }) =>
      services.lists.domains.remove(user, toListId(listId), kind, domain),
  });
