import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// A resolver as tutorials of Pothos and Prisma write it: relations, no loaders, no keys and no limits. Its argument is the
// folder of the service, whose packages it uses. bench/lib/prisma.mjs generates its client.

const [root] = process.argv.slice(2);
const load = createRequire(join(root, 'package.json'));
const { default: SchemaBuilder } = load('@pothos/core');
const { default: PrismaPlugin } = load('@pothos/plugin-prisma');
const { createYoga } = load('graphql-yoga');
const { PrismaPg } = load('@prisma/adapter-pg');
const { PrismaClient } = createRequire(import.meta.url)('./prisma/generated/client/index.js');
const { getDatamodel } = await import('./prisma/generated/pothos-types.mjs');

const CHUNK = 10_000;

const adapter = new PrismaPg({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  options: '-c TimeZone=UTC',
});
const prisma = new PrismaClient({ adapter });
const builder = new SchemaBuilder({
  plugins: [PrismaPlugin],
  prisma: { client: prisma, dmmf: getDatamodel() },
});

/** Exposes the columns of a model, which have the same names. */
function expose(t, { ints = [], texts = [], times = [] }) {
  const options = { nullable: true };
  return Object.fromEntries([
    ...ints.map((name) => [name, t.exposeInt(name, options)]),
    ...texts.map((name) => [name, t.exposeString(name, options)]),
    ...times.map((name) => [
      name,
      t.string({ select: { [name]: true }, resolve: (row) => row[name].toISOString() }),
    ]),
  ]);
}

builder.prismaObject('Technology', { fields: (t) => expose(t, { texts: ['techKey', 'displayName'] }) });
builder.prismaObject('CompanyTechnology', {
  fields: (t) => ({
    ...expose(t, { ints: ['detectionCount'], times: ['firstSeen', 'lastSeen'] }),
    technology: t.relation('technology'),
  }),
});
builder.prismaObject('Partnership', {
  fields: (t) => ({
    ...expose(t, { ints: ['observationCount'], times: ['firstObservedAt', 'lastObservedAt'] }),
    partner: t.relation('partner'),
  }),
});
builder.prismaObject('Company', {
  fields: (t) => ({
    ...expose(t, {
      ints: ['id', 'foundedYear', 'domainCount', 'investorCount', 'technologyCount', 'partnershipCount'],
      texts: ['name', 'slug', 'primaryDomain', 'industry', 'employeeRange', 'country'],
    }),
    technologies: t.relation('technologies', {
      args: { first: t.arg.int({ required: true }) },
      query: ({ first }) => ({ take: first, orderBy: { detectionCount: 'desc' } }),
    }),
    partnerships: t.relation('partnerships', {
      args: { first: t.arg.int({ required: true }) },
      query: ({ first }) => ({ take: first, orderBy: { lastObservedAt: 'desc' } }),
    }),
  }),
});
builder.prismaObject('Member', {
  fields: (t) => ({ ...expose(t, { texts: ['tier'] }), company: t.relation('company') }),
});

builder.queryType({
  fields: (t) => ({
    company: t.prismaField({
      type: 'Company',
      nullable: true,
      args: { slug: t.arg.string({ required: true }) },
      resolve: (query, _root, { slug }) => prisma.company.findUnique({ ...query, where: { slug } }),
    }),
    members: t.prismaField({
      type: ['Member'],
      args: {
        listId: t.arg.int({ required: true }),
        first: t.arg.int({ required: true }),
        offset: t.arg.int({ defaultValue: 0 }),
      },
      resolve: (query, _root, { listId, first, offset }) =>
        prisma.member.findMany({
          ...query,
          where: { listId },
          orderBy: { companyId: 'asc' },
          take: first,
          skip: offset,
        }),
    }),
  }),
});

builder.mutationType({
  fields: (t) => ({
    materialize: t.int({
      args: { listId: t.arg.int({ required: true }), employeeRanges: t.arg.stringList({ required: true }) },
      resolve: async (_root, { listId, employeeRanges }) => {
        const where = { employeeRange: { in: employeeRanges } };
        const found = await prisma.company.findMany({ where, select: { id: true } });
        const data = found.map(({ id }) => ({ listId, companyId: id, tier: 'high' }));
        for (let start = 0; start < data.length; start += CHUNK)
          await prisma.member.createMany({ data: data.slice(start, start + CHUNK) });
        return data.length;
      },
    }),
  }),
});

const yoga = createYoga({ schema: builder.toSchema(), graphiql: false, logging: false, maskedErrors: false });
const server = createServer(yoga);
server.listen(Number(process.env.PORT), process.env.HOST, () => {
  process.stdout.write(`${JSON.stringify({ url: `http://${process.env.HOST}:${server.address().port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
