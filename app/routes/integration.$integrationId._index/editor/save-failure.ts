import type { Conflict } from '../unsaved/save-conflict';

/** Why a form was not saved, as the editor says it. */
export interface SaveFailure {
  title: string;
  message: string;
  /** The person wanted to go on to the next step. */
  saveRequired: boolean;
  /** Another user saved meanwhile. */
  conflict: Conflict | null;
}
