import { TIME } from '../answers/serializers.ts';
import { TYPES } from '../events.ts';
import { type JsonObject, refTo } from './json-schema.ts';

/** When an event happened. */
export const AT_TIME = { ...TIME, description: 'When it happened.' };

/** Headers of each request of a webhook (Standard Webhooks). */
export const SIGNED_HEADERS = {
  type: 'object',
  properties: {
    'webhook-id': {
      type: 'string',
      description: 'The `event_id`: the same at each attempt. Store it with what you do, to do it once.',
    },
    'webhook-timestamp': {
      type: 'string',
      pattern: '^\\d+$',
      description:
        'When the request was sent, in seconds since 1970. Refuse what is older than five minutes.',
    },
    'webhook-signature': {
      type: 'string',
      pattern: '^v1,[\\w+/]{43}=( v1,[\\w+/]{43}=)?$',
      description:
        '`v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` in Base64. Two of them while a secret is replaced.',
    },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
};

/** Returns the schema of a request of a webhook (Standard Webhooks): its data repeat the type and the time. */
export function requestSchema(type: string, data: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { type: { const: type, description: 'What the request reports.' }, timestamp: AT_TIME, data },
    required: ['type', 'timestamp', 'data'],
  };
}

/** Returns each type of events, with what it reports and the name of its schema. @param schemas those of OpenAPI. */
export function kindsOfEvents(schemas: Readonly<Record<string, JsonObject>>) {
  const { anyOf } = schemas.Event as { anyOf: [{ discriminator: { mapping: Record<string, string> } }] };
  const { mapping } = anyOf[0].discriminator;
  return TYPES.map((type) => {
    const schemaName = String(mapping[type]).replace(/.*\//, '');
    return { type, description: schemas[schemaName]?.description, schemaName };
  });
}

/** Describes the requests that webhooks send, by type of event. @param schemas those of OpenAPI. */
export function webhookRequests(schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const parameters = Object.entries(SIGNED_HEADERS.properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  }));
  const requests = kindsOfEvents(schemas).map(({ type, description, schemaName }) => [
    type,
    {
      post: {
        operationId: `on${schemaName}`,
        summary: description,
        description: 'A webhook with the format `standard` sends this to its endpoint.',
        tags: ['Webhooks'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: requestSchema(type, refTo(schemaName)) } },
        },
        responses: {
          '2XX': { description: 'Confirms the event. After any other answer it is sent again later.' },
        },
      },
    },
  ]);
  return Object.fromEntries(requests);
}
