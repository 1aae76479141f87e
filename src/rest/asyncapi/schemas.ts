import { type GraphQLEnumType, isEnumType } from 'graphql';
import { schema } from '../../api/schema.ts';
import { dataOf, nameOf } from '../../graphql/enums.ts';
import { ID } from '../answers/serializers.ts';
import { TYPES } from '../events.ts';
import { AT } from '../examples.ts';
import { openApiDocument } from '../openapi/document.ts';
import { type JsonObject, refTo, SchemaWriter } from '../openapi/json-schema.ts';

interface ObjectSchema extends JsonObject {
  properties: Record<string, JsonObject>;
  required: string[];
}

const { schemas } = openApiDocument.components as { schemas: Record<'Event' | 'EventPage', ObjectSchema> };
const writer = new SchemaWriter();

/** Each type of events, with what it reports and the name of its schema. */
export const EVENTS = TYPES.map((type) => {
  const value = eventType().getValue(nameOf(type));
  if (!value) throw new Error(`GraphQL has no type of events ${type}`);
  return {
    type,
    description: value.description,
    schemaName: schemaNameOf(type),
    data: writer.writeAnswer(dataOf(value)),
  };
});

function eventType(): GraphQLEnumType {
  const found = schema.getType('EventType');
  if (isEnumType(found)) return found;
  throw new Error('GraphQL has no enum EventType');
}

/** Returns `ListMembersChangedEvent` for `list.members_changed`. */
function schemaNameOf(type: string): string {
  return `${type.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}Event`;
}

/** Returns the schema of a request of a webhook (Standard Webhooks): its data repeat the type and the time. */
export function requestSchema(type: string, data: JsonObject): JsonObject {
  const { at } = schemas.Event.properties;
  return {
    type: 'object',
    properties: { type: { const: type, description: 'What the request reports.' }, timestamp: at, data },
    required: ['type', 'timestamp', 'data'],
  };
}

/** Schemas of the events, as the feed shows them, and of its pages. Those of all types are `Event` of OpenAPI, narrowed. */
export function eventSchemas(): Record<string, JsonObject> {
  const { events, ...ofPage } = schemas.EventPage.properties;
  const items = { oneOf: EVENTS.map(({ schemaName }) => refTo(schemaName)) };
  return {
    ...Object.fromEntries(EVENTS.map((each) => [each.schemaName, eventSchema(each)])),
    EventPage: { ...schemas.EventPage, properties: { events: { ...events, items }, ...ofPage } },
  };
}

function eventSchema({ type, description, data }: (typeof EVENTS)[number]): JsonObject {
  const { Event } = schemas;
  const { list_id, data: _, ...properties } = Event.properties;
  const ofList = isOfList(type)
    ? { list_id: { ...list_id, description: 'List that the event is about.' } }
    : {};
  const narrowed = {
    ...properties,
    type: { const: type, description },
    ...ofList,
    data: { ...data, description: 'Values of the event.' },
  };
  return { ...Event, description, properties: narrowed, required: Object.keys(narrowed) };
}

/** Schema of the request of a test, which is no event of the feed. */
export const testSchema: JsonObject = {
  type: 'object',
  properties: {
    type: { const: 'webhook.test', description: 'That this is a test.' },
    at: schemas.Event.properties.at,
    data: {
      type: 'object',
      properties: {
        webhook_id: { ...ID, description: 'Webhook that is tested.' },
      },
      required: ['webhook_id'],
      description: 'Values of the test.',
    },
  },
  required: ['type', 'at', 'data'],
  description: 'A test of a webhook, beside the feed.',
};

const PERMISSION = { permission_id: 3, access_level: 'viewer', user_id: 2, actor_id: 1 };

/** Values of an event of each type. */
const DATA: Readonly<Record<(typeof TYPES)[number], object>> = {
  'list.members_changed': {
    materialization_id: 12,
    previous_materialization_id: 9,
    index_version: 4,
    entered: 2,
    left: 1,
    tier_changed: 0,
    counts: { total: 41, high: 30, medium: 8, exploratory: 3 },
  },
  'list.definition_changed': { version: 2, actor_id: 1 },
  'list.shared': PERMISSION,
  'list.unshared': PERMISSION,
  'list.transferred': { from: 1, to: 2, actor_id: 1 },
  'list.deleted': { name: 'Software in Germany', actor_id: 1 },
  'catalogue.imported': { index_version: 4, as_of: '2026-02-28T00:00:00.000Z', rows: { companies: 1200 } },
  'flag.resolved': { flag_id: 3, company_id: 17, resolution: 'corrected' },
  'credits.low': { balance: 499, threshold: 500 },
  'webhook.disabled': { webhook_id: 2, reason: 'failing', failing_since: '2026-02-24T11:58:00.000Z' },
};

/** Returns an example of an event, as the feed shows it. */
export function exampleEvent(type: (typeof TYPES)[number]): object {
  const list = isOfList(type) ? { list_id: 1 } : {};
  return { event_id: 7, type, at: AT, ...list, data: DATA[type] };
}

/** Events of lists name the list. */
const isOfList = (type: string): boolean => type.startsWith('list.');
