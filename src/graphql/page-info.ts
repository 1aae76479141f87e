import { innerType } from './builder.ts';

export type MaybePromise<T> = T | Promise<T>;

/** Whether there are objects beyond a page. A page may find out only when a query selects it. */
export interface Ends {
  readonly hasNextPage: MaybePromise<boolean>;
  readonly hasPreviousPage: MaybePromise<boolean>;
}

export interface PageInfo extends Ends {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** The type of the plugin takes plain properties. These fields may be promises, which need resolvers. */
export const PageInfoRef = innerType<PageInfo>('PageInfo', {
  description: 'Position of a page in its connection.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there are objects after this page.',
      resolve: ({ hasNextPage }) => hasNextPage,
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether there are objects before this page.',
      resolve: ({ hasPreviousPage }) => hasPreviousPage,
    }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'Cursor of the first edge; null for an empty page.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Cursor of the last edge, for `after`; null for an empty page.',
    }),
  }),
});
