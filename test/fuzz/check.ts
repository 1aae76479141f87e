import type { Response } from 'supertest';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { assertConforms } from '../harness/conformance.ts';
import { nullsWithoutError } from './nulls.ts';
import type { FuzzAnswer, FuzzRequest } from './request.ts';

const STATUS: Readonly<Record<string, number>> = HTTP_STATUS;

/** @returns everything that is wrong with a response to any request. */
export function faultsOf(sent: FuzzRequest, answer: FuzzAnswer): string[] {
  const server = answer.status >= 500 ? [`a fault of the server: ${answer.status}`] : [];
  const isGraphQL = sent.path.startsWith('/graphql');
  return [...server, ...(isGraphQL ? faultsOfResult(sent, answer) : faultsOfRest(sent, answer))];
}

function faultsOfRest(sent: FuzzRequest, answer: FuzzAnswer): string[] {
  const { method, path } = sent;
  if (method === 'OPTIONS') return [];
  // No route is looked up for a path that cannot be decoded, for any method.
  if (!isDecodable(path) && answer.status === 422) return [];
  if (method === 'HEAD') return faultsOfHead(path, answer);
  const documented = conformance(method, path, answer);
  if (answer.status < 400) return documented;
  const { detail } = answer.body as { detail?: { error?: string; message?: string } };
  const code = detail?.error ?? '';
  // A user whom the path names is 404, and 422 in a body.
  const isNamed = code === 'user_not_found' && path.startsWith('/v1/account/users/');
  const expected = isNamed ? 404 : STATUS[code];
  const form =
    expected === answer.status && typeof detail?.message === 'string' && detail.message !== ''
      ? []
      : [`not the form of an error, or not its status: ${answer.text.slice(0, 300)}`];
  return [...form, ...documented];
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** HEAD has no body, and must not be possible where the operation charges (contract, section 5). */
function faultsOfHead(path: string, { status, text, headers }: FuzzAnswer): string[] {
  const body = text === '' ? [] : ['a HEAD has a body'];
  const charges = /\/export\.csv(?:\?|$)/.test(path) && !(status === 405 && headers.allow !== undefined);
  return charges && status < 400 ? [...body, `HEAD of an export is ${status}, not 405 with Allow`] : body;
}

function conformance(method: string, path: string, answer: FuzzAnswer): string[] {
  try {
    // It has all fields of a response that are read.
    assertConforms(method, path, answer as unknown as Response);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message.slice(0, 600) : String(error)];
  }
}

interface Result {
  data?: unknown;
  errors?: Array<{ message?: unknown; path?: unknown[]; extensions?: { code?: unknown } }>;
}

function faultsOfResult(sent: FuzzRequest, { status, body, text }: FuzzAnswer): string[] {
  if (text === '') return status < 400 ? ['an empty body'] : [];
  const { data, errors } = body as Result;
  const nulls = nullsWithoutError(sent, body);
  if (nulls.length > 0) return nulls;
  if (errors === undefined)
    return data === undefined ? [`neither data nor errors: ${text.slice(0, 200)}`] : [];
  if (!Array.isArray(errors) || errors.length === 0) return [`errors are no list: ${text.slice(0, 200)}`];
  return errors.flatMap(({ message, path, extensions }) => {
    const code = String(extensions?.code);
    const known = code === code.toUpperCase() && code.toLowerCase() in STATUS;
    if (!known) return [`the code ${code} is not documented: ${String(message)}`];
    if ((STATUS[code.toLowerCase()] ?? 0) >= 500) return [`${code} at ${placeOf(path, sent)}`];
    return typeof message === 'string' && message !== '' ? [] : ['an error without a message'];
  });
}

/** Replaces the aliases of one document by fields in the path of an error. */
function placeOf(path: unknown[] | undefined, { body = '' }: FuzzRequest): string {
  const [root, ...rest] = (path ?? []).filter((step) => typeof step === 'string').map(String);
  const [, field = root ?? 'the operation'] = new RegExp(`${root}: (\\w+)`).exec(body) ?? [];
  return [field, ...rest.map((step) => step.replace(/^a\d+_/, ''))].join('.');
}
