// The metrics of a process. Thousands of deliveries and executions a second are counted, so they are counted in plain numbers,
// which `/metrics` reads. No label holds what users create, because the number of series must have a bound.
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { addDurations } from './duration-histogram';
import { addTally } from './tally';

/** The gauges, which are measured on each request for `/metrics`. Undefined ones are left out. */
export interface Measurements {
  /** Executions and jobs that wait to be taken up, due or not. */
  queueDepth: number;
  /** The time for which the oldest due one has waited. */
  queueAgeSeconds: number;
  /** Executions that began and have not ended; `oldestRunningSeconds` is how long ago the first of them began. */
  runningExecutions: number;
  oldestRunningSeconds: number;
  /** Executions that wait before a call; they do not count as running. */
  waitingExecutions: number;
  /** Failed executions whose automatic replay is planned. */
  plannedReplays: number;
  /** Mails that could not be sent and are tried again. */
  deferredMails: number;
  /** The places of this process's runner; undefined in a process without one. */
  places: number | undefined;
  placesBusy: number | undefined;
  placesBeyond: number | undefined;
  /** The share of the runner's places that is taken, from 0 to 1. */
  saturation: number | undefined;
  waitingForHost: number | undefined;
  openCircuits: number;
  databaseBytes: number;
  walBytes: number;
  diskFreeBytes: number | undefined;
  isReady: boolean;
  isDiskLow: boolean;
  isPaused: boolean;
  /** Seconds since 1970. */
  lastBackupAt: number | undefined;
  /** When the whole database file was last checked, in seconds since 1970. */
  lastCheckAt: number | undefined;
  /** Whether that check, or a query of this process, found the file damaged. */
  isDamaged: boolean;
  /** Incidents that have not ended, of all organizations and of the installation. */
  openIncidents: number;
  /** The bytes in memory of request bodies whose sender has not proven anything yet. */
  heldBytes: number;
}

/** The kind of a request. A label must not hold paths, because their number has no bound. */
export type RequestKind = (typeof requestKinds)[number];

const requestKinds = ['webhook', 'api', 'page', 'asset', 'probe'] as const;
/** Label values that exist from the start: a series that appears with its first count shows no increase in Prometheus. */
const deliveryStatuses = [200, 202, 400, 401, 403, 404, 405, 408, 413, 415, 422, 429, 502, 503, 508];
const statusClasses = ['2xx', '3xx', '4xx', '5xx'];

export interface Metrics {
  /** Counts a delivery by the status of its response. */
  countDelivery(status: number): void;
  /** Counts a request, deliveries included, by the status of its response. */
  countRequest(kind: RequestKind, status: number, durationMs: number): void;
  /** Counts an execution that began, and how long it had waited since it was accepted. */
  countQueued(waitedMs: number): void;
  /** Counts a delivery that did not meet the conditions of its trigger. */
  countSkippedDelivery(): void;
  /** Counts an execution whose end is on disk. */
  countExecution(status: 'completed' | 'error' | 'cancelled'): void;
  /** Counts a call of a run by the status of its response, null without one. */
  countCall(statusCode: number | null, durationMs: number): void;
  /** Counts a commit, and how long it took without the transaction's work, but with the sync to disk. */
  countCommit(durationMs: number): void;
  /** Counts jobs that were taken from a runner that is dead or whose lease ran out. */
  countLostLeases(count: number): void;
  /** Counts a result that a runner could not store, because another runner had taken its lease. */
  countDiscardedResult(): void;
  countBackup(outcome: 'completed' | 'failed'): void;
  /** Counts an answer to a wait. `refused`: it was not valid, or no execution waits for one (any more). */
  countAnswer(outcome: 'taken' | 'refused'): void;
  /** Counts an automatic replay whose time came, or whose execution was removed before: `given_up` did not come about. */
  countAutomaticReplay(outcome: 'begun' | 'given_up'): void;
  /** Counts a try to send a mail: `deferred` is tried again, `failed` is given up. */
  countMail(outcome: 'sent' | 'deferred' | 'failed'): void;
  /** Returns all metrics in the text format of Prometheus, and the content type of that format. */
  describe(measured: Partial<Measurements>): Promise<{ text: string; contentType: string }>;
}

/** `watchProcess` adds CPU, memory, garbage collection and the event loop's delay; only one registry of a process may do so. */
export function createMetrics({
  watchProcess,
  version,
}: {
  watchProcess: boolean;
  version: string;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  addBuildInfo(registry, version);
  if (watchProcess) collectDefaultMetrics({ register: registry });

  const deliveries = addTally(registry, {
    name: 'wicked_webhook_deliveries_total',
    help: 'Webhook deliveries by the HTTP status they were answered with',
    label: 'status',
    known: deliveryStatuses,
  });
  const skipped = new Counter({
    name: 'wicked_webhook_skipped_total',
    help: 'Webhook deliveries that did not meet the conditions of their trigger',
    registers,
  });
  const executions = addTally(registry, {
    name: 'wicked_executions_total',
    help: 'Executions that ended, by how',
    label: 'status',
    known: ['completed', 'error', 'cancelled'],
  });
  const backups = addTally(registry, {
    name: 'wicked_backups_total',
    help: 'Nightly backups by how they ended',
    label: 'outcome',
    known: ['completed', 'failed'],
  });
  const mails = addTally(registry, {
    name: 'wicked_mails_total',
    help: 'Tries to send a mail: sent, deferred (it is tried again) or failed (it is given up)',
    label: 'outcome',
    known: ['sent', 'deferred', 'failed'],
  });
  const replays = addTally(registry, {
    name: 'wicked_automatic_replays_total',
    help: 'Automatic replays: begun, or given up, also because their execution was removed',
    label: 'outcome',
    known: ['begun', 'given_up'],
  });
  const answers = addTally(registry, {
    name: 'wicked_wait_answers_total',
    help: 'Answers to executions that wait for one: taken or refused',
    label: 'outcome',
    known: ['taken', 'refused'],
  });
  const countCall = addDurations(
    registry,
    {
      name: 'wicked_call_duration_seconds',
      help: 'Calls of runs, by the class of the answer; none: there was no answer',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    },
    Object.fromEntries(['none', '1xx', ...statusClasses].map((answer) => [answer, { answer }])),
  );
  const countRequest = addDurations(
    registry,
    {
      name: 'wicked_http_request_duration_seconds',
      help: 'Requests by what they were for and the class of the answer, until it was ready to be sent',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    },
    Object.fromEntries(
      requestKinds.flatMap((kind) => statusClasses.map((status) => [`${kind} ${status}`, { kind, status }])),
    ),
  );
  const countWait = addDurations(
    registry,
    {
      name: 'wicked_queue_wait_seconds',
      help: 'How long executions waited from their acceptance until they were first taken up',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
    },
    { all: {} },
  );
  const countCommit = addDurations(
    registry,
    {
      name: 'wicked_commit_duration_seconds',
      help: 'Commits to the database, sync to disk included',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    },
    { all: {} },
  );
  const lostLeases = new Counter({
    name: 'wicked_lost_leases_total',
    help: 'Jobs that were taken from a runner that is dead or that let its lease run out',
    registers,
  });
  const discarded = new Counter({
    name: 'wicked_discarded_results_total',
    help: 'Results that did not count, because the lease was gone or the execution was cancelled',
    registers,
  });
  const setGauges = addGauges(registry);

  return {
    countDelivery: deliveries,
    countRequest(kind, status, durationMs) {
      countRequest(`${kind} ${Math.floor(status / 100)}xx`, durationMs);
    },
    countQueued: (waitedMs) => countWait('all', waitedMs),
    countSkippedDelivery: () => skipped.inc(),
    countExecution: executions,
    countCall(statusCode, durationMs) {
      countCall(statusCode === null ? 'none' : `${Math.floor(statusCode / 100)}xx`, durationMs);
    },
    countCommit: (durationMs) => countCommit('all', durationMs),
    countLostLeases: (count) => lostLeases.inc(count),
    countDiscardedResult: () => discarded.inc(),
    countBackup: backups,
    countAnswer: answers,
    countAutomaticReplay: replays,
    countMail: mails,
    async describe(measured) {
      setGauges(measured);
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

function addBuildInfo(registry: Registry, version: string): void {
  const info = new Gauge({
    name: 'wicked_build_info',
    help: 'Always 1; which version runs, and on which Node.js',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  info.set({ version, node: process.version }, 1);
}

const gauges: Record<keyof Measurements, { name: string; help: string }> = {
  queueDepth: {
    name: 'wicked_queue_depth',
    help: 'Executions and jobs that wait to be taken up, due or not',
  },
  queueAgeSeconds: {
    name: 'wicked_queue_oldest_age_seconds',
    help: 'For how long the oldest of those that are due has waited; what a pause, a limit or a quota holds back is not due',
  },
  runningExecutions: {
    name: 'wicked_executions_running',
    help: 'Executions that were taken up and have not ended',
  },
  oldestRunningSeconds: {
    name: 'wicked_executions_running_oldest_age_seconds',
    help: 'For how long the first of them has been running, waits included',
  },
  waitingExecutions: {
    name: 'wicked_executions_waiting',
    help: 'Executions that have begun and wait before a call, as their integration says',
  },
  plannedReplays: {
    name: 'wicked_automatic_replays_planned',
    help: 'Failed executions whose automatic replay is planned',
  },
  deferredMails: { name: 'wicked_mails_deferred', help: 'Mails that could not be sent and are tried again' },
  places: {
    name: 'wicked_runner_places',
    help: 'Executions that this runner works on at once: RUNNER_CONCURRENCY',
  },
  placesBusy: { name: 'wicked_runner_places_busy', help: 'How many of these places are taken' },
  placesBeyond: {
    name: 'wicked_runner_places_beyond',
    help: 'Executions in hand beyond these places, because nothing of their organization or integration was',
  },
  saturation: {
    name: 'wicked_runner_saturation',
    help: 'The share of the places that is taken, from 0 to 1',
  },
  waitingForHost: {
    name: 'wicked_runner_waiting_for_host',
    help: 'Executions in hand that wait until fewer calls to their host are under way',
  },
  openCircuits: {
    name: 'wicked_circuits_open',
    help: 'Hosts that are left alone because they could not be reached, for each organization that calls them',
  },
  databaseBytes: { name: 'wicked_database_bytes', help: 'Size of the database file' },
  walBytes: { name: 'wicked_wal_bytes', help: 'Size of the write-ahead log beside it' },
  diskFreeBytes: { name: 'wicked_disk_free_bytes', help: 'Free space on the disk of DATA_DIR' },
  isReady: { name: 'wicked_ready', help: '1 while all checks of /readyz hold' },
  isDiskLow: {
    name: 'wicked_disk_low',
    help: '1 while so little space is left that nothing new is taken in',
  },
  isPaused: { name: 'wicked_paused', help: '1 from a restore or a pause until an administrator resumes' },
  lastBackupAt: {
    name: 'wicked_last_backup_timestamp_seconds',
    help: 'When the last nightly backup was completed',
  },
  lastCheckAt: {
    name: 'wicked_last_database_check_timestamp_seconds',
    help: 'When the database was last read whole and checked',
  },
  isDamaged: { name: 'wicked_database_damaged', help: '1 when the database was found damaged or was moved' },
  openIncidents: {
    name: 'wicked_incidents_open',
    help: 'Incidents that people are notified of and that have not ended',
  },
  heldBytes: {
    name: 'wicked_unproven_body_bytes',
    help: 'Bytes of bodies on their way whose senders have not proved anything yet',
  },
};

function addGauges(registry: Registry): (measured: Partial<Measurements>) => void {
  const names = Object.keys(gauges) as (keyof Measurements)[];
  const added = names.map((key) => ({ key, gauge: new Gauge({ ...gauges[key], registers: [registry] }) }));
  return (measured) => {
    for (const { key, gauge } of added) {
      const value = measured[key];
      gauge.remove();
      if (value !== undefined) gauge.set(Number(value));
    }
  };
}
