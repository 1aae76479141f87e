import express, { type RequestHandler } from 'express';

/** 1 MiB (contract, section 1). */
const MAX_BODY_BYTES = 1024 * 1024;

/** Bodies are JSON whatever the Content-Type says: a forgotten header is no reason to refuse a request with a key. */
export const jsonBody: RequestHandler = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  type: () => true,
});
