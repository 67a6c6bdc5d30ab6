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
import type { TokenRequests } from './services/connections/token-outcome';
import type { Importer } from './services/imports/worker';
import type { DefinitionCache } from './services/integrations/definition-cache';
import type { Limits } from './services/limits/limits';
import type { Span } from './services/tracing/span';
import type { SenderKeys } from './services/webhooks/proof/sender-key';

/** What `server.ts` makes once and hands to everyone. */
export interface AppContext {
  /** Of the product. */
  version: string;
  config: Config;
  db: Database;
  ledger: Ledger;
  log: Logger;
  mailer: Mailer;
  outbound: Outbound;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds that pass whatever is done to the clock; they count from no particular time. */
  monotonicNow: () => number;
  /** Tells the runner of this process that a job became due, so that it starts at once rather than at the next poll. */
  wake: () => void;
  changeEvents: ChangeEvents;
  rejections: Rejections;
  metrics: Metrics;
  disk: Disk;
  damage: Damage;
  bodies: BufferedBodies;
  importer: Importer;
  passwords: Passwords;
  definitions: DefinitionCache;
  limits: Limits;
  /** Undefined where no collector is set. */
  traces: Traces | undefined;
  /** The requests for tokens of connections that are under way in this process. */
  tokenRequests: TokenRequests;
  /** When the runner of this process last took up what was due, in milliseconds since 1970; 0 before it first did. */
  runnerSeenAt: () => number;
  /** The public keys that senders publish. */
  senderKeys: SenderKeys;
  /** Undefined in a process without a runner. */
  runnerCapacity: () => RunnerCapacityUse | undefined;
}

/** Receives how long things took. */
export interface Traces {
  record(span: Span): void;
  /** Sends what waits; resolves when that has an end. */
  flush(): Promise<void>;
}

/** How much a runner has in hand. */
export interface RunnerCapacityUse {
  /** Common places, and how many of them are taken. */
  all: number;
  busy: number;
  /** Runs beyond the common places: nothing of their organization or their integration was in hand. */
  beyond: number;
  /** Runs that wait until fewer calls are under way to their target's host. */
  waitingForHost: number;
}

/** Who follows an integration's executions on a screen, and what tells them. */
export interface ChangeEvents {
  /** Something was written about an execution of this integration. */
  publish(integrationId: string): void;
  /** Calls `onChange` after each write until the returned function is called. */
  subscribe(integrationId: string, onChange: () => void): () => void;
}

/** Deliveries that were rejected by the endpoint alike, and that left no execution. */
export interface RejectedDelivery {
  /** When the last of them came, in milliseconds since 1970. */
  at: number;
  /** When the first of them came. */
  since: number;
  /** The HTTP status that the sender was answered. */
  status: number;
  /** The delivery did not meet the conditions of the trigger, so it was skipped. */
  isSkipped?: true;
  reason: string;
  count: number;
}

/** Why deliveries were refused lately, by this server and by others with the same data directory. */
export interface Rejections {
  record(integrationId: string, refusal: Omit<RejectedDelivery, 'count' | 'since'>): void;
  /** Newest first. Those that another server refused are there after some seconds. */
  list(integration: IntegrationKey): Promise<RejectedDelivery[]>;
  /** Stores what is only in memory so far. Never rejects: what cannot be stored stays in memory. */
  flush(): Promise<void>;
}

/** How full the disk of DATA_DIR is. */
export interface Disk {
  /** Whether so little space is left that nothing new is to be taken in. */
  isLow(): boolean;
  /** Whether it is so little that what is old is to be removed, which begins before nothing new is taken in. */
  isTight(): boolean;
  /** Bytes that are free for this process; undefined when the system does not tell. */
  freeBytes(): number | undefined;
  /** A write failed for want of space, whatever the system says is free. */
  noteFull(): void;
}

/** Whether the database was found damaged since this process began. */
export interface Damage {
  isFound(): boolean;
  /** A query failed because the content of the file is damaged. */
  note(error: unknown): void;
}

/** What is held in memory of bodies whose sender is not known yet. */
export interface BufferedBodies {
  /** `end` is called when this body has to make room for others; it no longer counts then. */
  begin(end: () => void): {
    /** False when there is no room for so many bytes more, and when it was ended. */
    add(bytes: number): boolean;
    /** It was read, or is not wanted any more. */
    release(): void;
  };
  /** All of them together. */
  bytes(): number;
}

/** What is followed of a screen's request in case it fails. */
export interface PageFailure {
  /** A loader or an action threw this. */
  note(error: unknown): void;
  /** What the page in the place of the screen says. */
  describe(): Promise<FailedRequest>;
}

/** What every loader and action gets as its `context`. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    app: AppContext;
    /** The content security policy's nonce of this response. */
    nonce: string;
    /** The caller's network address, as far as a trusted proxy tells it. */
    address: string;
    /** Whether the page answers a form that was sent: to loaders Remix gives a GET in any case. */
    isSent?: boolean;
    /** For the page that says that this request failed; absent where none is drawn. */
    failure?: PageFailure;
  }
}
