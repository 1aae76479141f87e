import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** Reads a complete Parquet file. @returns its rows, its columns with their types, and the rows of each group. */
export async function readParquet(bytes: Uint8Array) {
  const file = new Uint8Array(bytes).buffer;
  const metadata = parquetMetadata(file);
  const columns = parquetSchema(metadata).children.map(({ element: { name, type, logical_type } }) => [
    name,
    logical_type?.type ?? type,
  ]);
  const rows = await parquetReadObjects({ file, compressors });
  return { rows, columns, groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)) };
}
