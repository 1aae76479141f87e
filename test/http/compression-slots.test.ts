import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CompressionSlots } from '../../src/http/guards.ts';
import { openState } from '../../src/http/request.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

let slots: CompressionSlots;
beforeEach(() => {
  slots = new CompressionSlots();
});

function responseTo(userId?: number): ServerResponse {
  const req = new IncomingMessage(new Socket());
  const state = openState(req, 'x');
  if (userId !== undefined) {
    state.principal = { keyId: 1, isSession: false, organizationId: 1, kind: 'user', userId, role: 'member' };
  }
  return new ServerResponse(req);
}

/** Takes slots until there is none. @returns how many it took, and a function that releases one of them. */
function takeAll(userId: number | undefined, bytes: number | undefined) {
  const res = responseTo(userId);
  const releases: (() => void)[] = [];
  for (let release = slots.take(res, bytes); release; release = slots.take(res, bytes))
    releases.push(release);
  return { count: releases.length, release: () => releases.pop()?.() };
}

describe('slots for compression', () => {
  it('let a caller compress 256 KiB of small responses at a time, and the process 1 MiB', () => {
    expect([1, 2, 3, 4, 5].map((user) => takeAll(user, 64 * KIB).count)).toEqual([4, 4, 4, 4, 0]);
  });

  it('let a caller compress one large response at a time, and the process two', () => {
    expect([1, 2, 3].map((user) => takeAll(user, 16 * MIB).count)).toEqual([1, 1, 0]);
  });

  it('let a caller compress four streams at a time, and the process sixteen', () => {
    expect([1, 2, 3, 4, 5].map((user) => takeAll(user, undefined).count)).toEqual([4, 4, 4, 4, 0]);
  });

  it('treat requests without a key as those of one caller', () => {
    expect([takeAll(undefined, MIB).count, takeAll(undefined, MIB).count, takeAll(1, MIB).count]).toEqual([
      1, 0, 1,
    ]);
  });

  it('keep small responses compressed while large ones and streams use up theirs', () => {
    takeAll(1, MIB);
    takeAll(2, MIB);
    takeAll(1, undefined);
    expect(takeAll(1, KIB).count).toBe(256);
  });

  it('are free again after their release, and count both results', () => {
    const { release } = takeAll(1, MIB);
    expect(slots.take(responseTo(1), MIB)).toBeUndefined();
    release();
    expect(slots.take(responseTo(1), MIB)).toBeDefined();
    expect(slots.counts).toEqual({ compressed: 2, skipped: 2 });
  });
});
