import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { toConnection } from '../../graphql/connection.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { definitionPrice } from '../../graphql/definition-price.ts';
import { listPrice, POINTS, pagePrice } from '../../graphql/prices.ts';
import { CompanyRef } from '../catalogue/company-type.ts';
import { DefinitionInput, toRawDefinition } from '../filters/definition-type.ts';
import './members/explain-schema.ts';
import './audit/list-change-schema.ts';
import './domains/domains-schema.ts';
import './members/members-schema.ts';
import './list-mutations-schema.ts';
import './sharing/sharing-schema.ts';
import { callerOf, ListConnection, ListRef, loadCompanies, VersionRef } from './list-types.ts';
import type { DefinitionPreview } from './members/members-service.ts';

const CEILING = 10_000;

const DefinitionPreviewRef = builder.objectRef<DefinitionPreview>('DefinitionPreview').implement({
  description: 'Effect that saving a definition would have on the members of a list.',
  extensions: inheritsAccess,
  fields: (t) => ({
    count: t.int({
      description: 'Number of members that the list would have, at most 10000.',
      resolve: ({ count }) => Math.min(count, CEILING),
    }),
    capped: t.boolean({
      description: 'Whether there would be 10000 members or more.',
      resolve: ({ count }) => count >= CEILING,
    }),
    exactCount: t.exposeInt('count', { description: 'Exact number of members that the list would have.' }),
    addedCount: t.exposeInt('addedCount', { description: 'Number of companies that would enter.' }),
    removedCount: t.exposeInt('removedCount', { description: 'Number of companies that would leave.' }),
    addedSample: t.field({
      type: [CompanyRef],
      description: 'First ten companies that would enter, by company id.',
      resolve: ({ addedSample }, _args, context) => loadCompanies(context, addedSample),
    }),
    removedSample: t.field({
      type: [CompanyRef],
      description: 'First ten companies that would leave, by company id.',
      resolve: ({ removedSample }, _args, context) => loadCompanies(context, removedSample),
    }),
  }),
});

builder.objectFields(ListRef, (t) => ({
  version: t.field({
    type: VersionRef,
    description: 'One version of the definition. An unknown one is the error VERSION_NOT_FOUND.',
    args: { version: t.arg.int({ required: true, description: 'Number of the version, from 1.' }) },
    resolve: (list, { version }, context) =>
      context.services.lists.version(callerOf(context), list.listId, version),
  }),
  previewDefinition: t.field({
    type: DefinitionPreviewRef,
    complexity: definitionPrice(POINTS.materialization),
    description: 'Shows what saving this definition would change among the members. Saves nothing. Free.',
    extensions: { costClass: 'evaluate' },
    args: {
      definition: t.arg({
        type: DefinitionInput,
        description: 'Definition to try. Give this or `definitionJson`.',
      }),
      definitionJson: t.arg({
        type: 'JSON',
        description: 'Definition as JSON, in the form of REST, instead of `definition`.',
      }),
    },
    resolve: (list, args, context) =>
      context.services.lists.members.preview(callerOf(context), list.listId, toRawDefinition(args)),
  }),
}));

builder.queryFields((t) => ({
  companySearch: t.field({
    type: [CompanyRef],
    complexity: listPrice(STANDARD_PAGE, POINTS.search),
    description:
      'Finds companies to add to a list, by part of a name or domain, best match first. Needs a personal key.',
    authScopes: { userKey: true },
    args: {
      q: t.arg.string({
        required: true,
        description: '2 to 100 characters of a name or domain; case is ignored.',
      }),
      first: t.arg.int({ description: 'Page size: 1 to 1000, default 100.' }),
    },
    resolve: (_root, { q, first }, { services }) =>
      services.catalogue.search(q, toPage({ first }, STANDARD_PAGE), '/q'),
  }),
  list: t.field({
    type: ListRef,
    description:
      'One list that the caller can see. Any other is the error LIST_NOT_FOUND. Needs a personal key.',
    authScopes: { userKey: true },
    args: { listId: t.arg.int({ required: true, description: 'Numeric id that REST shows as list_id.' }) },
    resolve: (_root, { listId }, context) => context.services.lists.find(callerOf(context), listId),
  }),
  lists: t.field({
    type: ListConnection,
    complexity: pagePrice(STANDARD_PAGE),
    description: 'Lists that the caller can see, most recently updated first. Needs a personal key.',
    authScopes: { userKey: true },
    args: {
      first: t.arg.int({ description: 'Page size: 1 to 1000, default 100.' }),
      after: t.arg.string({
        description: 'Cursor of the last edge of the previous page. Default: the first page.',
      }),
      offset: t.arg.int({ description: 'Number of objects to skip, instead of a cursor. Default 0.' }),
    },
    resolve: async (_root, args, context) => {
      const page = toPage(args, STANDARD_PAGE);
      const caller = callerOf(context);
      const found = await context.services.lists.findPage(caller, { ...page, limit: page.limit + 1 });
      const nodes = found.slice(0, page.limit);
      return toConnection(nodes, page, found.length > page.limit, () => context.services.lists.count(caller));
    },
  }),
}));
