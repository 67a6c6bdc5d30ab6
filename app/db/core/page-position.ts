import { type Expression, type ExpressionBuilder, type SqlBool, type StringReference, sql } from 'kysely';

/** The position of a row in a list that is sorted by age; `id` orders rows of the same millisecond. */
export interface PagePosition {
  /** Milliseconds since 1970. */
  createdAt: number;
  id: string;
}

/**
 * Returns the condition for the rows behind `before` in a list from new to old; without a position, all rows are. `createdAt`
 * and `id`: the columns by which the list is sorted.
 */
export function isBehind<Tables, Table extends keyof Tables>(
  eb: ExpressionBuilder<Tables, Table>,
  before: PagePosition | undefined,
  [createdAt, id]: [createdAt: StringReference<Tables, Table>, id: StringReference<Tables, Table>],
): Expression<SqlBool> {
  if (before === undefined) return eb.lit(true);
  return sql<SqlBool>`(${eb.ref(createdAt)}, ${eb.ref(id)}) < (${before.createdAt}, ${before.id})`;
}
