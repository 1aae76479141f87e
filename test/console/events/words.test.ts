import { describe, expect, test } from '@jest/globals';
import { eventWords, type FeedEvent } from '../../../console/src/features/events/event-words.ts';
import { eventSentence } from '../../../console/src/features/list/audit/event-sentence.ts';

const NAMES: Record<number, string> = { 1: 'Ada', 2: 'Grace' };
const LIST = { listId: 7, list: { name: 'Kubernetes in DACH' } };

/** The words of an event for Ada, and the page that it leads to. */
function say(type: string, data: object, about: Partial<FeedEvent> = {}) {
  const event = { eventId: 1, type, at: '2026-03-01T12:00:00Z', listId: null, list: null, data, ...about };
  const { text, link } = eventWords(event as FeedEvent, { me: 1, nameOf: (id) => NAMES[id] });
  return [text, link?.to];
}

describe('an event of the feed in words', () => {
  test.each([
    [
      'LIST_MEMBERS_CHANGED',
      { entered: 1200, left: 3, tier_changed: 0, materialization_id: 2, previous_materialization_id: 1 },
      'Kubernetes in DACH: 1,200 entered, 3 left',
      '/app/lists/$listId/changes',
    ],
    [
      'LIST_DEFINITION_CHANGED',
      { version: 3, actor_id: 2 },
      'Grace changed the filter of Kubernetes in DACH to version 3',
      '/app/lists/$listId/history',
    ],
    [
      'LIST_DEFINITION_CHANGED',
      { version: 3, restored_version: 1, actor_id: 1 },
      'You restored version 1 of the filter of Kubernetes in DACH',
      '/app/lists/$listId/history',
    ],
    [
      'LIST_SHARED',
      { org_wide: true, access_level: 'viewer', actor_id: 9 },
      'Somebody shared Kubernetes in DACH with everybody as viewer',
      '/app/lists/$listId',
    ],
    [
      'LIST_UNSHARED',
      { user_id: 2, actor_id: 1 },
      'You stopped sharing Kubernetes in DACH with Grace',
      '/app/lists/$listId',
    ],
    ['LIST_UNSHARED', { user_id: 2, actor_id: 2 }, 'Grace left Kubernetes in DACH', '/app/lists/$listId'],
    [
      'LIST_TRANSFERRED',
      { from: 2, to: 1, actor_id: 2 },
      'Grace made you the owner of Kubernetes in DACH',
      '/app/lists/$listId',
    ],
  ])('%s of a list: %j', (type, data, text, to) => {
    expect(say(type, data, LIST)).toEqual([text, to]);
  });

  test.each([
    [
      'CATALOGUE_IMPORTED',
      { rows: { companies: 1, company_technologies: 2000, others: 3 }, as_of: null },
      'An import has finished: 1 company, 2,000 detections, 3 others',
      '/app/companies',
    ],
    [
      'FLAG_RESOLVED',
      { flag_id: 12, resolution: 'wont_fix' },
      'Report 12 was reviewed: will not be fixed',
      '/app/reports',
    ],
    [
      'WEBHOOK_DISABLED',
      { webhook_id: 3, reason: 'gone' },
      'Webhook 3 was disabled: its endpoint wants no more events',
      '/app/settings/webhooks',
    ],
    [
      'CREDITS_LOW',
      { balance: 40, threshold: 500 },
      'Credits are below 500: 40 were left',
      '/app/settings/credits',
    ],
    ['JOB_FINISHED', { job_id: 1, status: 'failed' }, 'Job 1 has failed', '/app/files/$jobId'],
    [
      'JOB_AWAITING_APPROVAL',
      { job_id: 1 },
      'Job 1 is matched and waits for an approval',
      '/app/files/$jobId',
    ],
    ['MOON_LANDED', {}, 'moon landed', undefined],
  ])('%s: %j', (type, data, text, to) => {
    expect(say(type, data)).toEqual([text, to]);
  });

  test('leads nowhere when the list was deleted, or is hidden', () => {
    expect(say('LIST_DELETED', { name: 'Old', actor_id: 2 }, { listId: 7 })).toEqual([
      'Grace deleted the list Old',
      undefined,
    ]);
    expect(say('LIST_MEMBERS_CHANGED', { entered: 1 }, { listId: 7 })).toEqual([
      'List 7: 1 entered',
      undefined,
    ]);
  });
});

const PEOPLE: Record<number, string> = { 1: 'Ada', 2: 'Grace' };
const sayAction = (action: string, details: unknown) =>
  eventSentence({ action, details }, (id) => PEOPLE[id] ?? `user ${id}`);

describe('an event of the audit log in words', () => {
  test.each([
    ['LIST_CREATED', { name: 'A' }, 'created the list as “A”'],
    ['LIST_CREATED', { name: 'A', copy_of: 7 }, 'created the list as “A”, a copy of list 7'],
    ['LIST_RENAMED', { from: 'A', to: 'B' }, 'renamed the list from “A” to “B”'],
    ['TAGS_CHANGED', { from: [], to: ['DACH', 'Q3'] }, 'tagged the list DACH, Q3'],
    ['TAGS_CHANGED', { from: ['DACH'], to: ['Q3'] }, 'changed the tags from DACH to Q3'],
    ['TAGS_CHANGED', { from: ['DACH'], to: [] }, 'removed the tags DACH'],
    ['DEFINITION_REPLACED', { version: 2 }, 'saved version 2 of the filter'],
    [
      'DEFINITION_RESTORED',
      { version: 3, restored_version: 1 },
      'restored version 1 of the filter, as version 3',
    ],
    ['DOMAINS_ADDED', { domains: ['a.com'] }, 'added 1 domain: a.com'],
    [
      'DOMAINS_ADDED',
      { domains: ['a.com', 'b.com'], no_longer_excluded: ['b.com'] },
      'added 2 domains: a.com, b.com; no longer excluded: b.com',
    ],
    [
      'DOMAINS_EXCLUDED',
      { domains: ['a.com'], no_longer_added: ['a.com'] },
      'excluded 1 domain: a.com; no longer added: a.com',
    ],
    [
      'DOMAINS_EXCLUDED',
      { domains: ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com'] },
      'excluded 7 domains: a.com, b.com, c.com, d.com, e.com and 2 more',
    ],
    ['DOMAIN_REMOVED', { domain: 'a.com' }, 'removed the domain a.com'],
    ['DOMAIN_UNEXCLUDED', { domain: 'a.com' }, 'lifted the exclusion of a.com'],
    [
      'PERMISSION_GRANTED',
      { permission_id: 9, access_level: 'viewer', user_id: 2 },
      'shared the list with Grace as viewer',
    ],
    [
      'PERMISSION_CHANGED',
      { permission_id: 9, access_level: 'editor', org_wide: true },
      'made everybody in the organization editor',
    ],
    [
      'PERMISSION_REVOKED',
      { permission_id: 9, access_level: 'editor', user_id: 7 },
      'revoked the access of user 7, which was editor',
    ],
    [
      'LIST_LEFT',
      { permission_id: 9, access_level: 'viewer', user_id: 2 },
      'left the list, and gave up access as viewer',
    ],
    ['OWNERSHIP_TRANSFERRED', { from: 1, to: 2 }, 'transferred the list from Ada to Grace'],
    ['LIST_WATCHED', {}, 'began to watch the list'],
    ['LIST_UNWATCHED', {}, 'stopped watching the list'],
    ['VIEW_SAVED', { name: 'Newest' }, 'saved the view Newest'],
    ['VIEW_DELETED', { name: 'Newest' }, 'deleted the view Newest'],
    [
      'LIST_EXPORTED',
      { materialization_id: 5, members: 2, credits_charged: 1 },
      'exported 2 companies for 1 credit',
    ],
    [
      'LIST_EXPORTED',
      { materialization_id: 5, tier: 'high', members: 1, credits_charged: 0 },
      'exported 1 company of the tier High for 0 credits',
    ],
  ])('%s with %j', (action, details, text) => {
    expect(sayAction(action, details)).toEqual({ text });
  });

  test('leaves details that it does not know to the reader', () => {
    expect(sayAction('LIST_CREATED', { name: 'A', template: 'b' })).toEqual({
      text: 'created the list as “A”',
      rest: { template: 'b' },
    });
    expect(sayAction('LIST_RENAMED', { from: 'A' })).toEqual({
      text: 'did: list renamed',
      rest: { from: 'A' },
    });
    expect(sayAction('LIST_PINNED', { place: 1 })).toEqual({ text: 'did: list pinned', rest: { place: 1 } });
    expect(sayAction('toString', null)).toEqual({ text: 'did: tostring' });
  });
});
