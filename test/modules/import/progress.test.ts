import { describe, expect, it } from '@jest/globals';
import { createProgressMeter } from '../../../src/modules/import/progress.ts';

const MIB = 1024 * 1024;
const FILE = { path: '/data/companies.ndjson', kind: 'companies', size: 100 * MIB } as const;

/** A meter with a clock that the test moves. */
function startMeter(file: { path: string; kind: 'companies'; size: number | undefined } = FILE) {
  let now = 5000;
  const meter = createProgressMeter(() => now);
  meter.begin(2);
  meter.start(file);
  return {
    meter,
    /** Reads at a constant rate for some seconds. */
    readFor(seconds: number, rate: { bytes: number; rows: number }) {
      for (let tenth = 0; tenth < 10 * seconds; tenth += 1) {
        now += 100;
        meter.advance(rate.bytes / 10);
        meter.rows(rate.rows / 10);
      }
    },
    wait(seconds: number) {
      now += seconds * 1000;
    },
  };
}

const STEADY = { bytes: 10 * MIB, rows: 1000 };

describe('the progress of an import', () => {
  it('is that of the current file, and none between files', () => {
    const meter = createProgressMeter(() => 0);
    expect(meter.read()).toBeUndefined();
    meter.begin(2);
    meter.start(FILE);
    expect(meter.read()).toEqual({
      file: 1,
      files: 2,
      path: '/data/companies.ndjson',
      kind: 'companies',
      phase: 'reading',
      bytes: 0,
      size: 100 * MIB,
      rows: 0,
      rows_per_second: null,
      phase_seconds: 0,
      seconds_left: null,
    });
    meter.advance(7);
    meter.stop();
    expect(meter.read()).toBeUndefined();
    meter.start({ path: '-', kind: 'partnerships', size: undefined });
    expect(meter.read()).toMatchObject({ file: 2, path: '-', size: null, bytes: 0 });
  });

  it('has the time left from bytes, and rows a second, while the file is read', () => {
    const { meter, readFor } = startMeter();
    readFor(0.5, STEADY);
    expect(meter.read()).toMatchObject({ rows_per_second: null, seconds_left: null });
    readFor(2.5, STEADY);
    expect(meter.read()).toMatchObject({
      phase: 'reading',
      bytes: 30 * MIB,
      rows: 3000,
      rows_per_second: 1000,
      phase_seconds: 3,
      seconds_left: 7,
    });
  });

  it('has a moving average: what is older than ten seconds does not count', () => {
    const { meter, readFor } = startMeter();
    readFor(30, { bytes: 100, rows: 100 });
    readFor(5, { bytes: 300, rows: 300 });
    expect(meter.read()?.rows_per_second).toBe(200);
    readFor(5, { bytes: 300, rows: 300 });
    expect(meter.read()?.rows_per_second).toBe(300);
  });

  it('falls to zero rows a second, without a time left, when nothing more is read', () => {
    const { meter, readFor, wait } = startMeter();
    readFor(5, STEADY);
    wait(10);
    expect(meter.read()?.rows_per_second).toBeLessThan(500);
    wait(10);
    expect(meter.read()).toMatchObject({ rows_per_second: 0, seconds_left: null, phase_seconds: 25 });
  });

  it('has neither rate nor time left while rows are merged, but the time since then', () => {
    const { meter, readFor, wait } = startMeter();
    readFor(2, STEADY);
    meter.phase('merging');
    wait(42);
    expect(meter.read()).toMatchObject({
      phase: 'merging',
      rows: 2000,
      rows_per_second: null,
      seconds_left: null,
      phase_seconds: 42,
    });
  });

  it('has no time left of a pipe, whose size is unknown', () => {
    const { meter, readFor } = startMeter({ ...FILE, path: '-', size: undefined });
    readFor(2, STEADY);
    expect(meter.read()).toMatchObject({ size: null, rows_per_second: 1000, seconds_left: null });
  });
});
