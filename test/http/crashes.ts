import { expect, it } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { cutPower } from '../harness/power-cut.ts';
import type { TestService } from '../harness/service.ts';
import { ORIGIN } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { type Case, count, type Stage } from './crash-cases.ts';

interface Secret {
  what: string;
  /** Mutation. */
  name: string;
  /** Its input and its selection. */
  rest: (stage: Stage) => string;
  /** A part of what is shown once. */
  secretOf: (shown: Record<string, string>) => string | undefined;
  /** What one request makes: a table, and a condition on the organization. */
  made: string;
}

/** Mutations that show a secret once. */
const SECRETS: readonly Secret[] = [
  {
    what: 'an API key',
    name: 'createApiKey',
    rest: () => '(input: { kind: USER, label: "made once" }) { key }',
    secretOf: ({ key }) => key?.slice(12, 24),
    made: `api_key WHERE label = 'made once' AND organization_id = $1`,
  },
  {
    what: 'the link of an invitation',
    name: 'inviteUser',
    rest: ({ tenant }) => `(input: { email: "grace@${tenant.name}.example", role: MEMBER }) { link }`,
    secretOf: ({ link }) => link?.slice(-30, -10),
    made: 'sign_in_link l JOIN "user" u ON u.id = l.user_id WHERE u.organization_id = $1',
  },
  {
    what: 'a webhook',
    name: 'createWebhook',
    rest: () => '(input: { url: "https://hooks.example/" }) { secret }',
    secretOf: ({ secret }) => secret?.slice(10, 40),
    made: 'webhook WHERE organization_id = $1',
  },
];

let service: TestService;
let second: TestService;
let made = 0;

async function setUp(): Promise<Stage> {
  const tenant = await service.createTenant(`crash-${++made}`, 100);
  return { service, tenant, listId: await createList(service, tenant.userKey, 'Stage', KUBERNETES) };
}

function send(
  { method = 'post', path, body, headers = {}, cookie }: Case,
  stage: Stage,
  url: string,
): Promise<Response> {
  const test = supertest(url)[method](path(stage)).set(headers);
  const { userKey } = stage.tenant;
  test.set(cookie ? { Cookie: cookie(stage), Origin: ORIGIN } : { 'X-API-Key': userKey });
  return Promise.resolve(test.set('Idempotency-Key', 'retry-me').send(body?.(stage)));
}

type When = 'before' | 'after';

/** `npm run test:long` sets CRASHES=all: then all cases die before each statement, and after each, reads included. */
const ALL_CRASHES = process.env.CRASHES === 'all';
/** A death beside a read leaves the database as one beside the changes around it does. */
const COUNTED = ALL_CRASHES ? 'all' : 'changes';

/** Runs `attempt` with the process dying before statement 1, 2, … of those that count, then after each. */
async function atEveryStatement(attempt: (at: number, when: When) => Promise<boolean>, isShort = false) {
  for (const when of isShort ? (['after'] as const) : (['before', 'after'] as const)) {
    let at = 0;
    while (await attempt(at, when)) at += 1;
    // Every change with its record takes more statements than this.
    expect(at).toBeGreaterThan(isShort ? 2 : 4);
  }
}

/** Each test sends dozens of requests, and takes longer than others on a busy machine. */
const TIMEOUT_MS = 180_000;

/**
 * Declares tests of a process that dies at any statement, with a retry in another process.
 */
export function describeCrashes(cases: readonly Case[]): void {
  const used = useService('crashes', { seed: seedSmallCatalogue });
  service = used.service;
  second = used.beside();

  it.each(cases.map((each) => [each.name, each] as const))(
    '%s',
    async (_name, each) => {
      const isShort = each.isShort === true && !ALL_CRASHES;
      await atEveryStatement(async (at, when) => {
        const stage = await setUp();
        await each.prepare?.(stage);
        const cut = cutPower(service.database.pool, at, when, COUNTED);
        try {
          await send(each, stage, service.url);
        } finally {
          await cut.restore();
        }
        const { happened } = cut;
        service.clock.advance({ minutes: 1 });
        const { status, headers, body } = await send(each, stage, second.url);
        const place = `${when} statement ${at}`;
        expect({ place, status, headers, body }).toMatchObject({ place, ...each.answer(stage) });
        expect({ place, effect: await each.effect(stage) }).toEqual({ place, effect: each.once(stage) });
        return happened;
      }, isShort);
    },
    TIMEOUT_MS,
  );

  it.each(SECRETS)(
    'makes $what once, shows it at most once, and stores it nowhere',
    async ({ name, rest, secretOf, made }) => {
      const outcomes = new Set<string>();
      const each: Case = {
        name,
        path: () => '/graphql',
        body: (stage) => ({ query: `mutation { ${name}${rest(stage)} }` }),
        answer: () => ({}),
        effect: async () => 0,
        once: () => 0,
      };
      await atEveryStatement(async (at, when) => {
        const stage = await setUp();
        const cut = cutPower(service.database.pool, at, when, COUNTED);
        const first = await send(each, stage, service.url).finally(() => cut.restore());
        const { happened } = cut;
        service.clock.advance({ minutes: 1 });
        const retry = await send(each, stage, second.url);
        const code = retry.body.errors?.[0].extensions.code;
        outcomes.add(code ?? 'made');
        if (first.body.data?.[name]) expect(code).toBe('IDEMPOTENCY_RESPONSE_LOST');
        const mine = [stage.tenant.organizationId];
        expect(await count(service, made, mine)).toBe(1);
        const { rows } = await service.database.pool.query(
          `SELECT effects::text || coalesce(encode(body, 'escape'), '') AS kept FROM idempotency_record WHERE organization_id = $1`,
          mine,
        );
        for (const { body } of [first, retry]) {
          const secret = Buffer.from(secretOf(body.data?.[name] ?? {}) ?? 'nothing');
          expect(rows[0].kept).not.toContain(secret.toString('hex'));
          expect(rows[0].kept).not.toContain(secret.toString());
        }
        return happened;
      });
      expect(outcomes).toEqual(new Set(['made', 'IDEMPOTENCY_RESPONSE_LOST']));
    },
    TIMEOUT_MS,
  );
}
