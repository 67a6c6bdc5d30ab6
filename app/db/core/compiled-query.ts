// Building a query costs more than executing it. Queries that run ten thousand times a second are built once.
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import type { Tables } from './tables';

/** A placeholder in a query for a value that is given when the query is executed. */
class Parameter {
  constructor(readonly name: PropertyKey) {}
}

/**
 * Avoids `limit ?`. SQLite plans by its value, and so prepares the statement anew at each binding (`sqlite3ExprIsInteger` and
 * `sqlite3_bind` in sqlite3.c): 45 µs for the dashboard's list, and several times what the shortest queries cost. A known
 * number becomes part of the text; a parameter is put in an expression, whose value does not affect the plan.
 */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    const value = ValueNode.is(limit) ? limit.value : undefined;
    this.append('limit ');
    if (Number.isSafeInteger(value)) {
      this.appendImmediateValue(value);
    } else {
      this.append('(');
      this.visitNode(limit);
      this.append(' + 0)');
    }
  }
}

/** Builds queries for SQLite; executes none. */
export const queryBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  },
});

/**
 * Builds a query once. `make` gets a function that names a value to be given later. The returned function takes those values
 * and returns a query for `all`, `first` or `run`.
 */
export function compileQuery<Values extends object, Row = unknown>(
  make: (
    build: Kysely<Tables>,
    value: <Name extends keyof Values>(name: Name) => Values[Name],
  ) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  let template: CompiledQuery<Row> | undefined;
  return (values) => {
    template ??= make(queryBuilder, (name) => new Parameter(name) as never).compile();
    const parameters: unknown[] = [];
    for (const parameter of template.parameters) {
      parameters.push(parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter);
    }
    return new BoundQuery(template, parameters);
  };
}

/** A query that was built before, with its values; it needs no compilation. */
class BoundQuery<Row> implements CompiledQuery<Row>, Compilable<Row> {
  readonly sql: string;
  readonly query: CompiledQuery<Row>['query'];
  readonly queryId: CompiledQuery<Row>['queryId'];

  constructor(
    template: CompiledQuery<Row>,
    readonly parameters: readonly unknown[],
  ) {
    this.sql = template.sql;
    this.query = template.query;
    this.queryId = template.queryId;
  }

  compile(): CompiledQuery<Row> {
    return this;
  }
}
