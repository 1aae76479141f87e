import { z } from 'zod';
import { ID, PAGE } from './parameters.ts';

/** What routes below a list have in common. */
export const LIST = z.strictObject({ list_id: ID });
export const PAGED = z.strictObject(PAGE);

export const noContent = () => ({ status: 204 });

/** The version of a definition is its entity tag. */
export const etag = (version: number) => ({ ETag: `"${version}"` });
