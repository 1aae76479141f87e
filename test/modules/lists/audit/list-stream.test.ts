import { describe, expect, it } from '@jest/globals';
import {
  type ListChange,
  ListStream,
  type PendingChange,
} from '../../../../src/modules/lists/audit/stream.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const DONE = { done: true, value: undefined };
const pending = (kind: PendingChange['kind'], eventId: number | null): PendingChange => ({
  kind,
  eventId,
  at: AT,
  actorId: null,
});

/** Opens a stream that records which events it would read. */
function openStream(read?: (change: PendingChange) => Promise<ListChange>) {
  const seen: Array<[string, number | null]> = [];
  let ends = 0;
  const stream = new ListStream(
    read ??
      (async ({ kind, eventId, at }) => {
        seen.push([kind, eventId]);
        return { kind, list: null, at, actor: null };
      }),
    () => {
      ends += 1;
    },
  );
  return { stream, seen, ends: () => ends };
}

describe('a stream of changes', () => {
  it('keeps the latest change of each kind, in the order in which the kinds first came', async () => {
    const { stream, seen } = openStream();
    for (let id = 1; id <= 1000; id += 1) stream.push(pending(id % 2 === 1 ? 'NAME' : 'MEMBERS', id));
    stream.push(pending('RESYNC', null));
    for (let i = 0; i < 3; i++) await stream.next();
    expect(seen).toEqual([
      ['NAME', 999],
      ['MEMBERS', 1000],
      ['RESYNC', null],
    ]);
  });

  it('skips changes made before it was opened, whether announced before or after that', async () => {
    const { stream, seen } = openStream();
    stream.push(pending('NAME', 4));
    stream.push(pending('RESYNC', null));
    stream.push(pending('MEMBERS', 7));
    stream.startAfter(5);
    stream.push(pending('SHARING', 5));
    stream.push(pending('DEFINITION', 6));
    for (let i = 0; i < 3; i++) await stream.next();
    expect(seen).toEqual([
      ['RESYNC', null],
      ['MEMBERS', 7],
      ['DEFINITION', 6],
    ]);
  });

  it('answers all waiting readers when it ends, and is released once', async () => {
    const { stream, ends } = openStream();
    const waiting = [stream.next(), stream.next()];
    expect(await stream.return()).toEqual(DONE);
    expect(await Promise.all(waiting)).toEqual([DONE, DONE]);
    stream.end(new Error('too late'));
    stream.push(pending('NAME', 1));
    expect([await stream.next(), ends()]).toEqual([DONE, 1]);
  });

  it('drops a change that was being read when the stream ended', async () => {
    let finish: (change: ListChange) => void = () => undefined;
    const { stream } = openStream(() => new Promise((resolve) => (finish = resolve)));
    stream.push(pending('NAME', 1));
    const reading = stream.next();
    stream.end();
    finish({ kind: 'NAME', list: null, at: AT, actor: null });
    expect(await reading).toEqual(DONE);
  });

  it('ends with the error of a failed read, and reports it once', async () => {
    const { stream, ends } = openStream(() => Promise.reject(new Error('no database')));
    stream.push(pending('NAME', 1));
    await expect(stream.next()).rejects.toThrow('no database');
    expect([await stream.next(), ends()]).toEqual([DONE, 1]);
  });

  it('ends after GONE', async () => {
    const { stream, seen } = openStream();
    stream.push(pending('GONE', 1));
    stream.push(pending('NAME', 2));
    expect([await stream.next(), await stream.next()]).toEqual([
      { done: false, value: { kind: 'GONE', list: null, at: AT, actor: null } },
      DONE,
    ]);
    expect(seen).toEqual([['GONE', 1]]);
  });
});
