// The composition root: settings, database, migrations, runner, HTTP and a graceful stop. It is the entry of the
// server build, so that screens, API and runner share one copy of every module.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { getRequestListener } from '@hono/node-server';
import { createRequestHandler } from '@remix-run/node';
import * as build from 'virtual:remix/server-build';
import { createApp } from '~/api/app';
import stylesheet from '~/app.css?url';
import { mountAssets } from '~/api/http/static-files';
import { type HttpServer, createHttpServer } from '~/api/http/http-server';
import { followPage } from '~/api/http/pages/failed-page';
import { createWebhookListener } from '~/api/webhook';
import { createPasswords } from '~/auth/password';
import { type Config, readConfig } from '~/config';
import type { AppContext } from '~/context';
import { removeDeadRunnerLocks } from '~/db/executions/queue/runner-lock';
import { readInstallation } from '~/db/core/installation';
import { openDatabase } from '~/db/core/open';
import { findFirstVerifiedUserId } from '~/db/accounts/users';
import type { DataDirLock } from '~/db/core/data-dir/data-dir-lock';
import { createLedger } from '~/db/ledger/ledger';
import { createMailer } from '~/email/transport';
import { type Loops, createLoops } from '~/jobs/loops';
import { createLog, createWaitingLog } from '~/log';
import { createMetrics } from '~/metrics';
import { parseOutboundAllow } from '~/outbound/allowlist';
import { createOutbound } from '~/outbound/client';
import { createRepeatedErrors, createRepeatedLines } from '~/repeated-errors';
import { isRightKey } from '~/services/installation/key-check';
import { enterDataDir, upgradeSchema } from '~/services/installation/schema-upgrade';
import { startupErrors, describeStartupError } from '~/services/installation/startup-errors';
import { sealPlainCredentials } from '~/services/encryption/credential-sealing';
import { createDamage } from '~/services/installation/database-damage';
import { rescueDisplaced } from '~/services/installation/displaced-database';
import { createDiskGuard } from '~/services/installation/disk-space';
import { createChangeEvents } from '~/services/change-events';
import { createBufferedBodies } from '~/services/limits/buffered-bodies';
import { createLimits } from '~/services/limits/limits';
import { createImporter } from '~/services/imports/importer';
import { performInProcess } from '~/services/imports/reading-process';
import { createConnectionCache } from '~/services/connections/connection-secrets';
import { createDefinitionCache } from '~/services/integrations/definition-cache';
import { warnOfSettings } from '~/services/installation/unused-settings';
import { describeServerAddress, listStartNotes } from '~/services/installation/server-address';
import { createShutdown } from '~/services/monitoring/shutdown';
import { createRejections } from '~/services/webhooks/recent-rejections';
import { createSenderKeys } from '~/services/webhooks/proof/sender-keys';
import { version } from './package.json';

// V8 collects garbage when the heap has doubled. On a machine with much memory it would let the heap grow to four times what is
// in use, which saves no measurable time and costs a hundred megabytes.
setFlagsFromString('--heap-growing-percent=100');

/** The built commands are beside the built server. */
const maintenance = fileURLToPath(new URL('maintenance.js', import.meta.url));
/** The program that reads imports. In development it is loaded from its source. */
const importWorker = import.meta.env.PROD ? 'import-worker.js' : 'scripts/development-worker.js';

/** How long calls in flight may take to end when the server stops. */
const drainMs = 25_000;

/** The memory for bodies whose sender has not proven anything yet; at least two of the largest deliveries fit. */
const heldBytes = 32 * 1024 * 1024;
/** The port once the server listens. The system chooses it where the setting is 0. */
const listening: { port?: number } = {};

/** Whether a person reads the output. A program that reads the log needs one format. */
const isForPeople = process.stdout.isTTY || import.meta.env.DEV;

/** Aborted when the server begins to stop. */
const stopping = new AbortController();

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

interface Application {
  listener: Listener;
  context: AppContext;
  presence: DataDirLock;
  loops: Loops;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const print = (text: string) => void process.stdout.write(text);

function requireConfig(): Config {
  const read = readConfig(process.env);
  return read.kind === 'config' ? read.config : fail(read.message);
}

/** In development this module is reloaded. `globalThis` keeps what lives longer, and the runner is replaced. */
const kept = globalThis as { wickedApplication?: Promise<Application> };

async function createApplication(previous: Application | undefined): Promise<Application> {
  const config = requireConfig();
  return buildApplication(config, previous).catch((error: unknown) => {
    throw new Error(describeStartupError(error, config), { cause: error });
  });
}

async function buildApplication(config: Config, previous: Application | undefined): Promise<Application> {
  const allow = parseOutboundAllow(config.outboundAllow);
  if ('kind' in allow) fail(`The setting OUTBOUND_ALLOW cannot be used: ${allow.message}`);
  await previous?.loops.stop(0);
  const log = createLog(config.logLevel);
  warnOfSettings(process.env, log);
  const entry = previous
    ? { ...previous, kind: 'entered' as const }
    : await enterDataDir({ config, log: createWaitingLog(config.logLevel) });
  if (entry.kind === 'refused') fail(entry.message);
  const disk = createDiskGuard({ config, log });
  const damage = previous?.context.damage ?? createDamage({ config, log });
  const metrics = previous?.context.metrics ?? createMetrics({ watchProcess: true, version });
  const db =
    previous?.context.db ??
    openDatabase(join(config.dataDir, 'wicked.db'), {
      committed: metrics.countCommit,
      failed: disk.noteFailure,
      damaged: damage.note,
      displaced: () => void rescueDisplaced({ config, db, log, damage, now: Date.now }),
    });
  const noteLine = createRepeatedLines((details, message) => log.info(details, message));
  const outbound = createOutbound({
    allow: allow.entries,
    proxies: config.proxies,
    ownPort: () => listening.port ?? config.port,
    onRefused: (refused) =>
      noteLine(Object.values(refused).join(' '), refused, 'a call was refused: its target is not public'),
    circuitFailures: config.circuitFailures,
    onCircuit: (circuit) => log.warn(circuit, 'an unreachable host: its circuit changed'),
  });
  const sendHttp = config.proxies && outbound.send;
  const basis = { config, db, log, disk, damage, now: Date.now };
  const context: AppContext = {
    ...basis,
    version,
    ledger: createLedger(db),
    metrics,
    bodies: createBufferedBodies(Math.max(heldBytes, 2 * config.webhookMaxBytes)),
    importer: createImporter(performInProcess(fileURLToPath(new URL(importWorker, import.meta.url)))),
    passwords: createPasswords(),
    definitions: createDefinitionCache(config),
    connections: createConnectionCache(config),
    limits: createLimits(config),
    traces: await createTraces(config, log),
    tokenRequests: new Map(),
    mailer: await createMailer(config.mailTransport, { write: print, isForPeople, sendHttp }),
    outbound,
    senderKeys: createSenderKeys({ outbound, log, now: Date.now }),
    monotonicNow: () => performance.now(),
    shutdown: createShutdown({ now: () => performance.now() }),
    wake: () => {},
    runnerSeenAt: () => 0,
    runnerCapacity: () => undefined,
    changeEvents: previous?.context.changeEvents ?? createChangeEvents(),
    rejections: previous?.context.rejections ?? createRejections(basis),
  };
  const refusal = await upgradeSchema(db, context);
  if (refusal) fail(refusal.message);
  if (!(await isRightKey(db, config))) fail(startupErrors.wrongKey(config.dataDir));
  disk.holdBallast();
  removeDeadRunnerLocks(config.dataDir);
  await sealPlainCredentials(context);
  // In development there is no built command, and no data to lose.
  const loops = createLoops(context, { maintenance: import.meta.env.PROD ? maintenance : undefined });
  if (config.runner) loops.start();
  return { listener: createListener(context), context, presence: entry.presence, loops };
}

/** Creates the export of spans, where a collector is set. It reaches only the collector, whatever calls may reach. */
async function createTraces(
  { traces, proxies }: Config,
  log: AppContext['log'],
): Promise<AppContext['traces']> {
  if (!traces) return undefined;
  const allow = parseOutboundAllow(new URL(traces.endpoint).host);
  if ('kind' in allow) fail(`The setting OTEL_EXPORTER_OTLP_ENDPOINT cannot be used: ${allow.message}`);
  const { createSpanExport } = await import('~/services/tracing/span-export');
  return createSpanExport({
    ...traces,
    version,
    outbound: createOutbound({ allow: allow.entries, proxies }),
    onDropped: (dropped) => log.warn(dropped, 'spans were dropped'),
  });
}

function createListener(context: AppContext): Listener {
  const renderPage = createRequestHandler(build, import.meta.env.MODE);
  const app = createApp(context, {
    isDevelopment: import.meta.env.DEV,
    ...(import.meta.env.PROD && { mountAssets }),
    async handlePage(request, { requestId, ...about }) {
      const log = context.log.child({ requestId });
      const failure = followPage(context, request, requestId);
      return await failure.finish(await renderPage(request, { app: { ...context, log }, ...about, failure }));
    },
    stylesheet,
  });
  const webhookListener = createWebhookListener(context, stopping.signal);
  const appListener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // HTTP/1.0 has no Host header, and many health checks use it.
    hostname: new URL(context.config.appUrl).host,
  });
  return (req, res) => {
    if (req.url?.startsWith('/webhook/')) webhookListener(req, res);
    else void appListener(req, res);
  };
}

const application = (kept.wickedApplication = Promise.resolve(kept.wickedApplication).then(
  createApplication,
));

/** The listener for the development server, which listens itself. */
export async function listener(req: IncomingMessage, res: ServerResponse): Promise<void> {
  (await application).listener(req, res);
}

/** Resolves once the server listens. */
async function listen(server: Server, running: Application): Promise<void> {
  const { config } = running.context;
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error: unknown) => fail(describeStartupError(error, config)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  listening.port = port;
  await tellListening(running.context, port);
  process.send?.({ kind: 'listening', port });
}

/** Reports the address, and what holds everything back: to a person in words, otherwise as lines of the log. */
async function tellListening({ config, db, log, now }: AppContext, port: number): Promise<void> {
  const described = describeServerAddress(config, port, (await findFirstVerifiedUserId(db)) === undefined);
  const facts = { version, node: process.version, port, host: config.host };
  const notes = listStartNotes(await readInstallation(db), config, now());
  if (isForPeople) {
    process.stdout.write([described, ...notes.map((note) => `${note}\n`)].join(''));
  } else {
    log.info(facts, described.trim().replaceAll('\n', ' '));
    for (const note of notes) log.warn(note);
  }
}

/**
 * Stops at a signal: accepts deliveries until calls in flight have ended, then closes port and database. A second one ends at
 * once.
 */
function stopOnSignal(http: HttpServer, { context, loops }: Application): void {
  async function stop() {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    const noticed = context.shutdown.begin();
    context.log.info('stopping: begins nothing, accepts deliveries until calls in flight have ended');
    await Promise.all([loops.stop(drainMs), noticed]);
    await http.stop();
    await Promise.all([context.rejections.flush(), context.traces?.close()]);
    context.log.info('stopped');
    await context.db.file.emptyLog().catch(() => undefined);
    await context.db.close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop());
}

// A program that imports this file becomes the server, and goes on once the server listens.
if (import.meta.env.PROD) {
  try {
    const running = await application;
    const errors = createRepeatedErrors(running.context.log);
    const http = createHttpServer(running.listener, {
      refused: () => errors.error({ err: 'too many connections' }, 'a connection was refused'),
      unread: () => errors.error({ err: 'too much was not read' }, 'a connection was ended'),
      unaccepted: (err) => errors.error({ err }, 'a connection could not be accepted'),
    });
    stopOnSignal(http, running);
    await listen(http.server, running);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}
