import type { MailSettings } from '../../config/sign-in.ts';
import type { Logger } from '../../lib/logger.ts';

/** Time after which a mail counts as not sent: an admin waits for the answer. */
const TIMEOUT_MS = 5_000;

/** A mail in plain text. */
export interface Mail {
  to: string;
  /** Default: none. */
  replyTo?: string;
  subject: string;
  text: string;
  /** Headers beside those of all mails. */
  headers?: Record<string, string>;
}

/**
 * What became of a mail: the server took it, will never take it, or did not take it; `unknown` if it did not answer, and may have
 * taken it.
 */
export const MAIL_OUTCOMES = ['sent', 'refused', 'unsent', 'unknown'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Sends a mail. @returns what became of it, after five seconds at most. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>;

/** Loaded with the first mail, so that no start waits for it. */
const nodemailer = () => import('nodemailer');

function serverOf({ host, port, isTls, needsStartTls, login }: MailSettings) {
  return { host, port, secure: isTls, requireTLS: needsStartTls, ...(login ? { auth: login } : {}) };
}

/** Connects to the server, is greeted, and logs in if it has a login. Mails nothing. @throws the reason why it cannot */
export async function attemptLogin(settings: MailSettings): Promise<void> {
  const { createTransport } = await nodemailer();
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  await createTransport({ ...serverOf(settings), ...limits }).verify();
}

export function createMailer(settings: MailSettings, logger: Logger): SendMail {
  const server = serverOf(settings);
  return async ({ to, replyTo, headers, ...content }) => {
    try {
      const { createTransport } = await nodemailer();
      await createTransport(server).sendMail({
        ...content,
        from: settings.from,
        // As objects, addresses are not read as lists.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        // Keeps programs from replying (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return 'sent';
    } catch (error) {
      logger.warn({ mail: describe(error) }, 'a mail could not be sent');
      return outcomeOf(error);
    }
  };
}

/** Returns what a failure says about the mail. A permanent refusal has a code from 500 (RFC 5321, 4.2.1). */
function outcomeOf(error: unknown): MailOutcome {
  const { responseCode, command, name } = error as Partial<SmtpFailure>;
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  if (responseCode !== undefined) return responseCode >= 500 && isAboutMail ? 'refused' : 'unsent';
  return name === 'AbortError' || command === 'DATA' ? 'unknown' : 'unsent';
}

interface SmtpFailure extends Error {
  code?: string;
  responseCode?: number;
  /** Command of SMTP that failed. */
  command?: string;
}

/** Returns what the log may say of a failure. A server that refuses the content may repeat it, with the link. */
function describe(error: unknown): object {
  const { code, responseCode, command, name, message }: SmtpFailure =
    error instanceof Error ? error : new Error(String(error));
  if (name === 'AbortError') return { code, reason: `no answer within ${TIMEOUT_MS / 1000} seconds` };
  const reason = command === 'DATA' || code === 'EMESSAGE' ? 'the server refused the content' : message;
  return { code, responseCode, command, reason };
}
