import { EXAMPLES } from '../examples.ts';
import { COMMON_HEADERS, headersOf } from './headers.ts';
import { addComponent, type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';
import { errorResponses, NO_CREDENTIAL, SESSION_ONLY } from './operation.ts';
import type { ProblemCode } from './problems.ts';

const TAG = 'Sessions';

/** Errors of the paths that need no credential, because they give one or prepare it. */
const BEFORE_ANYBODY_IS_KNOWN: readonly ProblemCode[] = [
  'sign_in_closed',
  'cross_site_request',
  'insecure_origin',
  'passkeys_unavailable',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_error',
  'cost_too_large',
  'rate_limited',
  'overloaded',
  'internal_error',
  'unavailable',
];

const cookie = (description: string) => ({
  'Set-Cookie': { required: true, description, schema: { type: 'string' } },
});

const text = (description: string) => ({ type: 'string', description, minLength: 1, maxLength: 4096 });

const only = (name: string, schema: JsonObject) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
});

/**
 * Describes the operations that are no GraphQL documents (src/http/session/). `GET /v1/session` is one. The two addresses
 * that browsers visit on their way to an OpenID provider are pages, and no operations.
 */
export function sessionOperations(writer: SchemaWriter): Record<string, JsonObject> {
  addComponent(writer.components, 'SignInInput', {
    description: 'What a person shows: exactly one of these.',
    oneOf: [
      only('code', text('Code of a link that works once, from its fragment `#code=…`.')),
      only('key', text('Personal API key. The session ends with it.')),
      only('passkey', {
        type: 'object',
        additionalProperties: true,
        description:
          'What the browser made of the options of `POST /v1/session/passkey/options`: `AuthenticationResponseJSON` of Web Authentication.',
      }),
    ],
  });
  const { last_used_at: _, ...session } = { ...EXAMPLES.Session, signed_in_by: 'link' };
  return {
    post: {
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'Exchanges what a person shows for a session, which is in the cookie. For browsers: the page must be one of this service.',
      tags: [TAG],
      security: NO_CREDENTIAL,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refTo('SignInInput'),
            example: { code: 'tMUv3mJcYkP5hXo9Qd4bTn1sRf8gLw2zVe7aKi6pHu0' },
          },
        },
      },
      responses: {
        201: {
          description: 'Created',
          headers: {
            ...headersOf([...COMMON_HEADERS, 'Location']),
            ...cookie('The session: `__Host-session`, or `session` on http://localhost.'),
          },
          content: {
            'application/json': {
              schema: refTo('SignedIn'),
              example: {
                session,
                user: EXAMPLES.Person,
                organization: { organization_id: 1, name: 'Demo', credit_balance: 9999 },
              },
            },
          },
        },
        ...errorResponses(['sign_in_failed', 'user_credential_required', ...BEFORE_ANYBODY_IS_KNOWN], writer),
      },
    },
    delete: {
      operationId: 'signOut',
      summary: 'Sign out',
      description:
        'Ends the session of this request, on every process within five seconds, and removes the cookie.',
      tags: [TAG],
      security: SESSION_ONLY,
      responses: {
        204: {
          description: 'No Content',
          headers: { ...headersOf(['X-Request-Id']), ...cookie('Removes the session.') },
        },
        ...errorResponses(
          ['invalid_api_key', 'session_required', 'cross_site_request', 'internal_error', 'unavailable'],
          writer,
        ),
      },
    },
  };
}

/** Describes how to ask for a passkey. */
export function passkeySignInOperations(writer: SchemaWriter): Record<string, JsonObject> {
  addComponent(writer.components, 'PasskeyRequest', {
    type: 'object',
    additionalProperties: true,
    description:
      '`PublicKeyCredentialRequestOptionsJSON` of Web Authentication. The challenge in it can be answered once, within ten minutes.',
  });
  return {
    post: {
      operationId: 'createSignInOptions',
      summary: 'Get options to sign in with a passkey',
      description:
        'Options for `navigator.credentials.get()`. They name nobody: the person chooses a passkey in the browser. Nothing is stored.',
      tags: [TAG],
      security: NO_CREDENTIAL,
      requestBody: {
        required: false,
        content: { 'application/json': { schema: refTo('EmptyBody'), example: {} } },
      },
      responses: {
        200: {
          description: 'OK',
          headers: headersOf(COMMON_HEADERS),
          content: {
            'application/json': {
              schema: refTo('PasskeyRequest'),
              example: {
                rpId: 'data.acme.example',
                challenge: 'AZx…',
                timeout: 300_000,
                userVerification: 'required',
              },
            },
          },
        },
        ...errorResponses(BEFORE_ANYBODY_IS_KNOWN, writer),
      },
    },
  };
}
