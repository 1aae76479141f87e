import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';

const PUBLIC_URL = 'https://data.acme.example:8443';
const read = (url: string) => readConfig({ SMTP_URL: url, PUBLIC_URL }).mail;

describe('SMTP_URL', () => {
  it('names the server, the login and the sender of mail', () => {
    expect(
      read('smtp://post%40acme:p%40ss%2Fw%C3%B6rd@mail.acme.example:2525/?from=data@acme.example'),
    ).toEqual({
      host: 'mail.acme.example',
      port: 2525,
      isTls: false,
      needsStartTls: true,
      login: { user: 'post@acme', pass: 'p@ss/wörd' },
      from: { name: '', address: 'data@acme.example' },
    });
  });

  it('has a default for what it leaves out', () => {
    const from = { name: '', address: 'company-data@data.acme.example' };
    const plain = { isTls: false, needsStartTls: false, login: undefined, from };
    expect(read('smtp://relay')).toEqual({ ...plain, host: 'relay', port: 587 });
    expect(read('smtps://relay')).toEqual({ ...plain, host: 'relay', port: 465, isTls: true });
    expect(read('smtp://[::1]:25')).toEqual({ ...plain, host: '::1', port: 25 });
    expect(readConfig({ SMTP_URL: 'smtp://relay' }).mail?.from.address).toBe('company-data@localhost');
    expect(readConfig({ PUBLIC_URL }).mail).toBeUndefined();
  });

  it('may give the sender a name', () => {
    const from = encodeURIComponent('Acme data <Data@acme.example>');
    expect(read(`smtp://relay?from=${from}`)?.from).toEqual({
      name: 'Acme data',
      address: 'data@acme.example',
    });
  });

  it.each([
    ['smtp://post:secret@mail.acme.example', true],
    ['smtp://mail.acme.example', false],
    ['smtps://post:secret@mail.acme.example', false],
    ['smtp://post:secret@localhost', false],
    ['smtp://post:secret@127.0.0.1:25', false],
    ['smtp://post:secret@[::1]', false],
  ])('asks for STARTTLS before a login leaves the machine: %s', (url, needsStartTls) => {
    expect(read(url)?.needsStartTls).toBe(needsStartTls);
  });

  it.each([
    ['mail.acme.example:587', 'must be a URL such as'],
    ['https://hidden.example', 'must be a URL such as'],
    ['smtp://', 'must be a URL such as'],
    ['smtp://post:hidden/word@relay', 'must be a URL such as'],
    ['smtp://post:1/hidden@relay', 'must have each character'],
    ['smtp://post:hidden%@relay', 'must have each character'],
    ['smtp://post:1#hidden@relay', 'must have each character'],
    ['smtp://relay/hidden', 'must have nothing after the server but ?from='],
    ['smtp://relay?secure=hidden', 'must have nothing after the server but ?from='],
    ['smtp://relay?from=hidden', 'must have an e-mail address after from='],
    ['smtp://relay?from=hidden@a.example,eve@b.example', 'must have an e-mail address after from='],
    ['smtp://relay?from=', 'must have an e-mail address after from='],
  ])('is refused, and not repeated: %s', (url, fault) => {
    let message = '';
    try {
      read(url);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(`SMTP_URL ${fault}`);
    expect(message).not.toContain('hidden');
  });
});
