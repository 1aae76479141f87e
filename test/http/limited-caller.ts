import { afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Response, Test } from 'supertest';
import type { CostClass } from '../../src/lib/cost-class.ts';
import type { Colleague, Tenant, TestService } from '../harness/service.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';
import { stopWallClock, type WallClock } from '../harness/wall-clock.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { RATE_LIMIT, SAMPLES } from './limit-support.ts';

/** A service with the small budgets of limit-support.ts, and for each test a user who has used no points yet. */
export interface LimitedCaller {
  readonly service: TestService;
  readonly tenant: Tenant;
  /** A list that every user of the tenant may edit. */
  readonly listId: number;
  /** Stands still; budgets refill when a test advances it. */
  readonly wall: WallClock;
  readonly user: Colleague;
  /** The key of `user`. */
  readonly key: string;
  newUser(): Promise<Colleague>;
  /** Looks up a company, which costs a point of read. */
  acme(key?: string): Test;
  rest(): ReturnType<TestService['rest']>;
  /** Sends the REST sample of a cost class from limit-support.ts. */
  sample(costClass: CostClass): PromiseLike<Response>;
  /** Sends a document. By default, its variables are the id of the list. */
  graphql(query: string, variables?: object): Test;
}

/** Starts the service before the first test of a file and creates a user before each test. */
export function useLimitedCaller(): LimitedCaller {
  const service = useTestService({ rateLimit: RATE_LIMIT });
  const tenant = useTenant(service, 'limited');
  let listId: number;
  let wall: WallClock;
  let user: Colleague;
  let users = 0;
  const newUser = () => {
    users += 1;
    return service.createColleague(tenant, `user${users}`);
  };

  beforeAll(async () => {
    await seedSmallCatalogue(service.database.pool);
    listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
    await service
      .rest(tenant.userKey)
      .post(`/v1/lists/${listId}/permissions`, { org_wide: true, access_level: 'editor' });
  });
  beforeEach(async () => {
    wall = stopWallClock();
    user = await newUser();
  });
  afterEach(() => wall.restore());

  return {
    service,
    tenant,
    get listId() {
      return listId;
    },
    get wall() {
      return wall;
    },
    get user() {
      return user;
    },
    get key() {
      return user.userKey;
    },
    newUser,
    acme: (key = user.userKey) => service.rest(key).get('/v1/companies/acme'),
    rest: () => service.rest(user.userKey),
    sample: (costClass) => SAMPLES[costClass].rest(service, user.userKey, listId),
    graphql: (query, variables = { id: listId }) => service.graphql(user.userKey, query, variables),
  };
}

/** Runs `work` a number of times, one after the other. */
export async function repeat<T>(times: number, work: () => PromiseLike<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < times; i++) results.push(await work());
  return results;
}
