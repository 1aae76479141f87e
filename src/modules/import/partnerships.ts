import { InvalidField, parseDomain } from './fields.ts';
import type { Importer, ImporterContext } from './importer.ts';
import { createObservationImporter } from './observation-importer.ts';
import { fillPartnerships, rebuildPartnerships } from './partnership-sides.ts';

/** Imports partnerships. Each row is observed from one side; readers see both sides merged (contract, section 5). */
export function createPartnershipImporter(context: ImporterContext): Promise<Importer> {
  return createObservationImporter(context, {
    objectField: 'partner_domain',
    parseObject: parseDomain,
    objectIsDomain: true,
    table: {
      name: 'partnership_observation',
      key: ['observer_id', 'partner_id'],
      values: ['observation_count', 'first_observed_at', 'last_observed_at'],
    },
    resolveObject(domain, subjectId, domains) {
      const partnerId = domains.companyOf(domain, 'partner_domain');
      if (partnerId !== subjectId) return partnerId;
      throw new InvalidField('partner_domain', 'belongs to the same company as domain');
    },
    async mergeKeys({ changedKeys }) {
      const { client } = context;
      if (await fillPartnerships(client)) return { kinds: ['partnerships'] };
      await client.query('DROP TABLE IF EXISTS import_pair');
      await client.query(`
        CREATE TEMP TABLE import_pair ON COMMIT DROP AS
        SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b FROM (${changedKeys}) k`);
      await rebuildPartnerships(client);
      return { kinds: ['partnerships'] };
    },
  });
}
