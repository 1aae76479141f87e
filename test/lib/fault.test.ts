import { describe, expect, it } from '@jest/globals';
import { Fault, type FaultCode, HTTP_STATUS } from '../../src/lib/fault.ts';

const codes = Object.keys(HTTP_STATUS) as FaultCode[];
const passes = (code: FaultCode) => HTTP_STATUS[code] === 429 || HTTP_STATUS[code] === 503;

describe('a fault', () => {
  it('says when to try again if its status is 429 or 503, whoever makes it', () => {
    const faults = codes
      .filter(passes)
      .map((code) => new Fault(code, 'Later.', { details: { class: 'read' } }));
    expect(faults.length).toBeGreaterThan(3);
    for (const { details } of faults) expect(details).toEqual({ class: 'read', retry_after: 5 });
  });

  it('keeps the time that its author names', () => {
    expect(new Fault('overloaded', 'Later.', { details: { retry_after: 2 } }).details).toEqual({
      retry_after: 2,
    });
  });

  it('of another status has no time', () => {
    for (const code of codes.filter((each) => !passes(each)))
      expect(new Fault(code, 'No.').details).toEqual({});
  });
});
