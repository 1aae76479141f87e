import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { defineNodes, inOrder } from '../../graphql/nodes.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { InstallationRef } from '../installation/types.ts';
import type { FlaggedCompany, FlagReview, ReviewedFlag } from './review.ts';
import { flagResolutions, flagStatuses } from './schema.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    flagReview: FlagReview;
  }
}

const FlaggedCompanyRef = innerType<FlaggedCompany>('FlaggedCompany', {
  description: 'Company of a flag, even after it left the catalogue.',
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name; null if it is no longer known.' }),
    primaryDomain: t.exposeString('primaryDomain', {
      nullable: true,
      description:
        'Primary domain; null if the company left the catalogue and another company has the domain.',
    }),
    retiredAt: t.expose('retiredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the company left the catalogue; null while it is there.',
    }),
  }),
});

const FlagReporterRef = innerType<ReviewedFlag['organization']>('FlagReporter', {
  description: 'Organization that raised a flag.',
  fields: (t) => ({
    organizationId: t.exposeInt('id', { description: 'Numeric id of the organization.' }),
    name: t.exposeString('name', { description: 'Name of the organization.' }),
  }),
});

/** Loads the companies of the flags of a page by one call. */
const companyLoader = createContextCache(
  ({ services }: Context) =>
    new DataLoader((ids: readonly number[]) => services.flagReview.companies(ids), { cache: false }),
);

const ReviewedFlagRef = builder.objectRef<ReviewedFlag>('ReviewedFlag');

defineNodes<ReviewedFlag>(ReviewedFlagRef, async (ids, { user, services }) =>
  user ? inOrder(ids, await services.flagReview.findMany(user, ids), ({ id }) => id) : ids.map(() => null),
);

builder.node(ReviewedFlagRef, {
  description: 'A data flag as operators of the installation review it, whichever organization raised it.',
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => id, description: 'Global id. Only operators can use it.' },
  isTypeOf: (value): value is ReviewedFlag =>
    typeof value === 'object' && value !== null && 'organization' in value,
  fields: (t) => ({
    flagId: t.exposeInt('id', { description: 'Numeric id, for `resolveFlag`.' }),
    status: t.field(
      flagStatuses.field('Whether the review is complete.', (flag: ReviewedFlag) => flag.status),
    ),
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
        'Result of the review; null while the flag is queued, or if the command line gave none.',
        (flag: ReviewedFlag) => flag.resolution,
      ),
    ),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Note of the reviewer. The reporter of the flag sees it beside the resolution.',
    }),
    company: t.field({
      type: FlaggedCompanyRef,
      description: 'Company that was flagged.',
      resolve: ({ companyId }, _args, context) => companyLoader(context).load(companyId),
    }),
    organization: t.expose('organization', {
      type: FlagReporterRef,
      description: 'Organization that raised the flag.',
    }),
  }),
});

builder.objectField(InstallationRef, 'flags', (t) =>
  t.field({
    type: defineConnection('ReviewedFlag', 'a data flag', ReviewedFlagRef, { forwardsOnly: AFTER_AN_ID }),
    price: pagePrice(STANDARD_PAGE),
    description: 'Data flags of all organizations, oldest first.',
    args: {
      ...pageArguments,
      status: t.arg({ type: flagStatuses.type, description: 'Only flags with this status. Default: all.' }),
    },
    resolve: (operator, args, { services: { flagReview } }) => {
      const { status } = args;
      const wanted = status ? toEnumValue(status) : undefined;
      return readPageById(args, {
        scope: ['installation.flags'],
        read: (page) => flagReview.page(operator, wanted, page),
        countAll: () => flagReview.count(operator, wanted),
        idOf: ({ id }) => id,
      });
    },
  }),
);

mutation('resolveFlag', {
  description:
    'Resolves a data flag of any organization, with a result that its reporter sees. A flag is resolved once: a different result is refused with FLAG_RESOLVED. Needs an operator of the installation.',
  takes: 'Flag, and the result of its review.',
  input: (t) => ({
    flagId: t.id({ required: true, description: idText('Flag to resolve') }),
    resolution: t.field({ type: flagResolutions.type, required: true, description: 'Result of the review.' }),
    note: t.string({
      description: `Note for the reporter: at most ${TEXT_LIMITS.flagText.maxLength} characters after trimming. Blank text counts as omitted.`,
    }),
  }),
  payload: payload<{ flag: ReviewedFlag }>((t) => ({
    flag: t.expose('flag', { type: ReviewedFlagRef, description: 'Resolved flag.' }),
  })),
  resolve: async ({ flagId, resolution, note }, { user, services }) => ({
    flag: await services.flagReview.resolve(
      user,
      toRowIdOf('ReviewedFlag', flagId),
      toEnumValue(resolution),
      note,
    ),
  }),
});
