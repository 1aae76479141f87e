/** Types of events, with what each reports. Callers must accept types that are added later. */
export const EVENT_TYPES = {
  'list.members_changed': 'Companies entered or left a watched list, or changed tier.',
  'list.definition_changed': 'A new version of the definition of a list was saved or restored.',
  'list.shared': 'A list was shared, or the access level of a permission changed.',
  'list.unshared': 'A permission of a list was revoked or given up.',
  'list.transferred': 'A list got another owner.',
  'list.deleted': 'A list was deleted.',
  'catalogue.imported': 'An import changed the catalogue.',
  'flag.resolved': 'A data flag was reviewed.',
  'credits.low': 'The credit balance fell below the threshold that an admin has set.',
  'webhook.disabled':
    'The service disabled a webhook, because its endpoint failed for five days or wants no more events.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

/** An event of the feed. */
export interface FeedEvent {
  eventId: number;
  type: EventType;
  at: Date;
  listId: number | null;
  /** By names in snake_case, over both APIs. */
  data: Record<string, unknown>;
}

/** An event with the cursor that leads to the events after it. */
export interface PlacedEvent {
  cursor: string;
  node: FeedEvent;
}

/** A page of the feed of one caller. */
export interface EventPage {
  edges: PlacedEvent[];
  /** Whether events after this page exist already. */
  hasNextPage: boolean;
  /** Whether the page begins after a cursor. */
  hasPreviousPage: boolean;
  /** Leads to the events after this page, once there are any. */
  nextCursor: string;
}
