import type { ServerResponse } from 'node:http';
import { HTTP_STATUS } from './fault.ts';

/** `Link` headers (RFC 8288) that lead from an error to its row in the guide, by the code in lower case. */
export type HelpLinks = ReadonlyMap<string, string>;

/** Creates the headers once, so that a refusal costs a look-up. @param page path of the page about errors */
export function createHelpLinks(page: string): HelpLinks {
  return new Map(Object.keys(HTTP_STATUS).map((code) => [code, `<${page}#${code}>; rel="help"`]));
}

/** Adds the header for an error to its response. The first error of a response decides. */
export function setHelpLink(res: ServerResponse, links: HelpLinks, code: string): void {
  const link = links.get(code);
  if (link !== undefined && !res.headersSent && !res.hasHeader('Link')) res.setHeader('Link', link);
}
