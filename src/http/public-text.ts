import { hash } from 'node:crypto';
import type { DoorHandler } from './door.ts';

/** Sends a text that is the same for everybody until the next release; whoever has it is told so (304). */
export function sendPublicText(mediaType: string, text: string): DoorHandler {
  const body = Buffer.from(text);
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 16)}"`;
  return (req, res) => {
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', 'public, no-cache');
    if (tagsIn(req.headers['if-none-match']).includes(etag)) {
      res.statusCode = 304;
      res.end();
      return;
    }
    res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
    res.setHeader('Content-Length', body.length);
    res.end(body);
  };
}

function tagsIn(header = ''): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
