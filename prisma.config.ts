import { defineConfig } from 'prisma/config';

// `prisma generate` fetches a schema engine that it never runs, unless it is told of one: any program will do.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

/** For `prisma migrate deploy` and its like, which may take the place of `company-data migrate`. */
const url = process.env.DATABASE_URL;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
});
