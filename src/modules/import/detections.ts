import { Refusal } from './fields.ts';
import { type LoaderContext, settleChanged } from './loader.ts';
import { ObservationLoader } from './observation-loader.ts';

/** company_technologies: how often, when first and when last a technology was seen at a company. */
export class DetectionLoader extends ObservationLoader {
  readonly #technologies = new Map<string, number>();

  constructor(context: LoaderContext) {
    super(
      context,
      {
        subject: 'domain',
        object: 'tech_key',
        objectIsDomain: false,
        count: 'detection_count',
        first: 'first_seen',
        last: 'last_seen',
      },
      {
        name: 'company_technology',
        key: ['company_id', 'technology_id'],
        values: ['detection_count', 'first_seen', 'last_seen'],
      },
    );
  }

  override async prepare(): Promise<void> {
    await super.prepare();
    const { rows } = await this.context.client.query<[string, number]>({
      text: 'SELECT tech_key, id FROM technology',
      rowMode: 'array',
    });
    for (const [key, id] of rows) this.#technologies.set(key, id);
  }

  protected override resolveObject(key: string): number | Refusal {
    return this.#technologies.get(key) ?? new Refusal('tech_key', `no technology has the key ${key}`);
  }

  protected override async mergeKeys(): Promise<void> {
    const { client } = this.context;
    await client.query('INSERT INTO import_changed SELECT DISTINCT a FROM import_key');
    await settleChanged(client);
    await client.query(`
      UPDATE company c SET technology_count = counted.technologies, updated_at = now()
      FROM (
        SELECT company_id, count(*) AS technologies
        FROM company_technology JOIN import_changed USING (company_id) GROUP BY company_id
      ) counted
      WHERE c.id = counted.company_id`);
  }
}
