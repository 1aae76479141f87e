import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { entityTagOf, isFresh } from '../lib/entity-tag.ts';
import { sendBytes, sendNothing } from '../lib/send.ts';
import type { Middleware } from './middleware.ts';

/** Supported content codings, the one that compresses best first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

interface Representation {
  bytes: Buffer;
  etag: string;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compression levels that take a fraction of a second for megabytes, on another thread (contract, section 1). */
const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzipped(bytes, { level: 6 }),
};

/** Below this size, compression saves less than its headers add (contract, section 1). */
const MIN_COMPRESSED_BYTES = 1000;

/**
 * Serves a text that does not change until the next release. It is compressed at the first use of each coding, and all
 * responses share the buffer: a client that does not read costs no more than its connection.
 */
export function serveStatic(mediaType: string, text: string): Middleware {
  const bytes = Buffer.from(text);
  const identity: Representation = { bytes, etag: entityTagOf(bytes) };
  const compressed = new Map<Encoding, Promise<Representation>>();
  const compress = (encoding: Encoding) => {
    const known = compressed.get(encoding);
    if (known) return known;
    const etag = entityTagOf(bytes, encoding);
    const representation = COMPRESS[encoding](bytes).then((coded) => ({ bytes: coded, etag }));
    compressed.set(encoding, representation);
    return representation;
  };
  return async (req, res) => {
    res.setHeader('Cache-Control', 'public, no-cache');
    res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
    if (bytes.length < MIN_COMPRESSED_BYTES) return send(req, res, identity);
    res.appendHeader('Vary', 'Accept-Encoding');
    const encoding = chooseEncoding(req.headers['accept-encoding']);
    if (!encoding) return send(req, res, identity);
    const representation = await compress(encoding);
    res.setHeader('Content-Encoding', encoding);
    send(req, res, representation);
  };
}

function send(req: IncomingMessage, res: ServerResponse, { bytes, etag }: Representation): void {
  res.setHeader('ETag', etag);
  if (isFresh(req.headers['if-none-match'], etag)) {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Encoding');
    sendNothing(res, 304);
    return;
  }
  res.setHeader('Content-Length', bytes.length);
  sendBytes(res, bytes, true);
}

/** Chooses the content coding of a response (RFC 9110, 12.5.3): the highest weight, then the order of ENCODINGS. */
export function chooseEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map(parseItem),
  );
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  // A header that does not mention identity accepts it as the last choice.
  const identity = weights.get('identity') ?? 0;
  let best: Encoding | undefined;
  for (const encoding of ENCODINGS) {
    const weight = weightOf(encoding);
    if (weight > 0 && weight >= identity && weight > (best ? weightOf(best) : 0)) best = encoding;
  }
  return best;
}

function parseItem(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const number = weight === undefined ? 1 : Number(weight);
  return [coding, number >= 0 && number <= 1 ? number : 0];
}
