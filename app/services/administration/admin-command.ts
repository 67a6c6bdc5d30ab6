// `npm run admin -- …`: the administration without mail and without a browser, for the operator of the machine.
import type { Config } from '~/config';
import { listUsers } from '~/db/accounts/user-list';
import { findUserByEmail, type User } from '~/db/accounts/users';
import type { Mailer } from '~/email/mailer';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import type { Outbound } from '~/outbound/client';
import { describeProblem, type Problem } from '~/problem';
import { createResetLink } from '../accounts/password-reset';
import { listAdministratorIds } from '../installation/administrators';
import { requeueGivenUpMails } from '../installation/given-up-mails';
import { pause, resume } from '../installation/pause';
import { setReadOnly } from '../installation/read-only';
import { type AccountAction, actionsWithoutLink, isAccountAction } from './account-actions';
import { auditAccountAction } from './accounts';
import { describeUsage } from './command-usage';
import { deleteAccountByCommand } from './delete-account-command';
import { sendTestCall } from './test-call';
import { sendTestMail } from './test-mail';
import { listOrganizationLines, performQuotaCommand } from './quota-command';

/** The lines to print, or the reason why nothing was done. */
type AdminOutcome = { kind: 'done'; lines: string[] } | { kind: 'failed'; message: string };

interface Command {
  config: Config;
  now: number;
  /** Called only where a mail is sent. */
  createMailer?: () => Promise<Mailer>;
  /** Called only where something is sent to another server, which closes the client. */
  createOutbound: () => Outbound;
  /** Returns the report on the installation, see `describeReport`. */
  report?: () => Promise<string[]>;
}

/** The line to print when an action is done; after `reset-link`, the link itself is printed. */
const doneLines: Record<Exclude<AccountAction, 'reset-link'>, (email: string) => string> = {
  verify: (email) => `${email} is now verified.`,
  'end-sessions': (email) => `${email} is logged out everywhere.`,
  'remove-two-factor': (email) => `${email} logs in without a second factor.`,
  'make-administrator': (email) => `${email} administers the installation.`,
  'remove-administrator': (email) => `${email} no longer administers the installation.`,
};

async function performForAccount(
  tx: Queries,
  action: AccountAction,
  user: User,
  { config, now }: Pick<Command, 'config' | 'now'>,
): Promise<string[] | Problem> {
  if (action === 'reset-link') {
    const link = await createResetLink(tx, config, user, now);
    await auditAccountAction(tx, user, 'password-reset-requested', { now });
    return [link];
  }
  const outcome = await actionsWithoutLink[action]({ config }, tx, user.id, { now });
  if (outcome.kind === 'not-found') {
    return { kind: 'conflict', message: `${user.email} does not administer the installation.` };
  }
  return outcome.kind === 'done' ? [doneLines[action](user.email)] : outcome;
}

/** Runs `admin` with its arguments. Servers may run meanwhile: they notice the changes by themselves. */
export async function performAdminCommand(
  db: Database,
  [name = '', email, ...rest]: string[],
  command: Command,
): Promise<AdminOutcome> {
  const by = { now: command.now };
  if (name === 'list') return { kind: 'done', lines: await listAccounts(db, command.config) };
  if (name === 'organizations') return { kind: 'done', lines: await listOrganizationLines(db) };
  if (name === 'report' && command.report) return { kind: 'done', lines: await command.report() };
  if (name === 'test-mail' && command.createMailer) {
    return sendTestMail(command.config, await command.createMailer(), (email ?? '').trim());
  }
  if (name === 'test-call') {
    return sendTestCall(command.config, command.createOutbound(), (email ?? '').trim());
  }
  if (name === 'resend-mails') {
    const count = await db.transaction((tx) => requeueGivenUpMails(tx, by));
    return done(count === 0 ? 'No mail was given up.' : `Mails that wait to be sent again: ${count}.`);
  }
  if (name === 'delete-account' && email !== undefined) {
    return deleteAccountByCommand(db, [email, ...rest], command);
  }
  if (name === 'quota') return db.transaction((tx) => performQuotaCommand(tx, [email, ...rest], by));
  if (name === 'pause') {
    const isNew = await db.transaction((tx) => pause(tx, by));
    return done(isNew ? 'Paused: nothing new starts.' : 'It was already paused.');
  }
  if (name === 'resume') {
    const wasPaused = await db.transaction((tx) => resume(tx, by));
    return done(wasPaused ? 'Resumed: everything that waited starts now.' : 'Nothing was paused.');
  }
  if (name === 'read-only' || name === 'read-write') {
    const isReadOnly = name === 'read-only';
    const isNew = await db.transaction((tx) => setReadOnly(tx, isReadOnly, by));
    if (!isNew) return done(isReadOnly ? 'It was already read-only.' : 'Nothing was read-only.');
    return done(isReadOnly ? 'Read-only: nothing can be changed.' : 'Everything can be changed again.');
  }
  if (!isAccountAction(name) || email === undefined)
    return { kind: 'failed', message: describeUsage('admin') };
  const outcome = await db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email.trim().normalize('NFKC').toLowerCase());
    return user && performForAccount(tx, name, user, command);
  });
  if (outcome === undefined) return { kind: 'failed', message: `No account has the address ${email}.` };
  if (Array.isArray(outcome)) return { kind: 'done', lines: outcome };
  return { kind: 'failed', message: describeProblem(outcome).body.message };
}

function done(line: string): AdminOutcome {
  return { kind: 'done', lines: [line] };
}

/** Lists one line for each account, the newest first. */
async function listAccounts(db: Queries, config: Config): Promise<string[]> {
  const administrators = new Set(await listAdministratorIds(db, config));
  const lines: string[] = [];
  for (let before: string | undefined; ;) {
    const users = await listUsers(db, { limit: 500, ...(before !== undefined && { before }) });
    for (const { id, email, firstName, lastName, isVerified } of users) {
      const marks = [
        isVerified ? 'verified' : 'not verified',
        ...(administrators.has(id) ? ['administrator'] : []),
      ];
      lines.push([email, `${firstName} ${lastName}`, marks.join(', ')].join('\t'));
    }
    before = users.at(-1)?.id;
    if (before === undefined) return lines.length > 0 ? lines : ['No accounts yet.'];
  }
}
