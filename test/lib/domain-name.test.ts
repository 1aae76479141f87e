import { describe, expect, it } from '@jest/globals';
import {
  cleanDomain,
  domainIn,
  INVALID_DOMAIN,
  normalizeDomain,
  toDomainPart,
  toLookUpDomain,
} from '../../src/lib/domain-name.ts';
import { isSharedHost } from '../../src/lib/shared-hosts.ts';
import { textKey } from '../../src/lib/text-key.ts';

describe('cleanDomain', () => {
  it.each([
    ['acme.example', 'acme.example'],
    [' \tWWW.Acme.Example\n', 'acme.example'],
    ['www.www.acme.example', 'www.acme.example'],
    ['wwwacme.example', 'wwwacme.example'],
    ['www.', undefined],
    ['www.com', undefined],
    ['acme', undefined],
    ['', undefined],
    ['.', '.'],
    ['https://acme.example/', 'https://acme.example/'],
    [`${'a'.repeat(249)}.com`, `${'a'.repeat(249)}.com`],
    [`${'a'.repeat(250)}.com`, undefined],
    [`www.${'a'.repeat(249)}.com`, `${'a'.repeat(249)}.com`],
    ['Bücher.Example', 'bücher.example'],
    ['WWW。Acme．Example', 'acme.example'],
    ['www｡bücher｡example', 'bücher.example'],
    ['。', '.'],
  ])('cleans %j to %j', (raw, cleaned) => {
    expect(cleanDomain(raw).domain).toBe(cleaned);
  });
});

/** 253 characters, in labels of 63 at most. */
const LONGEST = `${`${'x'.repeat(49)}.`.repeat(5)}com`;

describe('normalizeDomain', () => {
  it.each([
    [' WWW.Acme.Example. ', 'acme.example'],
    ['www.www.acme.example', 'www.acme.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.Example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['www.bücher.рф', 'xn--bcher-kva.xn--p1ai'],
    ['ΒΌΛΟΣ.example', 'xn--nxasmq6b.example'],
    ['ｗｗｗ。ｗｉｄｅ．example', 'wide.example'],
    ['💩.la', 'xn--ls8h.la'],
    ['co.uk', 'co.uk'],
    ['blogspot.com', 'blogspot.com'],
    ['acme.nosuchtld', 'acme.nosuchtld'],
    ['acme.localhost', 'acme.localhost'],
    ['_dmarc.acme_inc.example', '_dmarc.acme_inc.example'],
    ['acme.under_score', 'acme.under_score'],
    ['ab--cd.example', 'ab--cd.example'],
    ['1e.com', '1e.com'],
    ['1.2.3.example', '1.2.3.example'],
    ['acme.1a', 'acme.1a'],
    [`${'x'.repeat(63)}.example`, `${'x'.repeat(63)}.example`],
    [`www.${LONGEST}.`, LONGEST],
  ])('takes %j for %j', (raw, domain) => {
    expect(normalizeDomain(raw)).toEqual({ domain });
    expect(normalizeDomain(domain.replace(/^www\./, 'www.www.'))).toEqual({ domain });
    expect(toLookUpDomain(raw)).toBe(domain);
  });

  it.each([
    ['192.0.2.1', 'ip'],
    ['192.0.2.1.', 'ip'],
    ['127.1', 'ip'],
    ['0x7f.1', 'ip'],
    ['2130706433', 'ip'],
    ['１２７．１', 'ip'],
    ['2001:db8::1', 'ip'],
    ['[2001:db8::1]', 'ip'],
    ['fe80::1%eth0', 'ip'],
    ['acme corp.example', 'blank'],
    ['acme', 'noDot'],
    ['acme.', 'noDot'],
    ['www.com', 'noDot'],
    [`${'x'.repeat(64)}.example`, 'labelTooLong'],
    [`${'ü'.repeat(60)}.example`, 'labelTooLong'],
    [`x${LONGEST}`, 'tooLong'],
    [`${'亜'.repeat(500_000)}.example`, 'tooLong'],
    ['', 'notHostName'],
    ['.', 'notHostName'],
    ['acme..example', 'notHostName'],
    ['acme.example..', 'notHostName'],
    ['.acme.example', 'notHostName'],
    ['-acme.example', 'notHostName'],
    ['acme-.example', 'notHostName'],
    ['*.acme.example', 'notHostName'],
    ['https://acme.example/', 'notHostName'],
    ['acme.example/about', 'notHostName'],
    ['acme.example:443', 'notHostName'],
    ['jane@acme.example', 'notHostName'],
    ['acme%2eexample', 'notHostName'],
    ['acme％2e.example', 'notHostName'],
    ['acme.example?q', 'notHostName'],
    ['acme.example\\x', 'notHostName'],
    ['acme.123', 'notHostName'],
    ['256.256.256.256', 'notHostName'],
    ['1.2.3.4.5', 'notHostName'],
    ['xn--a.example', 'notHostName'],
    ['XN--ABC-.example', 'notHostName'],
    ['a\0.example', 'notHostName'],
    ['\ud800.example', 'notHostName'],
  ] as const)('refuses %.40j: %s', (raw, reason) => {
    expect(normalizeDomain(raw)).toEqual({ reason: INVALID_DOMAIN[reason] });
    expect(toLookUpDomain(raw)).toBe(cleanDomain(raw).domain);
  });
});

describe('toDomainPart', () => {
  it.each([
    ['acme', 'acme', false, false],
    ['.io', '.io', false, false],
    ['xn--bch', 'xn--bch', false, false],
    ['bücher', 'xn--bcher-kva', true, true],
    ['.bücher', '.xn--bcher-kva', false, true],
    ['bücher.', 'xn--bcher-kva.', true, false],
    ['bücher.ex', 'xn--bcher-kva.ex', true, false],
    ['acme。ex', 'acme.ex', false, false],
    ['．io', '.io', false, false],
    ['｡bücher', '.xn--bcher-kva', false, true],
    ['shop.bücher.рф', 'shop.xn--bcher-kva.xn--p1ai', false, true],
    ['ｗｉｄｅ', 'wide', false, false],
    ['①', '1', false, false],
    ['bücher/x', 'bücher/x', false, false],
    ['öl & gas', 'öl & gas', false, false],
    ['', '', false, false],
    ['..', '..', false, false],
  ])('converts %j to %j', (part, text, startsLabel, endsLabel) => {
    expect(toDomainPart(part)).toEqual({ text, startsLabel, endsLabel });
  });
});

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
