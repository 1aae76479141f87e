import type { Route } from '../route.ts';
import type { JsonObject } from './json-schema.ts';

const keyOf = (kind: string, prefix: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: `${kind} (\`${prefix}…\`). Also accepted as a bearer token: \`Authorization: Bearer ${prefix}…\`.`,
});

/** Credentials. An operation names those that may call it. */
export const SECURITY_SCHEMES = {
  userKey: keyOf('A personal key', 'cds_user_'),
  orgKey: keyOf('A key of an organization', 'cds_org_'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The session of a person, in the pages of this service alone. On http://localhost, the cookie is named `session`.',
  },
} satisfies Record<string, JsonObject>;

type Scheme = keyof typeof SECURITY_SCHEMES;

/** Alternatives: any one of the credentials is enough. */
const anyOf = (...schemes: Scheme[]): JsonObject[] => schemes.map((scheme) => ({ [scheme]: [] }));

export const ANY_CREDENTIAL = anyOf('userKey', 'orgKey', 'session');
export const SESSION_ONLY = anyOf('session');
/** For operations that give a credential, or prepare it. */
export const NO_CREDENTIAL: JsonObject[] = [];

/** Returns the credentials that may call a route. Further rules, such as the role of the user, are in its description. */
export function securityOf({ needsUser, errors }: Route): JsonObject[] {
  if (errors.includes('session_required')) return SESSION_ONLY;
  return needsUser || errors.includes('user_credential_required')
    ? anyOf('userKey', 'session')
    : ANY_CREDENTIAL;
}
