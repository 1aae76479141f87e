/** Plural of a noun by its number. */
const counted = (count: number, formatted: string, one: string, many: string) =>
  `${formatted} ${count === 1 ? one : many}`;

const LEVELS: Readonly<Record<string, string>> = { viewer: 'viewer', editor: 'editor' };

/** Texts of the feed of events: the bell, and the page of all events. */
export const eventsText = {
  title: 'Events',
  isNew: 'New',
  all: 'All events',
  older: 'Show older events',
  empty: 'No events in the last 30 days',
  emptyBody:
    'Watch a list. Each import, and each change of the list, then says here which companies came and went.',
  end: 'Events are kept for 30 days. These are all of them.',
  intro:
    'What happened to lists that you can see, to the catalogue and to your organization in the last 30 days.',
  list: (id: number) => `List ${id}`,
  somebody: 'Somebody',
  you: 'You',
  youToo: 'you',
  everybody: 'everybody',
  entered: (count: string) => `${count} entered`,
  left: (count: string) => `${count} left`,
  tierChanged: (count: string) => `${count} changed tier`,
  membersChanged: (list: string, changes: string) => `${list}: ${changes}`,
  definitionChanged: (who: string, list: string, version: string) =>
    `${who} changed the filter of ${list} to version ${version}`,
  definitionRestored: (who: string, list: string, restored: string) =>
    `${who} restored version ${restored} of the filter of ${list}`,
  shared: (who: string, list: string, whom: string, level: string) =>
    `${who} shared ${list} with ${whom} as ${LEVELS[level] ?? level}`,
  unshared: (who: string, list: string, whom: string) => `${who} stopped sharing ${list} with ${whom}`,
  leftList: (who: string, list: string) => `${who} left ${list}`,
  transferred: (who: string, list: string, whom: string) => `${who} made ${whom} the owner of ${list}`,
  deleted: (who: string, name: string) => `${who} deleted the list ${name}`,
  imported: (rows: string, asOf: string | undefined) =>
    `An import has finished: ${rows}${asOf === undefined ? '' : `. Observations reach up to ${asOf}`}`,
  importedNothing: 'no rows',
  rows: {
    companies: (count: number, formatted: string) => counted(count, formatted, 'company', 'companies'),
    technologies: (count: number, formatted: string) =>
      counted(count, formatted, 'technology', 'technologies'),
    company_technologies: (count: number, formatted: string) =>
      counted(count, formatted, 'detection', 'detections'),
    partnerships: (count: number, formatted: string) =>
      counted(count, formatted, 'partnership', 'partnerships'),
  },
  otherRows: (kind: string, formatted: string) => `${formatted} ${kind}`,
  resolutions: {
    corrected: 'corrected',
    not_reproducible: 'not reproducible',
    wont_fix: 'will not be fixed',
  },
  flagResolved: (id: string, result: string) => `Report ${id} was reviewed: ${result}`,
  webhookDisabled: (id: string, reason: string) => `Webhook ${id} was disabled: ${reason}`,
  webhookReasons: {
    expired: 'its endpoint failed for five days',
    gone: 'its endpoint wants no more events',
  },
  webhookOtherReason: 'its endpoint failed',
  creditsLow: (threshold: string, balance: string) => `Credits are below ${threshold}: ${balance} were left`,
  other: (type: string) => type.toLowerCase().replaceAll('_', ' '),
} as const;
