import { randomBytes } from 'node:crypto';
import { sendBody } from '../../lib/send.ts';
import type { Middleware } from '../middleware.ts';
import { pageSecurity } from '../page.ts';
import { NONCE_PLACEHOLDER } from './files.ts';

/** 128 bits, as CSP recommends. */
const NONCE_BYTES = 16;

/**
 * Serves the page of the console. Its components add style elements while it runs, so each response allows those that
 * carry its nonce. Scripts are files only.
 *
 * @param template HTML with placeholders for the nonce.
 * @param marks what the page is told of the service: the content of `meta` elements, by name.
 */
export function servePage(template: string, marks: Readonly<Record<string, string>>): Middleware {
  const elements = Object.entries(marks).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">\n`,
  );
  const html = template.replace('</head>', () => `${elements.join('')}</head>`);
  const parts = html.split(NONCE_PLACEHOLDER);
  return async (req, res) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const secure = pageSecurity({
      styleSrc: ["'self'", `'nonce-${nonce}'`],
      fontSrc: ["'self'"],
      workerSrc: ["'self'"],
    });
    await new Promise<void>((resolve, reject) => {
      secure(req, res, (error) => (error ? reject(error) : resolve()));
    });
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    await sendBody(res, parts.join(nonce));
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns whether an Accept header lists `text/html` itself. Tools send a wildcard; browsers that navigate do not. */
export function listsHtml(accept = ''): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((range) => {
      const [type, ...parameters] = range.split(';').map((part) => part.trim());
      return type === 'text/html' && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
    });
}
