// The standards that the service follows, each with the tests that check it, and where it differs. `npm run conformance` runs them.

/** `differs` says in which ways the service departs from a standard, and why. */
export const STANDARDS = [
  {
    name: '[GraphQL over HTTP](https://http-spec.graphql.org/September2026/), September 2026',
    by: 'all 61 audits of `graphql-http`, MUST, SHOULD and MAY, and tests of its status codes',
    tests: ['test/graphql/http-audit', 'test/graphql/over-http'],
    differs: [
      'Two audits (`423L`, `86EE`) expect 400 where the specification has 422. The service sends 422.',
      'Clients that accept only `application/json` get 200 with most errors, and 400 for malformed parameters. Such clients are older than the specification, which recommends 422 for them too, and the audits require 200.',
      'Unknown keys of a body are ignored. In the URL of a GET they are 400: there the specification says nothing, and a typing error shows.',
      '`HEAD` is 405: it would run an operation to throw its answer away.',
    ],
  },
  {
    name: '[Relay](https://relay.dev/graphql/connections.htm): connections and global ids',
    by: 'pages in both directions, and `node` for every id that the service shows',
    tests: ['test/graphql/backward-pages', 'test/graphql/nodes'],
    differs:
      'Cursors are bound to filters and order: under others they are refused, because rows would be skipped.',
  },
  {
    name: '[Apollo Federation 2](https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/federation)',
    by: 'composition of `npm run -s subgraph` with another subgraph',
    tests: ['test/graphql/federation'],
    differs:
      'No entities: other subgraphs reach types by root fields. Composition knows no `@oneOf`, so the subgraph has none; the service checks it.',
  },
  {
    name: '[OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0)',
    by: 'Redocly lints the document, and tests compare it with answers',
    tests: ['test/rest/openapi/conformance'],
    scripts: ['openapi:lint'],
  },
  {
    name: '[AsyncAPI 3](https://www.asyncapi.com/docs/reference/specification/v3.0.0)',
    by: 'its parser, and messages that the service sends',
    tests: ['test/rest/asyncapi/messages'],
    scripts: ['asyncapi:lint'],
  },
  {
    name: '[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457): problem details',
    by: '',
    differs:
      'Not followed. The body `{"detail": {"error", "message", …}}` is older than this choice, and callers depend on it. Codes and pointers say what `type` and extensions would.',
  },
  {
    name: '[RateLimit fields](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/), draft 11',
    by: 'headers of each class of points, in one process and in several',
    tests: ['test/http/rate-limit'],
    differs: 'The unit is `qu="points"`, since operations differ in what they cost.',
  },
  {
    name: '[Idempotency-Key](https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/), a draft',
    by: 'repeats, parallel requests and other contents',
    tests: ['test/http/idempotency.test', 'test/http/idempotency-keys', 'test/http/idempotency-concurrency'],
    differs: 'A bare key counts like a quoted one. The key is optional, as most requests are safe to repeat.',
  },
  {
    name: '[Standard Webhooks](https://www.standardwebhooks.com)',
    by: 'its library verifies what the service sends',
    tests: ['test/modules/webhooks/delivery'],
  },
  {
    name: '[WebAuthn](https://www.w3.org/TR/webauthn-3/)',
    by: 'registration and sign-in with an authenticator of software',
    tests: ['test/modules/sign-in/passkey'],
  },
  {
    name: '[OpenID Connect](https://openid.net/specs/openid-connect-core-1_0.html)',
    by: 'sign-in at a certified provider, `oidc-provider`',
    tests: ['test/modules/sign-in/oidc'],
  },
  {
    name: '[Model Context Protocol](https://modelcontextprotocol.io/specification/2026-07-28), 2026-07-28 and 2025-11-25',
    by: 'the conformance suite, the inspector, the client of its SDK, and the configurations in the [guide](../guides/agents.md)',
    tests: ['test/mcp/conformance', 'test/mcp/protocol'],
    differs:
      'Sessions, streams, completion, log messages and subscriptions are left out, since they are optional.',
  },
  {
    name: '[llms.txt](https://llmstxt.org)',
    by: 'its form, and every page that it names',
    tests: ['test/docs/guide', 'test/http/texts'],
  },
  {
    name: '[RFC 4180](https://www.rfc-editor.org/rfc/rfc4180): CSV',
    by: 'exports are read again, with quotes, line breaks and formulas',
    tests: ['test/modules/lists/export/round-trip', 'test/modules/lists/export/formula-cells'],
    differs: 'Rows end in LF, as most tools expect. Cells that a spreadsheet would run get an apostrophe.',
  },
];
