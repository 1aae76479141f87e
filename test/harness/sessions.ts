import { randomInt } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Clock } from '../../src/lib/clock.ts';
import { makeSignInLink } from '../../src/modules/sign-in/links.ts';
import type { TestService } from './service.ts';

/** Origin of the service in tests, which PUBLIC_URL has by default. */
export const ORIGIN = 'http://localhost:4000';

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends a request, as the pages of the service do. */
export async function send(
  { url }: Pick<TestService, 'url'>,
  target: string,
  { body, cookie, headers = {} }: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = target.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: {
      Origin: ORIGIN,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Makes a code that signs a user in once, as the operator's command does. */
export async function codeFor(
  service: TestService,
  userId: number,
  options?: Parameters<typeof makeSignInLink>[4],
): Promise<string> {
  const { link } = await makeSignInLink(service.prisma, service.clock as Clock, ORIGIN, userId, {
    isInvitation: false,
    ...options,
  });
  return link.replace(/^.*#code=/, '');
}

/** Signs in with what a person shows. @returns the cookie, as a browser sends it back. */
export async function signIn(service: TestService, shown: object): Promise<string> {
  const { status, headers, body } = await send(service, 'POST /v1/session', { body: shown });
  const [cookie] = headers.get('Set-Cookie')?.split(';') ?? [];
  if (status !== 201 || !cookie) throw new Error(`nobody was signed in: ${status} ${JSON.stringify(body)}`);
  return cookie;
}

/** Expects that one of many sign-ins at once succeeded. Those that would wait too long are refused (429). */
export function expectOneOf(answers: readonly Pick<Answer, 'status'>[]): void {
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![201, 401, 429].includes(status))).toEqual([]);
}

/** A code of the right form that no link has. */
export const inventedCode = () => Array.from({ length: 43 }, () => 'abcXYZ09-_'[randomInt(10)]).join('');
