import { describe, expect, it } from '@jest/globals';
import { schema } from '../../src/api/schema.ts';

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
