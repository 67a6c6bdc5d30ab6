import type { Logger } from 'pino';
import type { Passwords } from './auth/password';
import type { Config } from './config';
import type { Database } from './db/core/open';
import type { IntegrationKey } from './db/integrations/integrations';
import type { Ledger } from './db/ledger/ledger';
import type { Mailer } from './email/mailer';
import type { FailedRequest } from './failures';
import type { Metrics } from './metrics';
import type { Outbound } from './outbound/client';
import type { ConnectionCache } from './services/connections/connection-secrets';
import type { TokenRequests } from './services/connections/token-outcome';
import type { Importer } from './services/imports/importer';
import type { DefinitionCache } from './services/integrations/definition-cache';
import type { Limits } from './services/limits/limits';
import type { Shutdown } from './services/monitoring/shutdown';
import type { Span } from './services/tracing/span';
import type { SenderKeys } from './services/webhooks/proof/sender-key';

/** What `server.ts` creates once and passes to every room. */
export interface AppContext {
  /** The version of the product. */
  version: string;
  config: Config;
  db: Database;
  ledger: Ledger;
  log: Logger;
  mailer: Mailer;
  outbound: Outbound;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A monotonic clock in milliseconds, which no change of the system clock affects. Its zero has no meaning. */
  monotonicNow: () => number;
  /** Wakes the runner of this process after a job became due, so that the job does not wait for the next poll. */
  wake: () => void;
  changeEvents: ChangeEvents;
  rejections: Rejections;
  metrics: Metrics;
  disk: Disk;
  damage: Damage;
  shutdown: Shutdown;
  bodies: BufferedBodies;
  importer: Importer;
  passwords: Passwords;
  definitions: DefinitionCache;
  connections: ConnectionCache;
  limits: Limits;
  /** Undefined when the settings name no collector of traces. */
  traces: Traces | undefined;
  /** The requests of this process, now in flight, for tokens of connections. */
  tokenRequests: TokenRequests;
  /** When the runner of this process last looked for due work, in milliseconds since 1970; 0 before its first look. */
  runnerSeenAt: () => number;
  /** The public keys that senders publish. */
  senderKeys: SenderKeys;
  /** Undefined in a process without a runner. */
  runnerCapacity: () => RunnerCapacityUse | undefined;
}

/** Records spans and sends them to a collector. */
export interface Traces {
  record(span: Span): void;
  /** Sends the recorded spans at the end of the server; resolves when they were sent, or dropped, after two seconds at most. */
  close(): Promise<void>;
}

/** How many of its places a runner uses. */
export interface RunnerCapacityUse {
  /** The number of common places; `busy` is how many of them are taken. */
  all: number;
  busy: number;
  /** Runs beyond the common places. A runner takes one when it runs nothing else of its organization or integration. */
  beyond: number;
  /** Runs that wait until fewer calls are under way to their target's host. */
  waitingForHost: number;
}

/** Connects screens that follow the executions of an integration with the writers of those executions. */
export interface ChangeEvents {
  /** Notifies the subscribers that something was written about an execution of the integration. */
  publish(integrationId: string): void;
  /** Calls `onChange` after each write until the returned function is called. */
  subscribe(integrationId: string, onChange: () => void): () => void;
}

/** Deliveries in a row that the endpoint rejected for the same reason, and that left no execution. */
export interface RejectedDelivery {
  /** When the last of them came, in milliseconds since 1970. */
  at: number;
  /** When the first of them came. */
  since: number;
  /** The HTTP status that the sender was answered. */
  status: number;
  /** Set when the delivery was skipped, because it did not meet the conditions of the trigger. */
  isSkipped?: true;
  reason: string;
  count: number;
}

/** The recently rejected deliveries, of this server and of others with the same data directory. */
export interface Rejections {
  record(integrationId: string, refusal: Omit<RejectedDelivery, 'count' | 'since'>): void;
  /** Lists them, newest first. Those that another server rejected appear after some seconds. */
  list(integration: IntegrationKey): Promise<RejectedDelivery[]>;
  /** Stores what is only in memory so far. Never fails: what cannot be stored stays in memory. */
  flush(): Promise<void>;
}

/** How full the disk of DATA_DIR is. */
export interface Disk {
  /** Whether so little space is left that the server accepts nothing new. */
  isLow(): boolean;
  /** Whether so little space is left that old executions are removed early. This begins before `isLow`. */
  isTight(): boolean;
  /** The bytes that this process may still use; undefined when the system does not report them. */
  freeBytes(): number | undefined;
  /** Notes why a write failed. Returns whether the disk is full, even if the system reports free space. */
  noteFailure(error: unknown): boolean;
}

/** Whether the database was found damaged, or no longer where it was opened, since this process began. */
export interface Damage {
  isFound(): boolean;
  /** Notes the error of a query that found the file damaged. */
  note(error: unknown): void;
  /** Notes that the file was moved, deleted or replaced. Returns false when that, or damage, was noted before. */
  noteDisplaced(): boolean;
}

/** Bounds the memory for bodies of requests whose sender has not proven anything yet. */
export interface BufferedBodies {
  /** Registers a body. `end` is called when this body has to make room for others; it no longer counts then. */
  begin(end: () => void): {
    /** Counts received bytes. Returns false when there is no room for them, or when the body was ended. */
    add(bytes: number): boolean;
    /** Ends the count of this body: it was read, or nobody needs it any more. */
    release(): void;
  };
  /** Returns the bytes of all counted bodies together. */
  bytes(): number;
}

/** Collects what the error page has to say if the request for a screen fails. */
export interface PageFailure {
  /** Notes what a loader or an action threw. */
  note(error: unknown): void;
  /** Returns what the error page says about the request. */
  describe(): Promise<FailedRequest>;
}

/** What every loader and action gets as its `context`. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    app: AppContext;
    /** The content security policy's nonce of this response. */
    nonce: string;
    /** The network address of the caller, or the one that a trusted proxy names. */
    address: string;
    /** Whether the page responds to a submitted form. Loaders cannot see that, since Remix gives them a GET. */
    isSent?: boolean;
    /** For the error page of this request; absent where the server renders none. */
    failure?: PageFailure;
  }
}
