import { afterAll, describe, it } from '@jest/globals';
import { REST, valuesOf } from './expectations.ts';
import { assertRow, startMatrix, textOf } from './rows.ts';

// The routes map onto operations that `matrix.long.test.ts` asks over GraphQL, and `parity.test.ts` compares both.
const matrix = await startMatrix();
const { service } = matrix;
afterAll(() => service.close());

describe('access over REST', () => {
  it.each(Object.entries(REST))('is as expected for each caller: %s', async (name, expectation) => {
    const [method = '', template = ''] = name.split(' ');
    await assertRow(matrix, name, expectation, method !== 'GET', async (key, fixture) => {
      const values = { ...valuesOf(fixture), ...expectation.values?.(fixture) };
      const path = template.replace(/:(\w+)/g, (_, parameter: string) => String(values[parameter]));
      const rest = service.rest(key);
      const send = { GET: rest.get, POST: rest.post, PUT: rest.put, PATCH: rest.patch, DELETE: rest.delete };
      const response = await send[method as keyof typeof send](
        `/v1${path}${expectation.query?.(fixture) ?? ''}`,
        expectation.body?.(fixture),
      );
      const code: string | undefined = response.body?.detail?.error;
      return { class: code ?? (response.status < 300 ? 'ok' : `${response.status}`), text: textOf(response) };
    });
  });
});
