import { expect, it } from '@jest/globals';
import { readParquet } from '../../harness/parquet.ts';
import { seedCompany } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { type JobFile, makeJob, untilStatus } from './support.ts';

const { service, tenant, ids, rest, graphql } = useService<'acme'>('parquet', {
  works: true,
  tenantPerTest: true,
  seed: async (pool) => ({
    acme: await seedCompany(pool, { name: 'Acme', slug: 'acme', domains: ['acme.example'] }),
  }),
});

/** An earlier result, sent again. */
const FILE: JobFile = {
  header: ['Website', 'Employees', 'cd_name', 'cd_name_2'],
  fields: ['url', null, null, null],
  rows: [
    ['acme.example', 12, '=1+1', ''],
    ['nobody.example', null, 'Nobody'],
    { fault: 'has 5 cells, but the header has 4', text: 'a,b,c,d,e' },
  ],
};

it('gives the results of a job as Parquet: its columns as texts, and those of the service with types', async () => {
  const id = await makeJob(service, tenant, FILE, { maxCredits: 0, chunk: 2 });
  await untilStatus(service, id, 'done');
  const url = `/v1/jobs/${id}/result?format=parquet`;
  const { body: job } = await graphql('query ($id: ID!) { job(jobId: $id) { resultUrl(format: PARQUET) } }', {
    id: String(id),
  });
  expect(job.data).toEqual({ job: { resultUrl: url } });
  const { headers, body } = await rest().get(url).buffer(true).responseType('blob').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.apache.parquet',
    'content-disposition': expect.stringContaining(`job-${id}.parquet`),
  });
  const none = { cd_company_id: null, cd_name_3: null, cd_domain: null, cd_matched_by: null };
  expect(await readParquet(body)).toEqual({
    columns: [
      ['Website', 'STRING'],
      ['Employees', 'STRING'],
      ['cd_name', 'STRING'],
      ['cd_name_2', 'STRING'],
      ['cd_company_id', 'INT32'],
      ['cd_name_3', 'STRING'],
      ['cd_domain', 'STRING'],
      ['cd_confidence', 'DOUBLE'],
      ['cd_matched_by', 'STRING'],
      ['cd_status', 'STRING'],
      ['cd_duplicate', 'BOOLEAN'],
      ['cd_fault', 'STRING'],
    ],
    groups: [3],
    rows: [
      {
        ...{ Website: 'acme.example', Employees: '12', cd_name: '=1+1', cd_name_2: null },
        ...{ cd_company_id: ids.acme, cd_name_3: 'Acme', cd_domain: 'acme.example', cd_confidence: 1 },
        ...{ cd_matched_by: 'domain', cd_status: 'matched', cd_duplicate: false, cd_fault: null },
      },
      {
        ...{ Website: 'nobody.example', Employees: null, cd_name: 'Nobody', cd_name_2: null, ...none },
        ...{ cd_confidence: 0, cd_status: 'unmatched', cd_duplicate: false, cd_fault: null },
      },
      {
        ...{ Website: 'a,b,c,d,e', Employees: null, cd_name: null, cd_name_2: null, ...none },
        ...{ cd_confidence: 0, cd_status: 'invalid', cd_duplicate: false },
        cd_fault: 'has 5 cells, but the header has 4',
      },
    ],
  });
  const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
  expect(csv.text.split('\n')[0]).toBe(
    'Website,Employees,cd_name,cd_name_2,cd_company_id,cd_name_3,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_duplicate,cd_fault',
  );
});

it('refuses another format', async () => {
  const id = await makeJob(service, tenant, FILE);
  const { body } = await rest().get(`/v1/jobs/${id}/result?format=xlsx`).expect(422);
  expect(body.detail.errors).toEqual([
    { pointer: '/format', message: 'must be one of csv, ndjson, parquet' },
  ]);
});
