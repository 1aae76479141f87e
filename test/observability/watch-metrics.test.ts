import { beforeAll, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createMetricsExporter } from '../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../src/observability/observability.ts';
import { captureLog } from '../harness/log.ts';
import { importRows } from '../harness/retire.ts';
import { useService } from '../harness/use-service.ts';
import { createList, GERMAN } from '../modules/lists/operations.ts';
import { untilEvaluated } from '../modules/lists/watch/support.ts';

const metrics = createMetricsExporter();
const observability = createObservability({ logger: captureLog('silent').logger, metrics });
const { service, tenant, rest } = useService('measured', { observability });
beforeAll(() =>
  importRows(service.database.pool, 'companies', { name: 'A', primary_domain: 'a.example', country: 'DE' }),
);

/** Returns the samples of watched lists after the last reading has expired. */
async function scrape(): Promise<string[]> {
  service.clock.advance({ seconds: 2 });
  const { text } = await supertest(metrics.listener).get('/metrics');
  return text.split('\n').filter((line) => /^company_data_watched_list(s|.*_(count|sum))/.test(line));
}

it('watched lists are counted, those that are due, and the delay of each event', async () => {
  const delay = (count: number) => [
    'company_data_watched_list_event_delay_seconds_sum 0',
    `company_data_watched_list_event_delay_seconds_count ${count}`,
  ];
  const lists = (watched: number, due: number) => [
    `company_data_watched_lists ${watched}`,
    `company_data_watched_lists_due ${due}`,
  ];
  expect(await scrape()).toEqual([...delay(0), ...lists(0, 0)]);
  for (const name of ['One', 'Two']) {
    const listId = await createList(service, tenant.userKey, name, GERMAN);
    await rest().put(`/v1/lists/${listId}/watch`).expect(204);
  }
  expect(await scrape()).toEqual([...delay(0), ...lists(2, 0)]);
  await importRows(service.database.pool, 'companies', {
    name: 'B',
    primary_domain: 'b.example',
    country: 'DE',
  });
  expect(await scrape()).toEqual([...delay(0), ...lists(2, 2)]);
  service.service.beginWork();
  await untilEvaluated(service);
  expect(await scrape()).toEqual([...delay(2), ...lists(2, 0)]);
});
