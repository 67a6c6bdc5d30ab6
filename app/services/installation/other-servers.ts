// Compares the settings of the servers on one data directory. With different values of SESSION_SECRET, log-ins by a code or a
// passkey fail at every second request; with different retentions, the shorter one wins. Nothing else reports that.
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import type { DataDirLock } from '~/db/core/data-dir/data-dir-lock';
import { joinServers } from '~/db/core/data-dir/present-servers';
import { listSettings } from './settings-in-effect';

/** Settings that each process has for itself. Keys differ while they are being changed; wrong ones are refused elsewhere. */
const ownSettings = new Set([
  'HOST',
  'PORT',
  'DATA_DIR',
  'RUNNER',
  'RUNNER_CONCURRENCY',
  'APP_KEY',
  'OTHER_APP_KEY',
  'METRICS_TOKEN',
  'LOG_LEVEL',
  'LOG_EXECUTIONS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/** `key` identifies the key that made the digests; `settings` holds one digest for each name. */
const Note = z.object({ key: z.string(), settings: z.record(z.string(), z.string()) });
type Note = z.infer<typeof Note>;

/** Returns keyed digests, HMAC-SHA-256 (RFC 2104): nobody can guess a value from the file alone. */
function describe(config: Config, appKey: Buffer): Note {
  const key = Buffer.from(hkdfSync('sha256', appKey, '', 'settings of servers', 32));
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const shared = listSettings(config).filter(({ name }) => !ownSettings.has(name));
  return {
    key: digest(''),
    settings: Object.fromEntries(shared.map(({ name, value }) => [name, digest(`${name}=${value}`)])),
  };
}

/** Lists settings whose values differ from those of the server that left `note`; empty when they cannot be compared. */
function listDifferent(config: Config, note: string): string[] {
  const theirs = Note.parse(JSON.parse(note));
  const keys = [config.appKey, ...(config.otherAppKey ? [config.otherAppKey] : [])];
  const ours = keys.map((key) => describe(config, key)).find(({ key }) => key === theirs.key);
  if (!ours) return [];
  // A setting that only one of the two versions knows cannot differ.
  return Object.keys(ours.settings).filter(
    (name) => theirs.settings[name] !== undefined && theirs.settings[name] !== ours.settings[name],
  );
}

/**
 * Shows this server to those that start after it, and logs which settings have other values in the servers that already run. An
 * error in this keeps no server from starting.
 */
export function meetOtherServers(
  config: Config,
  log: Pick<AppContext['log'], 'warn'>,
): DataDirLock | undefined {
  const note = JSON.stringify(describe(config, config.appKey));
  try {
    const { others, lock } = joinServers(config.dataDir, { id: randomUUID(), note });
    const settings = [...new Set(others.flatMap((other) => listDifferent(config, other)))];
    if (settings.length > 0) log.warn({ settings }, describeDifference(config, settings));
    return lock;
  } catch (error) {
    log.warn({ err: error }, 'the settings of other servers on this directory could not be compared');
    return undefined;
  }
}

function describeDifference({ dataDir }: Config, settings: string[]): string {
  return `Another server that uses ${dataDir} has other values of ${settings.join(', ')}: give all of them the same, and start those again that have the wrong ones.`;
}
