import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// The least that a response costs: Node's server and the pool of the service, with nothing around them.

const [root] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(root, 'dist', path)).href);
const { createPool } = await load('database/client.js');
const { findCompanies } = await load('modules/catalogue/queries.js');

const poolSize = Number(process.env.DATABASE_POOL_SIZE);
const pool = createPool({ url: process.env.DATABASE_URL, poolSize, kept: poolSize });

/** Answers by the first part of the path. */
const ANSWERS = {
  nothing: () => '',
  one: async () => JSON.stringify((await pool.query({ name: 'one', text: 'SELECT 1 AS one' })).rows[0]),
  company: async (identifier) => {
    const [company] = await findCompanies(pool, identifier.includes('.') ? 'domain' : 'slug', [identifier]);
    return JSON.stringify({ texts: company.row });
  },
};

const server = createServer(async (request, response) => {
  const [, answer, identifier] = request.url.split('/');
  const body = await ANSWERS[answer](identifier);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await pool.end();
});
