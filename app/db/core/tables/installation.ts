// What concerns the installation as a whole; see `Schema`.
import type { Defaulted } from './defaulted';

export interface InstallationTables {
  /** One row: what concerns all organizations at once. */
  installation: {
    one: Defaulted<1>;
    created_at: number;
    /** A known text, sealed: whether the key that the server was given is the one of this file. */
    key_check: string | null;
    /** Since when nothing is started; null when everything runs. */
    paused_at: number | null;
    /** The name of the file whose restore paused everything last; null when a person did. */
    restored_from: string | null;
    /** When the last nightly backup began, and when one was last completed. */
    backup_started_at: number | null;
    backed_up_at: number | null;
    /** Why the last nightly backup failed; null when it did not. */
    backup_error: string | null;
    /** Since when people and programs may change nothing; null while they may. */
    read_only_since: number | null;
    /** How many executions were removed early for want of room, ever, what that freed, and when the last of them. */
    pruned_early: Defaulted<number>;
    pruned_early_bytes: Defaulted<number>;
    pruned_early_at: number | null;
  };
  /** Who was made an administrator of the installation. */
  administrators: { user_id: string; created_at: number };
  /** One row: what the server knows of its own file. */
  self_check: {
    one: Defaulted<1>;
    /** When it was last tried out that the file can be written. */
    written_at: number;
    /** When the file was last read whole and checked, and what was found wrong; null when it is sound. */
    checked_at: number | null;
    damage: string | null;
    /** JSON: what the schema is made of since the last migration. */
    schema_objects: string | null;
  };
}
