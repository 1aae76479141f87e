import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import type { CostClass } from './cost-class.ts';
import { type RateLimiter, type Standing, subjectOf, WINDOW_SECONDS } from './rate-limiter.ts';

const CostClassEnum = builder.enumType('CostClass', {
  description: 'A kind of work with a budget of its own.',
  values: {
    READ: { description: 'Reading what is stored.' },
    WRITE: { description: 'Changing something.' },
    EVALUATE: { description: 'Counting or computing what a definition matches.' },
    ENRICH: { description: 'Enrichment.' },
    EXPORT: { description: 'Downloading all members of a list.' },
  } as const,
});

const ENUM_NAMES = {
  read: 'READ',
  write: 'WRITE',
  evaluate: 'EVALUATE',
  enrich: 'ENRICH',
  export: 'EXPORT',
} as const satisfies Record<CostClass, string>;

const RateLimitClassRef = builder.objectRef<Standing>('RateLimitClass').implement({
  description: 'Points that the caller has left of one class.',
  extensions: inheritsAccess,
  fields: (t) => ({
    costClass: t.field({
      type: CostClassEnum,
      description: 'The class.',
      resolve: ({ costClass }) => ENUM_NAMES[costClass],
    }),
    limit: t.exposeInt('limit', { description: 'Points a window.' }),
    remaining: t.exposeInt('remaining', { description: 'Points that are left of this window.' }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all points are there again; null while none is used.',
    }),
    windowSeconds: t.int({ description: 'How long a window is.', resolve: () => WINDOW_SECONDS }),
  }),
});

const RateLimitRef = builder.objectRef<{ limiter: RateLimiter | undefined }>('RateLimit').implement({
  description: 'Points that the caller has left: the user of a personal key, or the organization.',
  extensions: inheritsAccess,
  fields: (t) => ({
    limited: t.boolean({
      description: 'Whether requests are limited at all.',
      resolve: ({ limiter }) => limiter !== undefined,
    }),
    classes: t.field({
      type: [RateLimitClassRef],
      description: 'Every class; none where nothing is limited.',
      resolve: ({ limiter }, _args, { principal, report }) =>
        limiter?.peek(subjectOf(requirePrincipal(principal)), report) ?? [],
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitRef,
    description:
      'Points that the caller has left of each class. All keys of a user share them. Costs no point.',
    extensions: { costClass: 'free' },
    authScopes: { anyKey: true },
    resolve: (_root, _args, { services }) => ({ limiter: services.rateLimiter }),
  }),
);
