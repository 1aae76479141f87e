import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import type { KeySpending } from './key-spending.ts';
import { ViewerRef } from './schema.ts';
import { ApiKeyRef } from './types.ts';

/** Loads the spending of all keys of a request in one statement. */
const loaderOf = createContextCache(
  ({ services }: Context) =>
    new DataLoader<number, KeySpending>((keyIds) => services.access.spendingOf(keyIds)),
);

builder.objectFields(ApiKeyRef, (t) => ({
  monthlyCreditLimit: t.field({
    type: 'SafeInt',
    nullable: true,
    description:
      'The most credits of a calendar month (UTC); null: no limit. Keys that this one replaced, and those that replace it, share it.',
    resolve: async ({ id }, _args, context) => (await loaderOf(context).load(id)).limit,
  }),
  monthlyCreditsSpent: t.field({
    type: 'SafeInt',
    description:
      'Credits spent in this calendar month (UTC) by the key, those that share its limit, and sessions opened with them.',
    resolve: async ({ id }, _args, context) => (await loaderOf(context).load(id)).spent,
  }),
  monthlyCreditsResetAt: t.field({
    type: 'DateTime',
    description: 'Start of the next calendar month (UTC), when the spending begins at 0 again.',
    resolve: async ({ id }, _args, context) => (await loaderOf(context).load(id)).resetsAt,
  }),
}));

builder.objectFields(ViewerRef, (t) => ({
  monthlyCreditLimit: t.field({
    type: 'SafeInt',
    nullable: true,
    description:
      'The most credits that the key of this request may spend in a calendar month (UTC); null: no limit.',
    resolve: async ({ keyId }, _args, context) => (await loaderOf(context).load(keyId)).limit,
  }),
  monthlyCreditsSpent: t.field({
    type: 'SafeInt',
    description:
      'Credits that count against the monthly limit of the key of this request, with or without a limit.',
    resolve: async ({ keyId }, _args, context) => (await loaderOf(context).load(keyId)).spent,
  }),
  monthlyCreditsResetAt: t.field({
    type: 'DateTime',
    description: 'Start of the next calendar month (UTC), when the spending begins at 0 again.',
    resolve: async ({ keyId }, _args, context) => (await loaderOf(context).load(keyId)).resetsAt,
  }),
}));
