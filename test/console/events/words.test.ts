import { describe, expect, test } from '@jest/globals';
import { eventSentence } from '../../../console/src/features/list/audit/event-sentence.ts';

const NAMES: Record<number, string> = { 1: 'Ada', 2: 'Grace' };
const say = (action: string, details: unknown) =>
  eventSentence({ action, details }, (id) => NAMES[id] ?? `user ${id}`);

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
    expect(say(action, details)).toEqual({ text });
  });

  test('leaves details that it does not know to the reader', () => {
    expect(say('LIST_CREATED', { name: 'A', template: 'b' })).toEqual({
      text: 'created the list as “A”',
      rest: { template: 'b' },
    });
    expect(say('LIST_RENAMED', { from: 'A' })).toEqual({ text: 'did: list renamed', rest: { from: 'A' } });
    expect(say('LIST_PINNED', { place: 1 })).toEqual({ text: 'did: list pinned', rest: { place: 1 } });
    expect(say('toString', null)).toEqual({ text: 'did: tostring' });
  });
});
