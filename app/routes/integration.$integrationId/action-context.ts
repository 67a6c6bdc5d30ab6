import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';

/** Whose integration a form is about. */
export interface ActionContext {
  app: AppContext;
  actor: Actor;
  id: string;
}
