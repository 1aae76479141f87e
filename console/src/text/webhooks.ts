import type {
  EventType,
  WebhookDisabledReason,
  WebhookFormat,
  WebhookOutcome,
} from '../generated/graphql.ts';

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`;

const eventTypes: Record<EventType, string> = {
  LIST_MEMBERS_CHANGED: 'Members of a watched list changed',
  LIST_DEFINITION_CHANGED: 'Filter of a list changed',
  LIST_SHARED: 'List shared',
  LIST_UNSHARED: 'Access to a list ended',
  LIST_TRANSFERRED: 'List got another owner',
  LIST_DELETED: 'List deleted',
  CATALOGUE_IMPORTED: 'Catalogue imported',
  FLAG_RESOLVED: 'Report of wrong data resolved',
  CREDITS_LOW: 'Credits low',
  WEBHOOK_DISABLED: 'Webhook disabled',
};

const formats: Record<WebhookFormat, string> = { STANDARD: 'JSON', SLACK: 'Slack' };

const disabledReasons: Record<WebhookDisabledReason, string> = {
  BY_OWNER: 'It sends nothing, and keeps its place for 30 days.',
  FAILING:
    'Its endpoint failed for five days. Repair the endpoint, and enable the webhook. It goes on where it stopped.',
  GONE: 'Its endpoint answered with the status 410: it wants no more events. Delete the webhook, or enable it.',
  EXPIRED:
    'It waited for more than 30 days, and the events that came next are no longer kept. Choose where it goes on, then enable it.',
  RESTORED:
    'The database was restored from a backup. Read again what you follow, then enable it. It goes on where it stopped.',
};

const shortReasons: Record<WebhookDisabledReason, string> = {
  BY_OWNER: 'paused',
  FAILING: 'failed for five days, disabled',
  GONE: 'wants no more events, disabled',
  EXPIRED: 'waited for too long, disabled',
  RESTORED: 'waits since the database was restored',
};

const outcomes: Record<WebhookOutcome, string> = {
  DELIVERED: 'Delivered',
  REJECTED: 'Refused',
  TIMEOUT: 'No answer',
  UNREACHABLE: 'Not reached',
};

/** What went wrong, by the code of the service. Others are shown as they are. */
const reasons: Readonly<Record<string, string>> = {
  TIMEOUT: 'There was no answer within 15 seconds.',
  NO_ALLOWED_ADDRESS: 'The host has no address, or one that is not allowed.',
  ECONNREFUSED: 'Nothing listens at this address and port.',
  ECONNRESET: 'The endpoint closed the connection.',
  UND_ERR_SOCKET: 'The endpoint closed the connection.',
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another host.',
};

export const webhooksText = {
  eventTypes,
  formats,
  intro:
    'A webhook sends events to an address as they happen: lists that change, imports, credits that run low.',
  list: 'Webhooks',
  create: 'Create a webhook',
  empty: {
    title: 'No webhooks yet',
    body: 'Create one with the address of your receiver, or of an incoming webhook of Slack. Then send a test.',
  },
  allEvents: 'all events',
  typeCount: (count: number) => counted(count, 'type of event', 'types of events'),
  listCount: (count: number) => `of ${counted(count, 'list', 'lists')}`,
  by: (name: string) => `by ${name}`,
  states: {
    enabled: 'Enabled',
    failing: 'Failing',
    paused: 'Paused',
    disabled: 'Disabled',
    ownerDisabled: 'Owner disabled',
  },
  shortReasons,
  failing: (attempts: number) => (attempts === 1 ? 'failed' : `failed ${attempts} times, first`),
  next: 'next attempt',
  notice: (count: number) =>
    count === 1
      ? 'A webhook of yours was disabled. It sends nothing until you enable it.'
      : `${count} webhooks of yours were disabled. They send nothing until you enable them.`,
  form: {
    url: 'URL',
    urlHint: 'Begins with https:// and leads to a public address. Your operator can allow others.',
    urlFault: (fault: string) => `The URL ${fault}.`,
    label: 'Label',
    labelHint: 'What it is for, such as “CRM”. At most 100 characters.',
    labelFault: (fault: string) => `The label ${fault}.`,
    format: 'Format',
    formatHints: {
      STANDARD: 'The event as JSON, signed with a secret.',
      SLACK: 'A message for an incoming webhook of Slack.',
    },
    types: 'Events',
    all: 'All, also types that will be added',
    some: 'Types of events',
    noType: 'Choose at least one type of event.',
    lists: 'Only of these lists',
    listsHint: 'Without any, events of all lists and all other events are sent.',
    listsOnly: 'Events that belong to no list, such as imports, are not sent.',
    addList: 'Search a list by its name',
    noList: 'No list has this name.',
    chosen: 'Chosen lists',
    removeList: (name: string) => `Remove ${name}`,
    unknownList: (id: number) => `List ${id}, deleted or not shared with you`,
  },
  creating: { title: 'Create a webhook', action: 'Create' },
  created: {
    title: 'The secret of your webhook',
    warning: 'Your receiver checks the signatures with it. Copy it now: it is not shown again.',
    stored: 'I have stored it',
    done: 'Done',
    field: 'Secret',
  },
  editing: { action: 'Edit', title: 'Change the webhook' },
  rotation: {
    item: 'Replace the secret',
    title: 'Replace the secret?',
    body: 'You get a new secret. For 24 hours, requests have two signatures: by the new one and by the current one. Give your receiver the new one within this time.',
    again: 'The secret was replaced less than 24 hours ago. Replacing it again ends the one before at once.',
    action: 'Replace',
  },
  deletion: {
    item: 'Delete',
    title: (name: string) => `Delete ${name}?`,
    body: 'It sends nothing any more, and its deliveries and its secret are removed. This cannot be undone.',
    action: 'Delete',
    done: (name: string) => `${name} is deleted.`,
  },
  page: {
    more: 'More actions',
    title: 'Webhook',
    notFound: 'Webhook not found',
    notFoundBody: 'It was deleted, or it is not yours.',
    back: 'All webhooks',
    foreign: 'Only its owner can change it. As an admin, you can delete it.',
    facts: {
      state: 'State',
      format: 'Format',
      types: 'Events',
      lists: 'Lists',
      owner: 'Owner',
      created: 'Created',
      waiting: 'Still to be sent',
      oldSecret: 'Former secret ends',
    },
    allLists: 'All, and events without a list',
    you: 'you',
    moreLists: (count: number) => `and ${count} more`,
    nothingWaits: 'Nothing waits',
    waiting: (count: number, more: boolean) =>
      more ? `More than ${count} events, the oldest` : `${counted(count, 'event', 'events')}, the oldest`,
  },
  pausing: {
    item: 'Pause',
    done: 'The webhook is paused. It keeps its place for 30 days.',
  },
  notices: {
    paused: 'Paused',
    disabled: 'Disabled',
    failing: 'The endpoint fails',
    /** The time of the first attempt follows. */
    hangs: (event: number, attempts: number) =>
      attempts === 1 ? `Event ${event} failed` : `Event ${event} failed ${attempts} times, first`,
    next: 'The next attempt follows',
    failingBody: 'Later events wait behind it, and none is lost.',
    ownerDisabled: 'Its owner is disabled',
    ownerDisabledBody: 'It waits until an admin enables them.',
  },
  disabledReasons,
  enabling: {
    action: 'Enable',
    done: 'The webhook is enabled, and goes on where it stopped.',
    retry: 'Try again now',
    retried: 'The next attempt begins now.',
  },
  skipping: {
    action: 'Skip this event',
    title: (event: number) => `Skip event ${event}?`,
    body: 'Your endpoint never gets it. The next event is sent at once.',
    done: 'The event is skipped.',
  },
  testing: {
    action: 'Send a test',
    delivered: 'The test arrived',
    failed: 'The test did not arrive',
    took: (milliseconds: string) => `It took ${milliseconds} ms.`,
    status: (status: number) => `The endpoint answered with the status ${status}.`,
    redirect: 'Redirects are not followed.',
  },
  reasons,
  outcomes,
  replay: {
    item: 'Choose where it goes on',
    title: 'Where does it go on?',
    body: 'Your endpoint may get events that it had before. They keep their webhook-id, by which it can tell.',
    from: 'Send',
    choices: {
      oldest: 'everything that is kept: the last 30 days',
      event: 'from an event on',
      now: 'only what happens from now on',
    },
    nowBody: 'What was not sent yet is left out.',
    events: 'First event to send',
    choose: 'Choose an event',
    later: 'Later events',
    earlier: 'Earlier events',
    noEvents: 'There are no events that it would send.',
    event: (id: number) => `event ${id}`,
    action: 'Go on there',
    done: 'The webhook goes on there.',
    doneDisabled: 'The webhook goes on there once it is enabled.',
    here: 'Send again',
    hereOf: (id: number) => `Send again from event ${id} on`,
    hereTitle: (id: number) => `Send again from event ${id} on?`,
    hereBody: 'This event and all after it are sent, also those that your endpoint had before.',
    gone: 'This event is no longer kept.',
  },
  deliveries: {
    title: 'Deliveries',
    table: 'Attempts to send events',
    intro: 'Attempts of the last 7 days, newest first.',
    refresh: 'Refresh',
    columns: {
      at: 'When',
      result: 'Result',
      event: 'Event',
      attempt: 'Attempt',
      took: 'Duration',
      again: 'Again',
    },
    none: 'Nothing was sent in the last 7 days',
    noneBody: 'Events stand here once they are sent. Tests do not.',
    event: (id: number) => `event ${id}`,
    took: (milliseconds: string) => `${milliseconds} ms`,
  },
  errors: {
    quota: (limit: number) =>
      `Your organization has all the ${limit} webhooks that it may have. Delete one that is no longer needed. Admins see those of others.`,
    nothing_to_skip: 'It hangs on no event any more, so nothing was skipped.',
    cursor_expired:
      'The events that come next are no longer kept. Choose where it goes on: at a later event, or at the oldest that is kept.',
    webhook_not_found: 'The webhook was deleted meanwhile.',
    insufficient_access: 'Only its owner can do this. Admins can see and delete it.',
  },
} as const;
