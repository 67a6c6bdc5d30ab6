// The facts about an installation that helpers need, as text that can be sent on: states, sizes and settings, without secrets,
// names of accounts or integrations, or payloads.
import { release } from 'node:os';
import type { AppContext } from '~/context';
import { type DeferredEmails, findDeferredEmails } from '~/db/accounts/deferred-emails';
import { isMigrated } from '~/db/core/migrate';
import { measureVersions } from '~/db/integrations/versions';
import { readFileCheck } from '~/db/core/self-check';
import { maskEmailAddresses } from '../installation/mask-email-addresses';
import { describeOverview } from './overview';
import { describeSettings } from '~/services/installation/settings-in-effect';

type Reported = Pick<AppContext, 'db' | 'config' | 'disk' | 'now' | 'version'>;

/** Returns lines of `name: value`; times in ISO 8601, sizes in bytes. */
export async function describeReport(context: Reported): Promise<string[]> {
  const { db, config, now, version } = context;
  const overview = await describeOverview(context);
  const { queue, storage, backup } = overview;
  const check = await readFileCheck(db);
  const versions = await measureVersions(db);
  const facts: [name: string, value: string | number | boolean | null][] = [
    ['Made at', toText(now())],
    ['Wicked Integrations', version],
    ['Node.js', `${process.version} on ${process.platform} ${release()} ${process.arch}`],
    ['Schema is of this version', isMigrated(db)],
    ['Users', overview.users],
    ['Organizations', overview.organizations],
    ['Paused since', toText(overview.pausedAt)],
    ['Read-only since', toText(overview.readOnlySince)],
    ['Running', queue.running],
    ['The first since', toText(queue.runningSince)],
    ['Waiting', queue.waiting],
    ['The first due since', toText(queue.waitingSince)],
    ['Database, bytes', storage.databaseBytes],
    ['Backups, bytes', storage.backupBytes],
    ['Files that nothing removes', storage.keptFiles],
    ['Files that nothing removes, bytes', storage.keptBytes],
    ['Versions of integrations', versions.count],
    ['Versions of integrations, bytes', versions.bytes],
    ['Free, bytes', storage.freeBytes],
    ['Disk nearly full', storage.isLow],
    ['Executions removed early', storage.prunedEarly],
    ['Last nightly backup', toText(backup.endedAt)],
    ['Why it failed', backup.error],
    ['Database last checked', toText(check.checkedAt)],
    ['Damage found', check.damage],
    ['Mails deferred', describeDeferred(await findDeferredEmails(db))],
    ['Mails given up', overview.mailsGivenUp],
    ['Why mails do not leave', overview.mailError && maskEmailAddresses(overview.mailError)],
  ];
  return [
    ...facts.map(([name, value]) => `${name}: ${value ?? '–'}`),
    '',
    ...describeSettings(config).map(
      ([name, value]) => `${name}=${name === 'ADMIN_EMAIL' ? maskEmailAddresses(value) : value}`,
    ),
    '',
    'It holds no secrets, but addresses of your network, and what a mail server answered: read it before you send it on.',
  ];
}

/** Says how many mails wait to be tried again, since when, and why: the error of the newest. */
function describeDeferred({ count, oldestAt, error }: DeferredEmails): string {
  if (count === 0) return '0';
  return `${count}, the first since ${toText(oldestAt)}: ${maskEmailAddresses(error ?? '')}`;
}

function toText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
