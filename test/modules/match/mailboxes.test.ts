import { describe, expect, it } from '@jest/globals';
import { isPublicMailbox } from '../../../src/modules/match/mailboxes.ts';

describe('a domain of mailboxes for everybody', () => {
  it.each([
    'gmail.com',
    'hotmail.co.uk',
    'yahoo.co.jp',
    'gmx.de',
    'proton.me',
    'qq.com',
    'mail.ru',
    'tiscali.it',
  ])('%s says nothing about a company', (domain) => expect(isPublicMailbox(domain)).toBe(true));

  it.each(['acme.example', 'mail.acme.example', 'gmail.acme.example', 'notgmail.com'])(
    '%s may be of a company',
    (domain) => expect(isPublicMailbox(domain)).toBe(false),
  );
});
