import { expressionBuilder } from 'kysely';
import type { Tables } from '../core/tables';

/** Builds the condition that a row of `users` has a text in its address or names; the case of ASCII letters is ignored. */
export function holdsPerson(search: string) {
  const eb = expressionBuilder<Tables, 'users'>();
  const found = eb.val(search.toLowerCase());
  return eb.or(
    (['email', 'first_name', 'last_name'] as const).map((column) =>
      eb(eb.fn<number>('instr', [eb.fn('lower', [`users.${column}`]), found]), '>', 0),
    ),
  );
}
