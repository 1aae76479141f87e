import type { Response } from 'supertest';
import type { CostClass } from '../../src/lib/cost-class.ts';
import type { WorkSettings } from '../../src/modules/limits/work-settings.ts';
import type { TestService } from '../harness/service.ts';
import { GERMAN } from '../modules/lists/operations.ts';

/** Points that the sample of a class costs. */
export const COSTS: Record<CostClass, number> = { read: 1, write: 1, evaluate: 1, enrich: 1, export: 10 };

/** Classes whose operations are refused while too much work waits. */
export const HEAVY = ['evaluate', 'enrich', 'export'] as const;

/** Lag of the event loop above which `WORK` refuses. */
export const LAG_MS = 250;

/** Few slots, so that a test can occupy them. */
export const WORK: WorkSettings = {
  slots: { evaluate: 2, enrich: 2, export: 2, large: 2, stream: 2 },
  slotsPerOrganization: 1,
  streamsPerOrganization: 1,
  maxWaitMs: 2_000,
  lagMs: LAG_MS,
  largeCost: 2_050,
};

/** Different for each class, so that none is mistaken for another. */
export const POINTS: Record<CostClass, number> = { read: 6, write: 5, evaluate: 12, enrich: 3, export: 20 };

export const RATE_LIMIT = { store: 'memory' as const, points: POINTS };

/** Returns the header fields about limits, without absent ones. */
export function limitFields({ headers }: Response): Record<string, string | undefined> {
  const names = ['ratelimit-policy', 'ratelimit', 'retry-after'];
  return Object.fromEntries(names.filter((name) => name in headers).map((name) => [name, headers[name]]));
}

export function usedUp(costClass: CostClass, seconds = 60): string {
  return `You have used all ${POINTS[costClass]} ${costClass} points of this minute. Try again in ${seconds} seconds.`;
}

/** Extra keys of the error rate_limited. */
export function detailsOf(costClass: CostClass, seconds = 60) {
  return { class: costClass, limit: POINTS[costClass], window_seconds: 60, retry_after: seconds };
}

interface Sample {
  rest: (service: TestService, key: string, listId: number) => PromiseLike<Response>;
  /** May use $id, the id of a list. */
  graphql: string;
}

/** Samples that take points of their class and of no other. */
export const SAMPLES: Record<CostClass, Sample> = {
  read: {
    rest: (s, key) => s.rest(key).get('/v1/companies/acme'),
    graphql: 'query ($id: ID!) { list(listId: $id) { members { totalCount } } }',
  },
  write: {
    rest: (s, key) => s.rest(key).post('/v1/companies/acme/flags'),
    graphql: 'mutation ($id: ID!) { updateList(input: { listId: $id, name: "Renamed" }) { list { name } } }',
  },
  evaluate: {
    rest: (s, key) => s.rest(key).post('/v1/lists/preview-count', GERMAN),
    graphql: `{ previewCount(definitionJson: {registry_version: "1", root: {condition: {field: "country", operator: "any_of", values: ["DE"]}}}) { count } }`,
  },
  enrich: {
    rest: (s, key) => s.rest(key).post('/v1/enrich/partnerships', { domains: ['acme.example'] }),
    graphql: 'mutation { enrichPartnerships(input: { domains: ["acme.example"] }) { creditsCharged } }',
  },
  export: {
    rest: (s, key, listId) => s.rest(key).get(`/v1/lists/${listId}/export.csv`),
    graphql: 'mutation ($id: ID!) { exportList(input: { listId: $id }) { creditsCharged } }',
  },
};
