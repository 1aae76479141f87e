import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { openState } from './request-state.ts';

const HEADER = 'X-Request-Id';
const VALID = /^[\w.:@/+=-]{1,128}$/;

/** Gives every request an id: the caller's own when it is a plain token of up to 128 characters, else a new one. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.get(HEADER);
  const id = given && VALID.test(given) ? given : randomUUID();
  openState(req, id);
  res.setHeader(HEADER, id);
  next();
};
