// The files that are too large to be saved among the variables of a step; see `Tables`.
import type { Defaulted } from './defaulted';

export interface FileTables {
  saved_files: {
    id: string;
    organization_id: string;
    /** The execution that downloaded the file, which may be deleted while a replay of it still has the file. */
    execution_id: string;
    /** Identifies the call among those of the execution, as its Idempotency-Key does. */
    call_key: string;
    /** The key of its parts, sealed. */
    sealed_key: string;
    /** In bytes; as long as the file is not complete, the most that it may have. */
    size: number;
    /** In hex; null as long as the file is not complete. */
    sha256: string | null;
    /** 1: it holds a secret that the log hides. */
    is_secret: Defaulted<0 | 1>;
    created_at: number;
    /** When its parts were given up to make room for newer files of the organization; null while it is kept. */
    removed_at: Defaulted<number | null>;
  };
  saved_file_parts: {
    file_id: string;
    /** Counted from 0. */
    part: number;
    /** The tag of AES-256-GCM (16 bytes), then the encrypted bytes. */
    bytes: Buffer;
  };
  /** The steps that saved a file, in the execution that downloaded it and in replays of it: these alone may read it. */
  saved_file_uses: {
    execution_id: string;
    step: number;
    file_id: string;
  };
}
