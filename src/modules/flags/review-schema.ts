import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { DataFlag } from '../../generated/prisma/client.ts';
import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { pageArguments, readPageById } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { InstallationRef } from '../installation/types.ts';
import type { FlaggedCompany, FlagReporter } from './review.ts';
import { DataFlagConnection, DataFlagRef, flagResolutions, flagStatuses, reviewerOf } from './schema.ts';

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

const FlagReporterRef = innerType<FlagReporter>('FlagReporter', {
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

/** Loads the organizations that raised the flags of a page by one call. */
const reporterLoader = createContextCache(
  ({ services }: Context) =>
    new DataLoader((ids: readonly number[]) => services.flagReview.reporters(ids), { cache: false }),
);

const FOR_OPERATORS = 'Null unless the caller is an operator of the installation.';

builder.objectFields(DataFlagRef, (t) => ({
  flaggedCompany: t.field({
    type: FlaggedCompanyRef,
    nullable: true,
    description: `Company that was flagged, even after it left the catalogue. ${FOR_OPERATORS}`,
    resolve: async ({ companyId }, _args, context) =>
      (await reviewerOf(context)) ? companyLoader(context).load(companyId) : null,
  }),
  organization: t.field({
    type: FlagReporterRef,
    nullable: true,
    description: `Organization that raised the flag. ${FOR_OPERATORS}`,
    resolve: async ({ organizationId }, _args, context) =>
      (await reviewerOf(context)) ? reporterLoader(context).load(organizationId) : null,
  }),
}));

builder.objectField(InstallationRef, 'flags', (t) =>
  t.field({
    type: DataFlagConnection,
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
  payload: payload<{ flag: DataFlag }>((t) => ({
    flag: t.expose('flag', { type: DataFlagRef, description: 'Resolved flag.' }),
  })),
  resolve: async ({ flagId, resolution, note }, { user, services }) => ({
    flag: await services.flagReview.resolve(
      user,
      toRowIdOf('DataFlag', flagId),
      toEnumValue(resolution),
      note,
    ),
  }),
});
