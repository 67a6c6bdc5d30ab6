// The commands of `maintenance.js`: the words that each takes, and what it does, as its help says it.

interface Command {
  /** The words behind its name, as help names them; those in brackets may be left out. */
  words: string[];
  /** Options that it takes; `does` explains those that are for people. */
  options?: string[];
  /** What it does, one entry a line. */
  does: string[];
}

export const commands: Record<string, Command> = {
  backup: {
    words: ['[FILE]'],
    options: ['--nightly'],
    does: ['copies the database to FILE or into DATA_DIR/backups; servers may run'],
  },
  restore: {
    words: ['FILE'],
    does: ['makes a backup the database, which then starts paused; no server may run'],
  },
  resume: { words: [], does: ['ends the pause that a restore or an administrator began; servers may run'] },
  'rotate-key': {
    words: [],
    options: ['--key-is-kept'],
    does: ['encrypts all secrets with NEW_APP_KEY in place of APP_KEY; no server may run'],
  },
  reseal: {
    words: [],
    does: ['encrypts all secrets with APP_KEY in place of OTHER_APP_KEY; servers may run'],
  },
  'admin list': { words: [], does: ['lists the accounts'] },
  'admin verify': {
    words: ['EMAIL'],
    does: ['marks the address of the account as verified, without a mail'],
  },
  'admin reset-link': {
    words: ['EMAIL'],
    does: ['prints a link to set a new password; it works for 20 minutes'],
  },
  'admin end-sessions': { words: ['EMAIL'], does: ['signs the account out everywhere'] },
  'admin remove-two-factor': {
    words: ['EMAIL'],
    does: ['removes second factors and passkeys: the account then logs in without them'],
  },
  'admin make-administrator': {
    words: ['EMAIL'],
    does: ['makes the account an administrator of the installation'],
  },
  'admin remove-administrator': {
    words: ['EMAIL'],
    does: ['makes it none any more; one administrator has to stay'],
  },
  'admin delete-account': {
    words: ['EMAIL'],
    options: ['--with-organizations'],
    does: [
      'deletes the account; with --with-organizations also the organizations where it is',
      'the only member, and asks their connections’ providers to revoke the tokens',
    ],
  },
  'admin report': {
    words: [],
    does: ['prints versions, states, sizes and settings without secrets, for those who help'],
  },
  'admin test-mail': {
    words: ['EMAIL'],
    does: ['sends a mail with the present settings, and says what came of it'],
  },
  'admin resend-mails': { words: [], does: ['sends the mails again that the server had given up'] },
  'admin test-call': {
    words: ['URL'],
    does: ['requests the URL as calls do, and says by which way, and what came of it'],
  },
  'admin organizations': { words: [], does: ['lists the organizations, with id and quota'] },
  'admin quota': {
    words: ['ID', 'HOUR', 'DAY'],
    does: ['limits the executions that begin in an hour and in a day; none: no limit'],
  },
  'admin pause': {
    words: [],
    does: ['starts nothing any more; deliveries are accepted, and wait'],
  },
  'admin resume': { words: [], does: ['ends that, and starts what waits'] },
  'admin read-only': {
    words: [],
    does: ['lets nobody change anything; deliveries are accepted and executed'],
  },
  'admin read-write': { words: [], does: ['lets everybody change things again'] },
};

const column = 37;

/** The help: of the command of that name, of the commands whose name begins with it, or, when there is none of either, of all. */
export function describeUsage(name = ''): string {
  const names = Object.keys(commands);
  const chosen = names.filter((each) => each === name || each.startsWith(`${name} `));
  return `Usage:\n${(chosen.length > 0 ? chosen : names).map(describeCommand).join('\n')}`;
}

function describeCommand(name: string): string {
  const { words = [], does = [] } = commands[name] ?? {};
  const [first = '', ...more] = does;
  const begin = `  ${[name, ...words].join(' ')}`.padEnd(column);
  return [`${begin}${first}`, ...more.map((line) => ' '.repeat(column) + line)].join('\n');
}
