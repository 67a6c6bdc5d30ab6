import type { Conflict } from '../unsaved/save-conflict';

/** The reason why the form was not saved, as the editor shows it. */
export interface SaveFailure {
  title: string;
  message: string;
  /** The save of another user that this one collides with; null when there is none. */
  conflict: Conflict | null;
}
