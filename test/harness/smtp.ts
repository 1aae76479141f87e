import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type MailServerOptions = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;

export interface ReceivedMail {
  from: string;
  to: string[];
  /** User who logged in. */
  user: string | undefined;
  isEncrypted: boolean;
  headers: Record<string, string>;
  text: string;
}

export interface MailServer {
  port: number;
  /** Mails in the order in which they came. */
  mails: ReceivedMail[];
  close(): Promise<void>;
}

/** Reads a mail of one part in plain text. */
function read(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = source.indexOf('\r\n\r\n');
  // A header may go on in lines that begin with a blank.
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.replace(/:.*/, '').toLowerCase(), line.replace(/^[^:]*: /, '')]),
  );
  const body = source.slice(end + 4);
  const isQuoted = headers['content-transfer-encoding'] === 'quoted-printable';
  return { headers, text: (isQuoted ? unquote(body) : body).replaceAll('\r\n', '\n') };
}

/** Decodes quoted-printable (RFC 2045, 6.7). */
function unquote(body: string): string {
  const joined = body.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/**
 * Starts a mail server: by default without TLS and logins. It keeps what it takes.
 *
 * @param options with `onData`, it decides for itself what it takes.
 */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...read(source),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          isEncrypted: session.secure,
        });
        done();
      }, done);
    },
    ...options,
  });
  // A client that leaves is an error to the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: async () => {
      for (const connection of server.connections) connection.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
