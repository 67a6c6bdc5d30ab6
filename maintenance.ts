// The commands that keep an installation: `node build/server/maintenance.js backup [FILE] | restore FILE | resume |
// rotate-key | reseal | admin …`.
// This is the second entry of the server build, so it needs no other packages than the server.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig, readNewKey } from '~/config';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { isMigrated } from '~/db/core/migrate';
import { type Database, openDatabase } from '~/db/core/open';
import {
  lockDataDirAsOnlyOne,
  lockDataDirExclusive,
  type DataDirLock,
  lockDataDirShared,
} from '~/db/core/data-dir/data-dir-lock';
import { updateFileCheck } from '~/db/core/self-check';
import type { Contents } from '~/db/core/backup/backup-file';
import { createMailer } from '~/email/transport';
import { parseOutboundAllow } from '~/outbound/allowlist';
import { createOutbound, type Outbound } from '~/outbound/client';
import { removeOutdatedBackups, writeBackup } from '~/services/installation/backup';
import { startupErrors, describeStartupError } from '~/services/installation/startup-errors';
import { resealWhileRunning, rotateAppKey } from '~/services/encryption/key-rotation';
import { createDiskGuard } from '~/services/installation/disk-space';
import { describeReport } from '~/services/administration/report';
import { createLog } from '~/log';
import { version } from './package.json';
import { performAdminCommand } from '~/services/administration/admin-command';
import { readArguments } from '~/services/administration/command-arguments';
import { describeUsage } from '~/services/administration/command-usage';
import { restoreBackup } from '~/services/installation/restore';
import { upgradeSchema } from '~/services/installation/schema-upgrade';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function requireConfig(): Config {
  const read = readConfig(process.env);
  return read.kind === 'config' ? read.config : fail(read.message);
}

/** Locks the data directory for a command beside which no server may run. */
function requireAlone({ dataDir }: Config): DataDirLock {
  return (
    lockDataDirExclusive(dataDir) ??
    fail(
      `A server or another command uses ${dataDir}: stop the server, or wait until the command has ended, then try again.`,
    )
  );
}

/** `backup [FILE]`. With `--nightly` it also removes outdated backups. */
async function backUp(config: Config, args: string[]): Promise<void> {
  const isNightly = args.includes('--nightly');
  const target = args.find((arg) => arg !== '--nightly');
  const { dataDir } = config;
  requireDatabase(config);
  const only = lockDataDirAsOnlyOne(dataDir);
  const presence = only ?? lockDataDirShared(dataDir) ?? fail(startupErrors.taken(dataDir));
  const now = Date.now();
  const isOnlyOne = only !== undefined;
  const outcome = writeBackup({
    dataDir,
    isNightly,
    now,
    isOnlyOne,
    ...(target !== undefined && { target }),
  });
  if (outcome.kind === 'failed') {
    if (outcome.damage !== undefined) await noteDamage(dataDir, outcome.damage);
    fail(`The backup failed. ${outcome.message}`);
  }
  const removed = isNightly ? removeOutdatedBackups(dataDir, now) : [];
  await noteBackup(dataDir, outcome.file, now);
  presence.end();
  say(`Wrote ${outcome.file} (${outcome.bytes.toLocaleString('en')} bytes): ${describe(outcome.contents)}.`);
  for (const name of removed) say(`Removed ${name}`);
}

function requireDatabase({ dataDir }: Config): void {
  if (!existsSync(join(dataDir, 'wicked.db'))) fail(`There is no database in ${describePlace(dataDir)}`);
}

/** Describes the directory that was used, why this one, and how to name another. */
function describePlace(dataDir: string): string {
  const place = resolve(dataDir);
  const reason = process.env.DATA_DIR
    ? `which is DATA_DIR=${dataDir}`
    : 'which is where DATA_DIR is without a setting';
  return `${place}, ${reason}: set DATA_DIR to the directory that the server uses, for example DATA_DIR=/var/lib/wicked, or name the file with its settings: ENV_FILE=/etc/wicked.env npm run ${command}`;
}

/** Notes the backup in the database. If that fails, for example on a full disk, the backup is complete all the same. */
async function noteBackup(dataDir: string, file: string, now: number): Promise<void> {
  try {
    const db = openDatabase(join(dataDir, 'wicked.db'));
    await insertAuditEntry(db, { kind: 'backup-made', detail: file, now });
    if (isMigrated(db)) await updateFileCheck(db, { checkedAt: Date.now(), damage: null });
    await db.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The database took no note of the backup, which is complete: ${reason}\n`);
  }
}

async function noteDamage(dataDir: string, damage: string): Promise<void> {
  try {
    const db = openDatabase(join(dataDir, 'wicked.db'));
    await updateFileCheck(db, { checkedAt: Date.now(), damage });
    await db.close();
  } catch {
    // The database may be too damaged for a write. The failed backup is reported in any case.
  }
}

async function restore(config: Config, [file = '']: string[]): Promise<void> {
  const { dataDir } = config;
  // On a new machine there is no database. But without DATA_DIR the operator may have meant another directory.
  if (!process.env.DATA_DIR) requireDatabase(config);
  const presence = requireAlone(config);
  const outcome = await restoreBackup({ dataDir, file, keys: config, now: Date.now() });
  presence.end();
  if (outcome.kind === 'refused') fail(outcome.message);
  say(`Restored ${file} as ${join(resolve(dataDir), 'wicked.db')}: ${describe(outcome.contents)}.`);
  if (outcome.leftOut.size > 0) {
    say(`Left out what lacked the rows it belonged to: ${describe(Object.fromEntries(outcome.leftOut))}.`);
  }
  if (outcome.ended > 0)
    say(
      `Ended in error what lacked a part that it needs to go on: ${describe({ executions: outcome.ended })}.`,
    );
  if (outcome.replaced !== undefined) say(`The former database is kept as ${outcome.replaced}.`);
  say(
    'It starts paused: deliveries are accepted, but nothing runs until an administrator presses Resume or runs `npm run resume` (in a container `node build/server/maintenance.js resume`).',
  );
}

async function administer(config: Config, given: string[]): Promise<void> {
  requireDatabase(config);
  const { dataDir } = config;
  const presence = lockDataDirShared(dataDir) ?? fail(startupErrors.taken(dataDir));
  const db = openDatabase(join(dataDir, 'wicked.db'));
  if (!isMigrated(db)) fail(`Start this version on ${dataDir} once: the database is of another one.`);
  const log = createLog('silent');
  const outcome = await performAdminCommand(db, given, {
    config,
    now: Date.now(),
    report: () =>
      describeReport({ db, config, version, now: Date.now, disk: createDiskGuard({ config, log }) }),
    createMailer: () =>
      createMailer(config.mailTransport, {
        write: (text) => process.stdout.write(text),
        isForPeople: true,
        sendHttp: config.proxies && openWayOut(config).send,
      }),
    createOutbound: () => openWayOut(config),
  });
  await db.close();
  presence.end();
  if (outcome.kind === 'failed') fail(outcome.message);
  for (const line of outcome.lines) say(line);
}

/** Creates a client that sends calls as the server does. */
function openWayOut({ outboundAllow, proxies, port }: Config): Outbound {
  const allow = parseOutboundAllow(outboundAllow);
  if ('kind' in allow) fail(`The setting OUTBOUND_ALLOW cannot be used: ${allow.message}`);
  return createOutbound({ allow: allow.entries, proxies, ownPort: () => port });
}

/** `rotate-key`. With `--key-is-kept` the caller itself writes the new key where the next start finds it. */
async function rotateKey(config: Config, args: string[]): Promise<void> {
  // Secrets that only the other of two keys opens would be lost.
  if (config.otherAppKey) fail(startupErrors.betweenKeys);
  const next = readNewKey(process.env);
  if (next.kind === 'invalid') fail(next.message);
  requireDatabase(config);
  const presence = requireAlone(config);
  const db = await openMigrated(config);
  const outcome = await rotateAppKey(db, { former: config.appKey, next: next.key }, Date.now());
  // The keys are changed, and the settings have to follow. On a full disk the log is emptied later.
  await db.file.emptyLog().catch(() => undefined);
  await db.close();
  presence.end();
  if (outcome.kind === 'wrong-key') fail(startupErrors.wrongKey(config.dataDir));
  say(
    outcome.kind === 'rotated'
      ? 'All secrets are encrypted with the new key.'
      : 'All secrets were encrypted with the new key already.',
  );
  if (!args.includes('--key-is-kept')) {
    say(
      'The server does not start with the former key: make the value of NEW_APP_KEY the APP_KEY in its settings.',
    );
  }
  say('Backups made until now can only be opened with the previous key: keep it with them.');
}

/** `reseal`, while servers run that know both keys and encrypt with `APP_KEY`. */
async function reseal(config: Config): Promise<void> {
  const { dataDir, appKey, otherAppKey } = config;
  if (!otherAppKey)
    fail('The setting OTHER_APP_KEY is missing: it is the key that secrets were encrypted with before.');
  requireDatabase(config);
  const presence = lockDataDirShared(dataDir) ?? fail(startupErrors.taken(dataDir));
  const db = openDatabase(join(dataDir, 'wicked.db'));
  if (!isMigrated(db)) fail(`Start this version on ${dataDir} once: the database is of another one.`);
  const outcome = await resealWhileRunning(db, { former: otherAppKey, next: appKey }, Date.now());
  await db.close();
  presence.end();
  if (outcome.kind === 'wrong-key') fail(startupErrors.wrongKey(dataDir));
  say('All secrets are encrypted with APP_KEY. Remove OTHER_APP_KEY before the next start.');
  say('Backups made until now can only be opened with the previous key: keep it with them.');
}

/** Opens the database, and brings it to this version as a start does. */
async function openMigrated(config: Config): Promise<Database> {
  const db = openDatabase(join(config.dataDir, 'wicked.db'));
  const refusal = await upgradeSchema(db, { config, log: createLog('silent') });
  if (refusal) fail(refusal.message);
  return db;
}

function describe(contents: Contents | Record<string, number>): string {
  return Object.entries(contents)
    .map(([nouns, count]) => `${count.toLocaleString('en')} ${count === 1 ? nouns.replace(/s$/, '') : nouns}`)
    .join(', ');
}

// The reader of the output may close it early, as in `admin list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const [, , command = '', ...args] = process.argv;
const read = readArguments([command, ...args]);
if (read.kind === 'wrong') fail(`${read.message}\n${describeUsage(read.name)}`);
if (read.kind === 'help') {
  say(describeUsage(read.name));
  process.exit(0);
}
const config = requireConfig();
try {
  if (command === 'backup') await backUp(config, args);
  else if (command === 'restore') await restore(config, args);
  else if (command === 'resume') await administer(config, ['resume']);
  else if (command === 'admin') await administer(config, args);
  else if (command === 'rotate-key') await rotateKey(config, args);
  else await reseal(config);
} catch (error) {
  fail(describeStartupError(error, config));
}
