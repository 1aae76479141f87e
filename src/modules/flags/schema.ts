import { createContextCache } from '@pothos/core';
import type { DataFlag } from '../../generated/prisma/client.ts';
import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { idText } from '../../graphql/ids.ts';
import { mutationForAnyKey, payload } from '../../graphql/mutation.ts';
import { defineNodes, inOrder, requireNode } from '../../graphql/nodes.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { ViewerRef } from '../access/schema.ts';
import { CompanyRef } from '../catalogue/types.ts';
import { RESOLUTION_MEANINGS } from './resolutions.ts';
import { type FlagReview, flagNotFound } from './review.ts';
import type { FlagsService } from './service.ts';

export const flagStatuses = defineEnum('FlagStatus', {
  description: 'Progress of the review of a flag.',
  values: {
    queued: 'The flag waits for the data-quality review.',
    resolved: 'The review is complete. A flag is never queued again.',
  },
});

export const flagResolutions = defineEnum('FlagResolution', {
  description: 'Result of the review of a flag.',
  values: RESOLUTION_MEANINGS,
});

declare module '../../graphql/context.ts' {
  interface Services {
    flags: FlagsService;
    flagReview: FlagReview;
  }
}

export const DataFlagRef = builder.objectRef<DataFlag>('DataFlag');

/** The caller as an operator, or null. A request asks once. */
export const reviewerOf = createContextCache(({ principal, services }: Context) =>
  services.flagReview.reviewer(principal),
);

defineNodes<DataFlag>(DataFlagRef, async (ids, context) => {
  const { principal, services } = context;
  const operator = await reviewerOf(context);
  const flags = operator
    ? await services.flagReview.findMany(operator, ids)
    : await services.flags.findMany(principal, ids);
  return inOrder(ids, flags, ({ id }) => id);
});

builder.node(DataFlagRef, {
  description:
    'A report about company data that looks wrong. It changes no data by itself. Users see the flags that they raised with any of their keys. Admins see all flags of the organization, an organization key sees its own, and operators of the installation see all.',
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => id, description: 'Global id of the flag.' },
  isTypeOf: (value): value is DataFlag =>
    typeof value === 'object' && value !== null && 'resolvedById' in value,
  fields: (t) => ({
    flagId: t.exposeInt('id', { description: 'Numeric id that REST shows as flag_id.' }),
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company that was flagged.' }),
    status: t.field(flagStatuses.field('Whether the review is complete.', ({ status }: DataFlag) => status)),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What looks wrong; null if the report did not say.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the flag was raised.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the flag was resolved; null while it is queued.',
    }),
    resolution: t.field(
      flagResolutions.nullableField(
        'Result of the review; null while the flag is queued, or if the reviewer gave none.',
        ({ resolution }: DataFlag) => resolution,
      ),
    ),
    note: t.string({
      nullable: true,
      description: 'Note of the reviewer for the reporter; null if there is none.',
      // Earlier releases had no resolutions, and their notes were for colleagues of the reviewer.
      resolve: async ({ resolution, note }, _args, context) =>
        resolution !== null || note === null || (await reviewerOf(context)) ? note : null,
    }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description:
        'Flagged company, or the company that it was merged into; null if it is no longer in the catalogue.',
      resolve: (flag, _args, { loaders }) => loaders.company.load(flag.companyId),
    }),
  }),
});

export const DataFlagConnection = defineConnection('DataFlag', 'a data flag', DataFlagRef, {
  forwardsOnly: AFTER_AN_ID,
});

builder.objectField(ViewerRef, 'flags', (t) =>
  t.field({
    type: DataFlagConnection,
    price: pagePrice(STANDARD_PAGE),
    description:
      'Data flags that the caller raised, newest first, with the results of their reviews. Admins see all flags of the organization; an organization key sees its own.',
    args: pageArguments,
    resolve: (principal, args, { services: { flags } }) =>
      readPageById(args, {
        scope: ['flags'],
        read: (page) => flags.page(principal, page),
        countAll: () => flags.count(principal),
        idOf: ({ id }) => id,
      }),
  }),
);

builder.queryField('flag', (t) =>
  t.field({
    type: DataFlagRef,
    description:
      'One of the data flags that `viewer` lists for the caller; for an operator of the installation, any flag. Any other flag is the error FLAG_NOT_FOUND.',
    authScopes: { anyKey: true },
    args: { flagId: t.arg.id({ required: true, description: idText('Flag') }) },
    resolve: (_root, { flagId }, context, info) =>
      requireNode<DataFlag>('DataFlag', flagId, context, info, flagNotFound),
  }),
);

mutationForAnyKey('flagCompany', {
  description:
    'Reports company data that looks wrong, outdated, incomplete or mismatched. Free, with any key.',
  takes: 'Company, and what looks wrong.',
  input: (t) => ({
    identifier: t.string({
      required: true,
      description: 'A domain (anything with a dot) or a slug of the company.',
    }),
    description: t.string({
      description: 'What looks wrong: at most 2000 characters after trimming. Blank text counts as omitted.',
    }),
  }),
  payload: payload<{ flag: DataFlag }>((t) => ({
    flag: t.expose('flag', { type: DataFlagRef, description: 'New flag, which is queued for review.' }),
  })),
  resolve: async (input, { principal, services }) => ({
    flag: await services.flags.flagCompany(principal, input.identifier, input.description),
  }),
});
