/** Type of the values of a column. `integer` has 32 bits; `date` is a day as YYYY-MM-DD. */
type ParquetType = 'text' | 'integer' | 'number' | 'boolean' | 'date';

/** A column of a Parquet file. Its values may be null. */
export interface ParquetColumn {
  /** Unique in the file. */
  name: string;
  type: ParquetType;
  /** Whether a value is a list of these. */
  isList?: boolean;
}
