import { createLedger } from '~/db/ledger/ledger';
import { pino } from 'pino';
import { createCheapPasswords } from './passwords';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import type { Mail, Mailer } from '~/email/mailer';
import type { Outbound } from '~/outbound/client';
import { createMetrics } from '~/metrics';
import { createDamage } from '~/services/installation/database-damage';
import { createDiskGuard } from '~/services/installation/disk-space';
import { createShutdown } from '~/services/monitoring/shutdown';
import { createBufferedBodies } from '~/services/limits/buffered-bodies';
import { createLimits } from '~/services/limits/limits';
import { createConnectionCache } from '~/services/connections/connection-secrets';
import { createDefinitionCache } from '~/services/integrations/definition-cache';
import { performImportTask } from '~/services/imports/worker-jobs';
import { createImporter } from '~/services/imports/importer';
import { createRejections } from '~/services/webhooks/recent-rejections';
import { createSenderKeys } from '~/services/webhooks/proof/sender-keys';
import { createTestDatabase } from './database';

/** An application without a server, and the handles a test moves and reads it by. */
export interface TestContext extends AppContext {
  clock: {
    advance(ms: number): void;
    /** Nothing passes: somebody sets the clock by so much. */
    set(byMs: number): void;
  };
  /** What the mailer was given, oldest first. */
  sentMail: Mail[];
  /** How often the runner was told that a job became due. */
  wakes: () => number;
  /** The integrations whose followers were told of something, in order. */
  notified: string[];
}

export type TestOverrides = Partial<Omit<AppContext, 'config'>> & { config?: Partial<Config> };

/** An `AppContext` over a database of its own; it starts on 2026-01-05, 12:00 UTC, and time stands still. */
export async function createTestContext(overrides: TestOverrides = {}): Promise<TestContext> {
  const { config, ...parts } = overrides;
  let now = Date.UTC(2026, 0, 5, 12);
  let setBy = 0;
  let wakes = 0;
  const sentMail: Mail[] = [];
  const notified: string[] = [];
  const followers = new Map<string, Set<() => void>>();
  const mailer: Mailer = { send: async (mail) => void sentMail.push(mail) };

  const settings = { ...testConfig, ...config };
  const log = pino({ level: 'silent' });
  const db = parts.db ?? (await createTestDatabase());
  const damage = createDamage({ config: settings, log });
  const disk = createDiskGuard({ config: settings, log });
  return {
    config: settings,
    db,
    ledger: createLedger(db),
    log,
    mailer,
    outbound: noOutbound,
    now: () => now,
    monotonicNow: parts.now ? () => performance.now() : () => now - setBy,
    wake: () => void wakes++,
    changeEvents: {
      publish(integrationId) {
        notified.push(integrationId);
        for (const onChange of followers.get(integrationId) ?? []) onChange();
      },
      subscribe(integrationId, onChange) {
        const set = followers.get(integrationId) ?? new Set();
        followers.set(integrationId, set.add(onChange));
        return () => void set.delete(onChange);
      },
    },
    version: '0.0.0',
    rejections: createRejections({ db, log, damage, disk, config: settings, now: parts.now ?? (() => now) }),
    metrics: createMetrics({ watchProcess: false, version: '0.0.0' }),
    disk,
    damage,
    shutdown: createShutdown({ now: () => performance.now() }),
    bodies: createBufferedBodies(32 * 1024 * 1024),
    importer: createImporter(performImportTask),
    passwords: createCheapPasswords(),
    definitions: createDefinitionCache(settings),
    connections: createConnectionCache(settings),
    limits: createLimits(settings),
    traces: undefined,
    tokenRequests: new Map(),
    senderKeys: createSenderKeys({ outbound: parts.outbound ?? noOutbound, now: () => now, log }),
    runnerSeenAt: () => now,
    runnerCapacity: () => undefined,
    ...parts,
    clock: {
      advance: (ms) => void (now += ms),
      set(byMs) {
        now += byMs;
        setBy += byMs;
      },
    },
    sentMail,
    wakes: () => wakes,
    notified,
  };
}

const testConfig: Config = {
  appUrl: 'http://localhost:3000',
  hstsSubdomains: false,
  port: 0,
  host: '127.0.0.1',
  dataDir: '/nonexistent',
  sessionSecret: 'a session secret for tests only, long enough',
  appKey: Buffer.alloc(32, 7),
  passwordLogin: true,
  mailTransport: { kind: 'console' },
  mailFrom: 'Wicked Integrations <no-reply@localhost>',
  outboundAllow: '',
  signUp: 'open',
  trustedProxies: [],
  runner: false,
  runnerConcurrency: 4,
  apiTokenRate: 6_000,
  webhookMaxBytes: 1024 * 1024,
  webhookRate: 1_000,
  webhookBurst: 2_000,
  retentionDays: 14,
  retentionDaysFailed: 14,
  pruneEarly: true,
  auditRetentionDays: 365,
  logLevel: 'silent',
  logExecutions: false,
};

/** A test that calls out gives its own client; one that calls out by mistake is told so. */
const noOutbound = new Proxy({ countOpenCircuits: () => 0 } as Outbound, {
  get(target, name) {
    if (name === 'then' || name in target) return Reflect.get(target, name);
    throw new Error(`This test has no outbound client, but outbound.${String(name)} was asked for.`);
  },
});
