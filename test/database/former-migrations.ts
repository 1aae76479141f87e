import { fileURLToPath } from 'node:url';

/** The migrations as they were before they were merged into one set. Databases made with them are adopted. */
export const FORMER_DIR = fileURLToPath(new URL('former-migrations/', import.meta.url));
