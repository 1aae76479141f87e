import { z } from 'zod';
import { FlagResolution, ListAccess } from '../../generated/prisma/enums.ts';
import { recordOf } from '../../lib/json.ts';
import { MAX_ROW_ID } from '../../lib/page.ts';
import { meaningsText } from '../../lib/text.ts';
import { RESOLUTION_MEANINGS } from '../flags/resolutions.ts';
import { IMPORT_KINDS } from '../import/kinds.ts';

/** Types of events, with what each reports. Callers must accept types that are added later. */
export const EVENT_TYPES = {
  'list.members_changed': 'Companies entered or left a watched list, or changed tier.',
  'list.definition_changed': 'A new version of the definition of a list was saved or restored.',
  'list.shared': 'A list was shared, or the access level of a permission changed.',
  'list.unshared': 'A permission on a list was revoked or given up.',
  'list.transferred': 'A list was transferred to another owner.',
  'list.deleted': 'A list was deleted.',
  'catalogue.imported': 'An import changed the catalogue.',
  'flag.resolved': 'A data flag was reviewed.',
  'job.finished': 'A job was done, failed or was cancelled.',
  'job.awaiting_approval': 'All rows of a job are matched, and it waits for an approval.',
  'credits.low': 'The credit balance fell below the threshold that an admin has set.',
  'webhook.disabled':
    'The service disabled a webhook because its endpoint failed for five days or declined further events.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

/** Why a webhook is disabled, with what each means. */
export const DISABLED_REASONS = {
  by_owner: 'Its owner disabled it.',
  failing: 'Its endpoint failed for five days.',
  gone: 'Its endpoint answered with status 410.',
  expired: 'Its next events are no longer kept. Replay from a newer cursor before you enable it.',
  restored: 'The database was restored from a backup. All webhooks wait until they are enabled.',
} as const;
export type DisabledReason = keyof typeof DISABLED_REASONS;

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

/** The id of a row, or a version. */
export const id = (description: string) => z.int().min(1).max(MAX_ROW_ID).meta({ description });
const count = (description: string) => z.int().min(0).meta({ description });
const TIME = z.string().meta({ format: 'date-time', pattern: '\\.\\d{3}Z$' });

const { failing, gone, expired } = DISABLED_REASONS;
const actor_id = id('User who made the change.');
const index_version = count('Version of the filter index.');

const permission = {
  permission_id: id('Permission.'),
  access_level: z.enum(ListAccess).meta({
    description:
      'Access that the permission gives, or gave. `viewer`: reads and exports the list. `editor`: also changes it.',
  }),
  user_id: id('User who has the permission, or had it. Absent beside `org_wide`.').optional(),
  org_wide: z
    .literal(true)
    .optional()
    .meta({ description: 'Present if the permission is that of the whole organization.' }),
  actor_id,
};

const job = {
  job_id: id('Job.'),
  counts: z
    .object({
      rows: count('Number of rows in the file.'),
      matched: count('Number of rows that have a company.'),
      unmatched: count('Number of rows for which no company was found with enough confidence.'),
      invalid: count('Number of rows that cannot be read, or have no value that identifies a company.'),
      duplicates: count('Number of matched rows whose company an earlier row has.'),
    })
    .meta({ description: 'Rows by outcome.' }),
};

/** Values of events by type, as both APIs and webhooks show them. Documentation and the types of writers follow. */
export const EVENT_DATA = {
  'list.members_changed': z.object({
    materialization_id: id('Materialization after the change.'),
    previous_materialization_id: id('Materialization before the change.'),
    index_version,
    entered: count('Number of companies that entered the list.'),
    left: count('Number of companies that left the list.'),
    tier_changed: count('Number of companies that changed tier.'),
    counts: z
      .object({
        total: count('Number of members.'),
        high: count('Number of members of the tier `high`.'),
        medium: count('Number of members of the tier `medium`.'),
        exploratory: count('Number of members of the tier `exploratory`.'),
      })
      .meta({ description: 'Members after the change.' }),
  }),
  'list.definition_changed': z.object({
    version: id('New version of the definition.'),
    restored_version: id('Version that was restored. Absent if a definition was saved.').optional(),
    actor_id,
  }),
  'list.shared': z.object(permission),
  'list.unshared': z.object(permission),
  'list.transferred': z.object({ from: id('Owner until then.'), to: id('New owner.'), actor_id }),
  'list.deleted': z.object({
    name: z.string().meta({ description: 'Name of the list.' }),
    used_by: z.array(id('List.')).optional().meta({
      description: 'Lists that named it in their definitions. Absent if none did.',
    }),
    actor_id,
  }),
  'catalogue.imported': z.object({
    index_version,
    as_of: z.nullable(TIME).meta({ description: 'Newest observation in the catalogue; null without any.' }),
    rows: z
      .object(recordOf(IMPORT_KINDS, (kind) => count(`Accepted rows of the kind \`${kind}\`.`).optional()))
      .meta({ description: 'Number of accepted rows, by kind of file.' }),
  }),
  'flag.resolved': z.object({
    flag_id: id('Flag.'),
    company_id: id('Company that was flagged.'),
    resolution: z
      .nullable(z.enum(FlagResolution).meta({ description: meaningsText(RESOLUTION_MEANINGS) }))
      .meta({ description: 'Result of the review; null if the operator named none.' }),
  }),
  'job.finished': z.object({
    ...job,
    status: z.enum(['done', 'failed', 'cancelled']).meta({
      description: 'State in which it ended: `done`, `failed` or `cancelled`.',
    }),
    price: count('Credits that it has charged.'),
  }),
  'job.awaiting_approval': z.object({ ...job, price: count('Credits that it would charge.') }),
  'credits.low': z.object({
    balance: count('Credits that are left.'),
    threshold: z.int().min(1).meta({ description: 'Threshold that an admin has set, in credits.' }),
  }),
  'webhook.disabled': z.object({
    webhook_id: id('Webhook.'),
    reason: z
      .enum(['failing', 'gone', 'expired'] satisfies DisabledReason[])
      .meta({ description: `Why the service disabled it. ${meaningsText({ failing, gone, expired })}` }),
    failing_since: TIME.meta({
      description: 'When the first of its failed attempts was sent. Absent without any.',
    }).optional(),
  }),
} as const satisfies Record<EventType, z.ZodObject>;

export type EventData<Type extends EventType> = z.input<(typeof EVENT_DATA)[Type]>;
