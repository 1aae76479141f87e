import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { jsonPgSmartTags } from 'postgraphile/utils';

// PostGraphile 5 over the service's tables, and over a table of members if its arguments name the schema `lists_peer`.
// Smart tags declare the relations between members, companies, partners and technologies, because the large tables have
// no foreign keys. Runs on Node 22.

const schemas = ['public', ...process.argv.slice(2)];

const members = {
  'lists_peer.member': {
    tags: { foreignKey: '(company_id) references public.company (id)|@fieldName company' },
  },
};

const smartTags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      ...(schemas.includes('lists_peer') ? members : {}),
      'public.company': { tags: { unique: 'slug|@fieldName companyBySlug' } },
      'public.partnership': {
        tags: {
          foreignKey: [
            '(company_id) references public.company (id)|@foreignFieldName partnerships',
            '(partner_id) references public.company (id)|@fieldName partner|@foreignFieldName partnersOf',
          ],
        },
      },
      'public.company_technology': {
        tags: {
          foreignKey: [
            '(company_id) references public.company (id)|@foreignFieldName technologies',
            '(technology_id) references public.technology (id)|@fieldName technology',
          ],
        },
      },
    },
  },
});

const preset = {
  extends: [PostGraphileAmberPreset],
  plugins: [smartTags],
  // Without it, PostGraphile does not sort by columns that have no separate index.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas,
      poolConfig: { max: Number(process.env.DATABASE_POOL_SIZE), options: '-c TimeZone=UTC' },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
};

const instance = postgraphile(preset);
const server = createServer();
server.on('error', (error) => {
  throw error;
});
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), process.env.HOST, () => {
  process.stdout.write(`${JSON.stringify({ url: `http://${process.env.HOST}:${server.address().port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
