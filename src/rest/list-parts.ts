import { z } from 'zod';
import { idOf, PAGE } from './parameters.ts';

/** What routes below a list have in common. */
export const LIST_ID = idOf('The `list_id` of a list.');
export const LIST = z.strictObject({ list_id: LIST_ID });
export const PAGED = z.strictObject(PAGE);

export const noContent = () => ({ status: 204 });

/** The version of a definition is its entity tag. */
export const etag = (version: number) => ({ ETag: `"${version}"` });
