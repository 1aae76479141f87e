import { describe, expect, it } from '@jest/globals';
import {
  currentContext,
  OperationScope,
  runInternally,
  runUncounted,
  runWith,
} from '../../src/lib/request-context.ts';

describe('the request context', () => {
  it('is empty in internal work of the service', () => {
    expect(currentContext()).toEqual({});
    runWith({ replay: 'log' }, () => expect(runInternally(currentContext)).toEqual({}));
  });

  it('adds parts for everything that the work starts, and for nothing else', async () => {
    const [operation, other] = [new OperationScope('o1'), new OperationScope('o2')];
    const seen = await runWith({ operation }, async () => {
      await null;
      return runWith({ replay: 'log' }, async () => {
        await null;
        return [currentContext(), runWith({ operation: other }, currentContext)];
      });
    });
    expect(seen).toEqual([
      { operation, replay: 'log' },
      { operation: other, replay: 'log' },
    ]);
    expect(currentContext()).toEqual({});
  });

  it('marks reads that are not counted', () => {
    const operation = new OperationScope('o1');
    expect(runWith({ operation }, () => runUncounted(currentContext))).toEqual({
      operation,
      isUncounted: true,
    });
  });
});
