import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  url: string;
  close(): Promise<void>;
}

/** Serves small pages for tests of the harness itself, with the policy of the console unless a page sets its own. */
export async function servePages(pages: Record<string, string | RequestListener>): Promise<PageServer> {
  const server = createServer((req, res) => {
    const page = pages[(req.url ?? '').split('?', 1)[0] ?? ''];
    if (page === undefined) return void res.writeHead(404).end();
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src *",
    );
    if (typeof page === 'string') res.end(page);
    else page(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a page without faults around its content. */
export function goodPage(body: string, head = '<title>Lists</title>'): string {
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">${head}<style>body { font: 16px sans-serif } button { min-height: 30px }</style></head>
<body><main><h1>Lists</h1>${body}</main></body></html>`;
}

/** Returns a listener that sends a script. */
export function script(text: string): RequestListener {
  return (_req, res) => res.setHeader('Content-Type', 'text/javascript').end(text);
}
