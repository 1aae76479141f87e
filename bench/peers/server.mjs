import fastify from 'fastify';
import pg from 'pg';

const VALID_REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;

/** A pool of the same size as that of the service, in UTC. */
export const openPool = () =>
  new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DATABASE_POOL_SIZE),
    options: '-c TimeZone=UTC',
  });

/** Timestamps stay text: `2024-03-01 00:00:00+00` becomes ISO 8601 with milliseconds by slicing, without a Date. */
export const isoTimestamps = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
      : pg.types.getTypeParser(oid, format),
};

/** A failure that is reported to the caller. */
export class Problem extends Error {
  constructor(status, code, message, more = {}) {
    super(message);
    this.status = status;
    this.body = { detail: { error: code, message, ...more } };
  }
}

/** Fastify with the request ids and error bodies of the service; no log, no security headers. */
export function createServer() {
  const app = fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    requestIdHeader: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return given && VALID_REQUEST_ID.test(given) ? given : crypto.randomUUID();
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Problem) return reply.code(error.status).send(error.body);
    if (error.validation) {
      const errors = error.validation.map(({ instancePath, message }) => ({
        pointer: instancePath,
        message,
      }));
      return reply.code(422).send({ detail: { error: 'validation_error', message: error.message, errors } });
    }
    const status = error.statusCode ?? 500;
    return reply.code(status).send({ detail: { error: 'internal_error', message: 'Something went wrong.' } });
  });
  return app;
}

/** Listens on a free port, prints the URL, and stops at a signal. */
export async function serve(app, pool) {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`${JSON.stringify({ url })}\n`);
  process.once('SIGTERM', async () => {
    await app.close();
    await pool.end();
  });
}
