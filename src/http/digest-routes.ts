import { queryOf } from '../lib/http-headers.ts';
import { type Digests, UNSUBSCRIBE_PATH } from '../modules/digests/service.ts';
import { pageSecurity } from './page.ts';
import type { Middleware } from './request.ts';
import type { PlainRoute } from './session-routes.ts';

/**
 * Creates the routes of the link in digests. Mail programs post to it without a person (RFC 8058), so the token stands in the query.
 * A GET changes nothing, because programs that check links follow them.
 */
export function createDigestRoutes({
  check,
  unsubscribe,
}: Pick<Digests, 'check' | 'unsubscribe'>): readonly PlainRoute[] {
  const secure = pageSecurity({ formAction: ["'self'"] });
  const tokenOf = (url: string | undefined) => String(queryOf(url).token ?? '');
  const page =
    (body: string): Middleware =>
    (req, res, next) =>
      secure(req, res, (error) => {
        if (error) return next(error);
        res.setHeader('Cache-Control', 'no-store');
        res.setHeader('Content-Type', 'text/html; charset=utf-8');
        res.end(req.method === 'HEAD' ? undefined : htmlOf(body));
      });
  const asked = page(
    '<p>You get mails about watched lists that change.</p><form method="post"><button type="submit">Send me no more digests</button></form>',
  );
  const done = page(
    '<p>You get no more digests. You can turn them on again in <a href="/app/settings/signing-in">your account</a>.</p>',
  );
  const show: Middleware = async (req, res, next) => {
    await check(tokenOf(req.url));
    return asked(req, res, next);
  };
  const turnOff: Middleware = async (req, res, next) => {
    await unsubscribe(tokenOf(req.url));
    return done(req, res, next);
  };
  return [
    { path: UNSUBSCRIBE_PATH, method: 'GET', steps: [show] },
    { path: UNSUBSCRIBE_PATH, method: 'POST', steps: [turnOff] },
  ];
}

/** As the page that signs in looks: this page must work without scripts, and without the console. */
const STYLE = `
:root { color-scheme: light dark; --accent: #364fc7; --border: #dee2e6; --text: #212529; --page: #f8f9fa; --card: #fff }
body { display: grid; grid-template-columns: min(420px, 100%); place-content: center; min-height: 100dvh; margin: 0; padding: 16px; box-sizing: border-box;
  font: 14px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--text); background: var(--page) }
main { padding: 32px; background: var(--card); border: 1px solid var(--border); border-radius: 6px }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px; font-weight: 650; letter-spacing: -0.02em }
a { color: inherit }
button { min-height: 44px; padding: 0 18px; font: inherit; font-weight: 600; color: #fff; background: var(--accent); border: 0; border-radius: 6px; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  :root { --accent: #5c7cfa; --border: #3a4150; --text: #e1e4ea; --page: #14171d; --card: #1a1e25 }
  button { background: #364fc7 }
}`;

const htmlOf = (body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Digests of watched lists</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Digests of watched lists</h1>
${body}
</main>
</body>
</html>
`;
