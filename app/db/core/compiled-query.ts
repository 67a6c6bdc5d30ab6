// Building a query costs more than executing it. What runs ten thousand times a second is built once.
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Schema } from './schema';

/** Builds queries for SQLite; executes none. */
export const queryBuilder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Stands in a query for a value that is given when it is executed. */
class Parameter {
  constructor(readonly name: PropertyKey) {}
}

/**
 * Builds a query once. `make` gets a function that names a value to be given later; the answered function
 * takes those values and gives a query for `all`, `first` or `run`.
 */
export function compileQuery<Values extends object, Row = unknown>(
  make: (
    build: Kysely<Schema>,
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

/** A query that was built before, with its values: it is its own compilation. */
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
