import { fileURLToPath } from 'node:url';

/** The migrations before they were merged into one set. Databases with these migrations are adopted. */
export const FORMER_DIR = fileURLToPath(new URL('former-migrations/', import.meta.url));
