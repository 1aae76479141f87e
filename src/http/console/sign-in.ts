import { z } from 'zod';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { sendJson } from '../../lib/send.ts';
import type { SignInCode } from '../../modules/access/sign-in-code.ts';
import { refuseMethod } from '../errors.ts';
import type { ApiRequest, Middleware } from '../middleware.ts';
import { readJson } from '../read-json.ts';
import { stateOf } from '../request-state.ts';

/** Path below that of the page which is never the page. */
export const SIGN_IN_PATH = '/app/sign-in-code';

/** Many times the size of a code. */
const MAX_BODY_BYTES = 1024;

const bodySchema = z.strictObject({ code: z.string() });

const refuse = refuseMethod(['POST']);

/** Exchanges the one-time code of the demo for a key: `{"code"}` → `{"key", "user": {"name"}}`. */
export function exchangeSignInCode(signInCode: SignInCode): Middleware {
  return async (req, res, next) => {
    stateOf(req).route = SIGN_IN_PATH;
    if (req.method !== 'POST') return refuse(req, res, next);
    requireOwnPage(req);
    requireJson(req);
    const { data } = bodySchema.safeParse(await readJson(req, res, MAX_BODY_BYTES));
    if (!data) throw invalidValue('', 'must be a JSON object with the string "code" and nothing else');
    const { key, name } = signInCode.exchange(data.code);
    return sendJson(res, 200, { key, user: { name } });
  };
}

/**
 * Refuses requests that a page of another origin makes a browser send. A page cannot read the response, but its wrong
 * codes would count.
 *
 * @throws Fault cross_site_request
 */
function requireOwnPage({ headers }: ApiRequest): void {
  const { origin, host, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  if (isOwn && site === 'same-origin') return;
  throw new Fault(
    'cross_site_request',
    'Only the console of this service may send this request. Open the link that the demo printed.',
  );
}

/** @throws Fault unsupported_media_type */
function requireJson({ headers }: ApiRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw new Fault('unsupported_media_type', 'Send the header Content-Type: application/json.');
}
