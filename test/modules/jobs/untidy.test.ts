import { it } from '@jest/globals';
import { useService } from '../../harness/use-service.ts';
import { seedNumbered } from './numbered-rows.ts';
import { expectOutcomes } from './untidy.ts';

const { service, tenant } = useService('untidy', { works: true, seed: seedNumbered });

it('a file with every fault that spreadsheets have gets an outcome for each row', () =>
  expectOutcomes(service, tenant.userKey, 2_600));
