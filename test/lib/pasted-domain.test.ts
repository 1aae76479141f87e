import { describe, expect, it } from '@jest/globals';
import { domainIn, INVALID_DOMAIN } from '../../src/lib/domain-name.ts';
import { isSharedHost } from '../../src/lib/shared-hosts.ts';
import { textKey } from '../../src/lib/text-key.ts';

describe('domainIn', () => {
  it.each([
    ['acme.example', 'acme.example', false],
    [' WWW。Acme．Example. ', 'acme.example', false],
    ['linkedin.com', 'linkedin.com', false],
    ['co.uk', 'co.uk', false],
    ['https://www.acme.example/about?x=y', 'acme.example', true],
    ['acme.example:8443', 'acme.example', true],
    ['acme.example/', 'acme.example', true],
    ['jane@acme.example', 'acme.example', true],
    ['https://linkedin.com', 'linkedin.com', true],
  ])('finds the domain in %j, and tells whether it was cut out', (text, domain, isCut) => {
    expect(domainIn(text)).toEqual({ domain, isCut });
  });

  it.each([
    ['linkedin.com/in/jane', INVALID_DOMAIN.shared],
    ['jane@web.de', INVALID_DOMAIN.shared],
    ['http://192.0.2.1/', INVALID_DOMAIN.ip],
    ['Acme Inc.', INVALID_DOMAIN.blank],
    ['', INVALID_DOMAIN.notHostName],
    ['n/a', INVALID_DOMAIN.noDot],
  ])('says why there is none in %j', (text, reason) => {
    expect(domainIn(text)).toEqual({ reason });
  });
});

describe('a host', () => {
  it.each([
    ...[
      'linkedin.com',
      'amazon.de',
      'en.wikipedia.org',
      'app.hubspot.com',
      'de.linkedin.com',
      'm.facebook.com',
      'x.com',
      'youtube.com',
      'sites.google.com',
    ],
    ...[
      'github.io',
      'wixsite.com',
      'blogspot.com',
      'myshopify.com',
      'webflow.io',
      'notion.site',
      'weebly.com',
    ],
    ...[
      'gmail.com',
      'yahoo.com',
      'yahoo.co.uk',
      'hotmail.fr',
      'outlook.com',
      'gmx.at',
      'icloud.com',
      'qq.com',
    ],
  ])('that many share: %s', (host) => {
    expect(isSharedHost(host)).toBe(true);
  });

  it.each([
    ...['acme.github.io', 'acme.wordpress.com', 'acme.myshopify.com', 'notlinkedin.com', 'x.com.example'],
    ...['co.uk', 'com', 'google.com', 'yahoo.acme.example', 'acme.gmx.de', 'live.example', 'acme.example'],
  ])('of one company: %s', (host) => {
    expect(isSharedHost(host)).toBe(false);
  });
});

describe('textKey', () => {
  it.each([
    ['Acme GmbH', 'ACME gmbh'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ΚΟΣΜΟΣ', 'κοσμος'],
    ['İzmir', 'izmir'],
  ])('is the same for %j and %j', (a, b) => {
    expect(textKey(a)).toBe(textKey(b));
  });
});
