import type { ColumnType } from 'kysely';

/** A column with a default, which an insert may leave out. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;
