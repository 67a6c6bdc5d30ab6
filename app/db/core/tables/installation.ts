// The state of the installation as a whole; see `Tables`.
import type { Defaulted } from './defaulted';

export interface InstallationTables {
  /** One row: the state that concerns all organizations at once. */
  installation: {
    one: Defaulted<1>;
    created_at: number;
    /** A known text, sealed, to check whether the key that the server was given is the key of this file. */
    key_check: string | null;
    /** The time since which nothing is started; null when everything runs. */
    paused_at: number | null;
    /** When the last pause ended; null before the first one. */
    resumed_at: Defaulted<number | null>;
    /** The name of the file whose restore paused everything last; null when a person paused it. */
    restored_from: string | null;
    /** When the last nightly backup began, and when one was last completed. */
    backup_started_at: number | null;
    backed_up_at: number | null;
    /** Why the last nightly backup failed; null when it did not. */
    backup_error: string | null;
    /** The time since which people and programs may change nothing; null while they may. */
    read_only_since: number | null;
    /** Executions removed early for lack of room: how many so far, the bytes freed, and when the last was removed. */
    pruned_early: Defaulted<number>;
    pruned_early_bytes: Defaulted<number>;
    pruned_early_at: number | null;
  };
  /** The users who were made administrators of the installation. */
  administrators: { user_id: string; created_at: number };
  /** One row: the results of the server's checks of its own file. */
  self_check: {
    one: Defaulted<1>;
    /** When the server last checked that it can write to the file. */
    written_at: number;
    /** When the server last read and checked the whole file, and the damage it found; null when the file is sound. */
    checked_at: number | null;
    damage: string | null;
    /** JSON: the objects of the schema since the last migration. */
    schema_objects: string | null;
  };
}
