import { describe, expect, it } from '@jest/globals';
import type { Queryable } from '../../../src/database/client.ts';
import { addressOwner, SHARED } from '../../../src/lib/principal.ts';
import { createAuthenticator } from '../../../src/modules/access/authenticate.ts';
import { generateApiKey, hashApiKey } from '../../../src/modules/access/key-format.ts';
import { createKeyUsage } from '../../../src/modules/access/usage.ts';
import { testClock } from '../../harness/clock.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const [STRANGER, NEIGHBOUR] = [addressOwner('203.0.113.7'), addressOwner('203.0.113.8')];
const known = generateApiKey('user').key;
const ROW = {
  id: 1,
  organization_id: 1,
  user_id: 7,
  role: 'member',
  expires_at: null,
  is_session: false,
  used_at: new Date(NOW),
};

interface LookUp {
  hash: string;
  answer: (rows: readonly object[]) => void;
  fail: (error: Error) => void;
}

/** Creates an authenticator whose database answers when the test says so. */
function authenticatorOf() {
  const asked: LookUp[] = [];
  const query = ({ values: [hash] }: { values: [Buffer] }) =>
    new Promise((resolve, reject) =>
      asked.push({ hash: hash.toString('hex'), answer: (rows) => resolve({ rows }), fail: reject }),
    );
  const db = { query } as unknown as Queryable;
  const clock = testClock(NOW);
  const usage = createKeyUsage(db, () => undefined);
  return { asked, authenticator: createAuthenticator(db, clock, usage) };
}

const hashOf = (key: string) => hashApiKey(key).toString('hex');
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function accepted() {
  const { asked, authenticator } = authenticatorOf();
  const first = authenticator.authenticate(known, 'key', STRANGER);
  await settled();
  asked.pop()?.answer([ROW]);
  expect(await first).toMatchObject({ userId: 7 });
  // The cache of three seconds is over; what it held is remembered all the same.
  authenticator.forget();
  expect(authenticator.ownerOf(known)).toBe('u7');
  return { asked, authenticator };
}

describe('a credential that the process has accepted', () => {
  it('is looked up at once, while those that nobody knows are looked up one after another', async () => {
    const { asked, authenticator } = await accepted();
    const invented = Array.from({ length: 50 }, () => generateApiKey('user').key);
    const refused = invented.map((key) => authenticator.authenticate(key, 'key', STRANGER));
    await settled();
    const mine = authenticator.authenticate(known, 'key', STRANGER);
    await settled();
    expect(asked.map(({ hash }) => hash)).toEqual([hashOf(invented[0] ?? ''), hashOf(known)]);
    asked[1]?.answer([ROW]);
    expect(await mine).toMatchObject({ userId: 7 });
    for (let next = asked.shift(); next; next = asked.shift()) {
      next.answer([]);
      await settled();
    }
    expect(await Promise.all(refused)).toEqual(invented.map(() => undefined));
    expect([authenticator.ownerOf(known), authenticator.ownerOf(invented[0])]).toEqual(['u7', SHARED]);
  });

  it('is forgotten when it is refused', async () => {
    const { asked, authenticator } = await accepted();
    const refused = authenticator.authenticate(known, 'key', STRANGER);
    await settled();
    asked.pop()?.answer([]);
    expect(await refused).toBeUndefined();
    expect(authenticator.ownerOf(known)).toBe(SHARED);
  });
});

describe('credentials that nobody knows', () => {
  it('of one address are looked up in turn with those of another', async () => {
    const { asked, authenticator } = authenticatorOf();
    const flood = Array.from({ length: 50 }, () =>
      authenticator.authenticate(generateApiKey('user').key, 'key', STRANGER),
    );
    await settled();
    const mine = authenticator.authenticate(known, 'key', NEIGHBOUR);
    await settled();
    for (const at of [0, 1]) {
      asked[at]?.answer([]);
      await settled();
    }
    expect(asked.map(({ hash }) => hash)[2]).toBe(hashOf(known));
    asked[2]?.answer([ROW]);
    expect(await mine).toMatchObject({ userId: 7 });
    for (let at = 3; at < 51; at += 1) {
      await settled();
      asked[at]?.answer([]);
    }
    expect(await Promise.all(flood)).toEqual(flood.map(() => undefined));
  });

  it('are refused where an address sends too many', async () => {
    const { asked, authenticator } = authenticatorOf();
    const send = () => authenticator.authenticate(generateApiKey('user').key, 'key', STRANGER);
    const flood = Array.from({ length: 501 }, send);
    await expect(send()).rejects.toMatchObject({ code: 'overloaded', details: { retry_after: 2 } });
    expect(asked).toHaveLength(1);
    asked[0]?.fail(new Error('away'));
    for (const each of flood) await expect(each).rejects.toThrow('away');
  });

  it('fail together while the database is away, and are looked up again afterwards', async () => {
    const { asked, authenticator } = authenticatorOf();
    const waiting = [1, 2, 3].map(() =>
      authenticator.authenticate(generateApiKey('org').key, 'key', STRANGER),
    );
    await settled();
    asked.pop()?.fail(new Error('away'));
    for (const each of waiting) await expect(each).rejects.toThrow('away');
    expect(asked).toEqual([]);
    const later = authenticator.authenticate(known, 'key', STRANGER);
    await settled();
    asked.pop()?.answer([ROW]);
    expect(await later).toMatchObject({ userId: 7 });
  });
});
