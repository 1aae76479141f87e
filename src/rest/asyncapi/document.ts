import { version } from '../../lib/files.ts';
import { AT } from '../examples.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json-schema.ts';
import { PREFIX } from '../openapi/served.ts';
import { requestSchema, SIGNED_HEADERS } from '../openapi/webhook-requests.ts';
import { EVENTS, eventSchemas, exampleEvent, testSchema } from './schemas.ts';

const DESCRIPTION = `Every event of an organization, in one order. The same events come in three ways:

- **Webhooks** send each event in a request of its own, by [Standard Webhooks](https://www.standardwebhooks.com).
- **The feed** has them page by page, at \`GET ${PREFIX}/events\`.
- The GraphQL subscription \`events\` reports them as they happen. Its messages have the fields that its document selects.

Other types of events will come, and types will get new fields: ignore those that you do not know.
Times are ISO 8601 in UTC with milliseconds.`;

/** Version of the binding of HTTP to AsyncAPI. */
const BINDING = '0.3.0';
const FEED = `${PREFIX}/events`;

const SENT = {
  'webhook-timestamp': '1772366401',
  'webhook-signature': 'v1,n1Xk0cyMp8C2PS3hVwY7yE3lPjxGqTzZ5mN4uKdQ0oA=',
};

const ref = (path: string) => ({ $ref: `#/${path}` });

/** The message of a request to an endpoint. */
function requestMessage(name: string, summary: unknown, schema: JsonObject, id: string, payload: object) {
  return {
    name,
    title: name,
    summary,
    traits: [ref('components/messageTraits/signed')],
    payload: schema,
    examples: [{ name, headers: { 'webhook-id': id, ...SENT }, payload }],
  };
}

const standard = (type: string, data: object) => ({ type, timestamp: AT, data });

const webhookMessages: Record<string, JsonObject> = {};
for (const { type, description, schemaName } of EVENTS) {
  const schema = requestSchema(type, ref(`components/schemas/${schemaName}`));
  const example = standard(type, exampleEvent(type));
  webhookMessages[type] = requestMessage(type, description, schema, '7', example);
}
const TEST = 'webhook.test';
webhookMessages[TEST] = requestMessage(
  TEST,
  'The owner of a webhook asked for a test. It is no event of the feed.',
  requestSchema(TEST, ref('components/schemas/WebhookTest')),
  'test_5f0c3bb1d2a4e6f708192a3b',
  standard(TEST, { type: TEST, at: AT, data: { webhook_id: 2 } }),
);
webhookMessages.slack = requestMessage(
  'slack',
  'An event, or a test, for a webhook with the format `slack`.',
  {
    type: 'object',
    properties: { text: { type: 'string', description: 'What happened, and its values.' } },
    required: ['text'],
  },
  '7',
  { text: 'A list was deleted.\nlist_id: 1, name: Software in Germany, actor_id: 1' },
);

const pageMessage = {
  name: 'EventPage',
  title: 'EventPage',
  summary: 'A page of the feed, oldest event first.',
  contentType: 'application/json',
  payload: ref('components/schemas/EventPage'),
  bindings: { http: { statusCode: 200, bindingVersion: BINDING } },
  examples: [
    {
      name: 'EventPage',
      payload: {
        events: EVENTS.map(({ type }) => exampleEvent(type)),
        next_cursor: 'ZXZlbnQ6MGE5YzM4NGUtYmI0My00MGUwLTk1Y2QtMWRhYjA3YmVjNWUyOjc',
      },
    },
  ],
};

/** Parameters of the feed, as a schema. */
function feedQuery(): JsonObject {
  const paths = openApiDocument.paths as Record<string, { get: { parameters: Parameter[] } }>;
  const parameters = paths[FEED]?.get.parameters.filter(({ name }) => name !== undefined) ?? [];
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

interface Parameter {
  name?: string;
  description: string;
  schema: JsonObject;
}

const { securitySchemes: ofRest } = openApiDocument.components as {
  securitySchemes: Record<string, JsonObject>;
};
/** The credentials of OpenAPI, by AsyncAPI's name for a key in a header or a cookie. */
const credentials = Object.fromEntries(
  Object.entries(ofRest).map(([name, scheme]) => [name, { ...scheme, type: 'httpApiKey' }]),
);
const { license } = openApiDocument.info as { license: { name: string } };

/** The AsyncAPI document of this service, which asyncapi.json holds and the server sends. */
export const asyncApiDocument: JsonObject = {
  asyncapi: '3.0.0',
  info: {
    title: 'Company data: events',
    version,
    description: DESCRIPTION,
    license: { name: license.name, url: 'https://opensource.org/license/mit' },
  },
  defaultContentType: 'application/json',
  servers: {
    service: {
      host: '{host}',
      protocol: 'http',
      description: 'The server that this document came from.',
      variables: { host: { default: '127.0.0.1:4000', description: 'Host and port of the service.' } },
    },
    endpoint: {
      host: '{host}',
      protocol: 'https',
      description: 'The endpoint of a webhook.',
      variables: { host: { description: 'Host of the `url` of the webhook.', examples: ['hooks.example'] } },
    },
  },
  channels: {
    webhook: {
      address: null,
      title: 'Requests of a webhook',
      description: 'Each webhook has an address of its own: its `url`.',
      servers: [ref('servers/endpoint')],
      messages: refsTo(webhookMessages),
    },
    feed: {
      address: FEED,
      title: 'The feed',
      description: 'Events of the last 30 days, page by page. `openapi.json` describes errors and headers.',
      servers: [ref('servers/service')],
      messages: refsTo({ EventPage: pageMessage }),
    },
  },
  operations: {
    sendEvent: {
      action: 'send',
      channel: ref('channels/webhook'),
      title: 'Send an event to an endpoint',
      description:
        'One request at a time for each webhook, in the order of the feed. A status from 200 to 299 within 15 seconds confirms the event. After any other answer it is sent again later, and the events behind it wait.',
      security: [ref('components/securitySchemes/signature')],
      bindings: { http: { method: 'POST', bindingVersion: BINDING } },
    },
    sendPage: {
      action: 'send',
      channel: ref('channels/feed'),
      title: 'Answer with a page of the feed',
      description:
        'Ask again with the `next_cursor` of the answer. A page without events means that there are none yet.',
      security: Object.keys(credentials).map((name) => ref(`components/securitySchemes/${name}`)),
      bindings: { http: { method: 'GET', query: feedQuery(), bindingVersion: BINDING } },
    },
  },
  components: {
    securitySchemes: {
      ...credentials,
      signature: {
        type: 'httpApiKey',
        in: 'header',
        name: 'webhook-signature',
        description: 'The signature by the secret of the webhook, `whsec_…`. The endpoint checks it.',
      },
    },
    messageTraits: {
      signed: {
        contentType: 'application/json',
        headers: SIGNED_HEADERS,
        bindings: { http: { headers: SIGNED_HEADERS, bindingVersion: BINDING } },
      },
    },
    messages: { ...webhookMessages, EventPage: pageMessage },
    schemas: { ...eventSchemas(), WebhookTest: testSchema },
  },
};
export const asyncApiText = `${JSON.stringify(asyncApiDocument, null, 2)}\n`;

function refsTo(messages: object): JsonObject {
  return Object.fromEntries(Object.keys(messages).map((name) => [name, ref(`components/messages/${name}`)]));
}
