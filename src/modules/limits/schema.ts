import { builder, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import type { CostClass } from '../../lib/cost-class.ts';
import { holderOf } from '../../lib/principal.ts';
import { type RateLimiter, type Standing, WINDOW_SECONDS } from './rate-limiter.ts';
import type { WorkQueue } from './work-queue.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    /** Undefined: nothing is limited. */
    rateLimiter: RateLimiter | undefined;
    /** Undefined: heavy operations run at once. */
    work: WorkQueue | undefined;
  }
}

const costClasses = defineEnum<CostClass>('CostClass', {
  description: 'A kind of work. Each class has a separate budget of points.',
  values: {
    read: 'Reading stored data, such as a company or a page of members.',
    write: 'Changing stored data, such as a list or a key.',
    evaluate: 'Counting or computing the matches of a definition.',
    enrich: 'Enriching domains with their partners.',
    export: 'Exporting all members of a list.',
  },
});

const RateLimitClassRef = innerType<Standing>('RateLimitClass', {
  description: 'Budget of the caller in one cost class.',
  fields: (t) => ({
    costClass: t.field({
      type: costClasses.type,
      description: 'Class to which this budget belongs.',
      resolve: ({ costClass }) => costClasses.names[costClass],
    }),
    limit: t.exposeInt('limit', { description: 'Points of one window. One point pays for 1,000 of cost.' }),
    remaining: t.exposeInt('remaining', { description: 'Points left in this window.' }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all points are available again; null if none are used.',
    }),
    windowSeconds: t.int({ description: 'Length of a window, in seconds.', resolve: () => WINDOW_SECONDS }),
  }),
});

const RateLimitRef = innerType<{ limiter: RateLimiter | undefined }>('RateLimit', {
  description:
    'Rate limit of the caller: the user of a personal key, or the organization of an organization key.',
  fields: (t) => ({
    limited: t.boolean({
      description: 'Whether this service limits requests.',
      resolve: ({ limiter }) => limiter !== undefined,
    }),
    classes: t.field({
      type: [RateLimitClassRef],
      description: 'Budget in every class; empty if requests are not limited.',
      resolve: ({ limiter }, _args, { principal, report }) =>
        limiter?.peek(holderOf(principal), report) ?? [],
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitRef,
    description:
      'Remaining points of the caller in each class. All keys of a user share them. Uses no points.',
    extensions: { costClass: 'free' },
    authScopes: { anyKey: true },
    resolve: (_root, _args, { services }) => ({ limiter: services.rateLimiter }),
  }),
);
