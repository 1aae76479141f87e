import { sendEvenly } from '../filters/pace.mjs';

/** Look-ups a second of the caller beside a job. */
export const RATE = 50;

/** @returns a function that looks companies up for some seconds, and returns percentiles of the answers' times */
export function lookUpsOf({ server, key }, companies, signal) {
  const calls = companies.map(({ slug }) => ({
    method: 'GET',
    path: `/v1/companies/${slug}`,
    headers: { 'X-API-Key': key },
  }));
  return (duration) => sendEvenly(server.url, calls, { rate: RATE, duration, connections: 10, signal });
}
