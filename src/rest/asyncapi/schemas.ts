import { ID } from '../answers/serializers.ts';
import type { TYPES } from '../events.ts';
import { AT } from '../examples.ts';
import { openApiDocument } from '../openapi/document.ts';
import { type JsonObject, refTo } from '../openapi/json-schema.ts';
import { AT_TIME, kindsOfEvents } from '../openapi/webhook-requests.ts';

const { schemas } = openApiDocument.components as { schemas: Record<string, JsonObject> };

/** Each type of events, with what it reports and the name of its schema. */
export const EVENTS = kindsOfEvents(schemas);

const WEBHOOK_ID = { ...ID, description: 'Webhook that is tested.' };
/** Schemas of the events, as the feed shows them, and of its pages. Those are the schemas of OpenAPI. */
export function eventSchemas(): Record<string, JsonObject> {
  const { EventPage } = schemas;
  const { properties } = EventPage as { properties: { events: JsonObject } };
  // In AsyncAPI, a discriminator has no mapping.
  const names = [...EVENTS.map(({ schemaName }) => schemaName), 'OtherEvent'];
  const events = { ...properties.events, items: { anyOf: names.map((name) => refTo(name)) } };
  return {
    ...Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}])),
    EventPage: { ...EventPage, properties: { ...properties, events } },
  };
}

/** Schema of the request of a test, which is no event of the feed. */
export const testSchema: JsonObject = {
  type: 'object',
  properties: {
    type: { const: 'webhook.test', description: 'That this is a test.' },
    at: AT_TIME,
    data: {
      type: 'object',
      properties: {
        webhook_id: WEBHOOK_ID,
      },
      required: ['webhook_id'],
      description: 'Values of the test.',
    },
  },
  required: ['type', 'at', 'data'],
  description: 'A test of a webhook, beside the feed.',
};

const PERMISSION = { permission_id: 3, access_level: 'viewer', user_id: 2, actor_id: 1 };

const COUNTS = { rows: 1000, matched: 870, unmatched: 120, invalid: 10, duplicates: 32 };

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
  'job.finished': { job_id: 7, counts: COUNTS, status: 'done', price: 0 },
  'job.awaiting_approval': { job_id: 7, counts: COUNTS, price: 0 },
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
