import { describe, expect, it } from '@jest/globals';
import { schema } from '../../src/api/schema.ts';
import { CASES } from './crash-cases.ts';
import { describeCrashes, SECRETS } from './crashes.ts';

/** Mutations by the way they are retried after a crash. A new one needs a case in crash-cases.ts, or a reason here. */
const RETRIES = {
  'by its own effect': [
    'enrichPartnerships',
    'exportList',
    'createList',
    'flagCompany',
    'createApiKey',
    'rotateApiKey',
    'revokeApiKey',
    'revokeSession',
    'revokeSessions',
    'addPasskey',
    'renamePasskey',
    'removePasskey',
    'resolveFlag',
    'grantCredits',
    'updateOrganization',
    'updateUser',
    'inviteUser',
    'createOrganization',
    'updateDigest',
    'applyImport',
    'createServiceAccount',
    'createWebhook',
    'updateWebhook',
    'rotateWebhookSecret',
    'replayWebhook',
    'skipWebhookEvent',
    'deleteWebhook',
    'updateJob',
    'approveJob',
    'cancelJob',
    'retryJob',
    'deleteJob',
    'setFavourite',
    'saveDraft',
    'deleteDraft',
    'createExportJob',
    'createField',
    'updateField',
    'deleteField',
    'setFieldValues',
  ],
  'by changeList': [
    ...['deleteList', 'replaceDefinition', 'restoreDefinition', 'addDomains', 'removeDomain'],
    ...[
      'excludeDomains',
      'unexcludeDomain',
      'grantPermission',
      'revokePermission',
      'leaveList',
      'transferOwnership',
      'duplicateList',
      'updateList',
      'watchList',
      'unwatchList',
      'saveView',
      'deleteView',
    ],
  ],
  'not recorded, because a repetition changes nothing more': [
    'materializeList',
    'updateApiKey',
    'createPasskeyOptions',
    'testWebhook',
  ],
};

describe('every mutation', () => {
  it('states how it is retried after a crash', () => {
    const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(names.sort()).toEqual(Object.values(RETRIES).flat().sort());
  });
});

/** One of each way to change something: with a charge, a new row, a version, a lock of the list, a job, several in a document. */
const SHORT: readonly string[] = [
  'an enrichment is charged once and answered with that charge',
  'a list is created once',
  'a definition gets one new version, without a conflict with itself',
  'a list is deleted once, although it no longer exists',
  'a job is approved once, and not refused because it runs already',
  'each of three mutations in a document runs once',
];

describe('a process that dies at any statement, with a retry in another process', () => {
  const cases = CASES.filter(({ name }) => SHORT.includes(name));

  it('runs the cases that the short form names', () => {
    expect(cases).toHaveLength(SHORT.length);
  });

  describeCrashes(cases, SECRETS.slice(0, 1));
});
