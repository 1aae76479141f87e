import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { toConnection } from '../../graphql/connection.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { definitionPrice } from '../../graphql/definition-price.ts';
import { listPrice, POINTS, pagePrice } from '../../graphql/prices.ts';
import { CompanyRef } from '../catalogue/company-type.ts';
import { DefinitionInput, toRawDefinition } from '../filters/definition-type.ts';
import './explain-schema.ts';
import './list-change-schema.ts';
import './list-domains-schema.ts';
import './list-members-schema.ts';
import './list-mutations-schema.ts';
import './list-sharing-schema.ts';
import { callerOf, ListConnection, ListRef, loadCompanies, VersionRef } from './list-types.ts';
import type { DefinitionPreview } from './members-service.ts';

const CEILING = 10_000;

const DefinitionPreviewRef = builder.objectRef<DefinitionPreview>('DefinitionPreview').implement({
  description: 'What saving a definition would change.',
  extensions: inheritsAccess,
  fields: (t) => ({
    count: t.int({
      description: 'Members that the list would have, 10000 if there are more.',
      resolve: ({ count }) => Math.min(count, CEILING),
    }),
    capped: t.boolean({
      description: 'Whether there would be 10000 or more.',
      resolve: ({ count }) => count >= CEILING,
    }),
    exactCount: t.exposeInt('count', { description: 'Members that the list would have.' }),
    addedCount: t.exposeInt('addedCount', { description: 'How many would come.' }),
    removedCount: t.exposeInt('removedCount', { description: 'How many would go.' }),
    addedSample: t.field({
      type: [CompanyRef],
      description: 'The first ten of those who would come, by company id.',
      resolve: ({ addedSample }, _args, context) => loadCompanies(context, addedSample),
    }),
    removedSample: t.field({
      type: [CompanyRef],
      description: 'The first ten of those who would go, by company id.',
      resolve: ({ removedSample }, _args, context) => loadCompanies(context, removedSample),
    }),
  }),
});

builder.objectFields(ListRef, (t) => ({
  version: t.field({
    type: VersionRef,
    description: 'One version of the definition.',
    args: { version: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: (list, { version }, context) =>
      context.services.lists.version(callerOf(context), list.listId, version),
  }),
  previewDefinition: t.field({
    type: DefinitionPreviewRef,
    complexity: definitionPrice(POINTS.materialization),
    description: 'What saving this definition would change among the members. Saves nothing.',
    extensions: { costClass: 'evaluate' },
    args: {
      definition: t.arg({ type: DefinitionInput, description: 'The definition.' }),
      definitionJson: t.arg({
        type: 'JSON',
        description: 'The definition as REST spells it, instead of `definition`.',
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
    description: 'Companies to add to a list by hand: by part of a name or domain, best first.',
    authScopes: { userKey: true },
    args: {
      q: t.arg.string({ required: true, description: '2 to 100 characters of a name or domain.' }),
      first: t.arg.int({ description: 'How many: 1 to 1000, 100 unless given.' }),
    },
    resolve: (_root, { q, first }, { services }) =>
      services.catalogue.search(q, toPage({ first }, STANDARD_PAGE), '/q'),
  }),
  list: t.field({
    type: ListRef,
    description: 'One list that the caller can see. Any other is the error LIST_NOT_FOUND.',
    authScopes: { userKey: true },
    args: { listId: t.arg.int({ required: true, description: 'The id that REST shows as list_id.' }) },
    resolve: (_root, { listId }, context) => context.services.lists.find(callerOf(context), listId),
  }),
  lists: t.field({
    type: ListConnection,
    complexity: pagePrice(STANDARD_PAGE),
    description: 'The lists that the caller can see, most recently updated first.',
    authScopes: { userKey: true },
    args: {
      first: t.arg.int({ description: 'How many: 1 to 1000, 100 unless given.' }),
      after: t.arg.string({ description: 'The cursor after which to go on.' }),
      offset: t.arg.int({ description: 'How many to pass over, instead of a cursor.' }),
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
