import type { ColumnType } from 'kysely';

/** A column with a default that is left out when inserting. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;
