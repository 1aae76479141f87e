import fc from 'fast-check';
import { BEHAVIOURS } from '../../webhooks/bad-receivers.ts';
import type { Tier } from './list-model.ts';

const COUNTRIES = ['DE', 'FR', 'US'];
const company = fc.integer({ min: 0, max: 4 });

/** Statements of what happens without a request, each an own target: most others read. */
const STATEMENTS = [
  ...['list_watch_claim', 'list_watch_lock', 'list_change_announce', 'list_watch_announced'],
  ...['webhook_claim', 'webhook_advance', 'webhook_fail', 'webhook_release'],
  ...['event_page', 'event_place', 'COMMIT'],
];
const when = fc.constantFrom('before' as const, 'after' as const);
const killPoint = fc.oneof(
  fc.record({ when, statement: fc.constantFrom(...STATEMENTS), skip: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ when, skip: fc.integer({ min: 0, max: 40 }) }),
);
const importPoint = fc.option(
  fc.record({
    when,
    statement: fc.constantFrom('', 'COMMIT'),
    skip: fc.oneof(fc.constant(0), fc.nat(60)),
  }),
  { freq: 10, nil: undefined },
);

const catalogueStep = fc.oneof(
  fc.record({
    do: fc.constant('import' as const),
    company,
    country: fc.constantFrom(...COUNTRIES),
    killed: importPoint,
  }),
  fc.record({
    do: fc.constant('see' as const),
    company,
    tier: fc.constantFrom<Tier>('high', 'medium', 'exploratory'),
  }),
  fc.record({ do: fc.constant('delete' as const), company, killed: importPoint }),
  fc.record({ do: fc.constant('merge' as const), company, into: company, killed: importPoint }),
);
const listStep = fc.oneof(
  fc.record({
    do: fc.constant('define' as const),
    /** Undefined: by the technology. */
    countries: fc.option(fc.subarray(COUNTRIES, { minLength: 1 }), { freq: 2, nil: undefined }),
  }),
  fc.record({ do: fc.constantFrom('add' as const, 'exclude' as const, 'remove' as const), company }),
  fc.record({
    do: fc.constantFrom('watch' as const, 'watch' as const, 'unwatch' as const, 'materialize' as const),
  }),
);
const faultStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('kill at' as const), point: killPoint }) },
  fc.record({ do: fc.constant('kill' as const), server: fc.nat(1) }),
  fc.record({
    do: fc.constant('receive' as const),
    receiver: fc.nat(1),
    as: fc.array(fc.constantFrom(...BEHAVIOURS), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('pass time' as const),
    interval: fc.constantFrom('10 seconds', '10 minutes', '11 hours', '6 days'),
  }),
);
const readerStep = fc.oneof(
  fc.record({ do: fc.constant('read a page' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constantFrom('subscribe again' as const, 'pause' as const) }),
  fc.record({ do: fc.constant('check' as const) }),
);

/** Anything that can happen around a watched list. */
export const step = fc.oneof(
  { weight: 5, arbitrary: catalogueStep },
  { weight: 4, arbitrary: listStep },
  { weight: 4, arbitrary: faultStep },
  { weight: 2, arbitrary: readerStep },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
