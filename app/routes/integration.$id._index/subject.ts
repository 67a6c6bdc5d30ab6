import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';

/** Whose integration a form is about. */
export interface Subject {
  app: AppContext;
  actor: Actor;
  id: string;
}
