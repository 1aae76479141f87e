/** Settings that errors about the port of the metrics recommend. */
export const METRICS_SETTINGS = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
