// Reads the arguments of `maintenance.js` before anything is done: a surplus word, a misspelt option or a call for help must
// not make a backup of that name, pause everything or change the key.

/** How many words each command takes, without options; `admin quota` reports itself what is missing. */
const counts: Record<string, { least: number; most: number; options?: string[] }> = {
  backup: { least: 0, most: 1, options: ['--nightly'] },
  restore: { least: 1, most: 1 },
  resume: { least: 0, most: 0 },
  'rotate-key': { least: 0, most: 0, options: ['--key-is-kept'] },
  reseal: { least: 0, most: 0 },
  'admin list': { least: 0, most: 0 },
  'admin verify': { least: 1, most: 1 },
  'admin reset-link': { least: 1, most: 1 },
  'admin end-sessions': { least: 1, most: 1 },
  'admin remove-two-factor': { least: 1, most: 1 },
  'admin make-administrator': { least: 1, most: 1 },
  'admin remove-administrator': { least: 1, most: 1 },
  'admin delete-account': { least: 1, most: 1, options: ['--with-organizations'] },
  'admin report': { least: 0, most: 0 },
  'admin test-mail': { least: 1, most: 1 },
  'admin test-call': { least: 1, most: 1 },
  'admin resend-mails': { least: 0, most: 0 },
  'admin organizations': { least: 0, most: 0 },
  'admin quota': { least: 0, most: 3 },
  'admin pause': { least: 0, most: 0 },
  'admin resume': { least: 0, most: 0 },
  'admin read-only': { least: 0, most: 0 },
  'admin read-write': { least: 0, most: 0 },
};

/** `help` is the answer when help is asked for or needed; `wrong` says in a sentence what the command does not take. */
type ReadArguments =
  | { kind: 'command' }
  | { kind: 'help'; isAsked: boolean }
  | { kind: 'wrong'; message: string };

/** Checks whether the words are a command of this program. The caller knows which command they are. */
export function readArguments([command = '', ...rest]: string[]): ReadArguments {
  if ([command, ...rest].some((word) => word === '--help' || word === '-h')) {
    return { kind: 'help', isAsked: true };
  }
  const isAdmin = command === 'admin';
  const name = isAdmin ? `admin ${rest[0] ?? ''}` : command;
  const words = isAdmin ? rest.slice(1) : rest;
  const known = Object.hasOwn(counts, name) ? counts[name] : undefined;
  if (!known) return { kind: 'help', isAsked: false };
  const options = words.filter((word) => word.startsWith('-'));
  const unknown = options.find((option) => !known.options?.includes(option));
  if (unknown !== undefined) return { kind: 'wrong', message: `${name} has no option ${unknown}.` };
  const count = words.length - options.length;
  if (count < known.least) return { kind: 'help', isAsked: false };
  if (count > known.most) {
    const extra = words.filter((word) => !options.includes(word))[known.most];
    return { kind: 'wrong', message: `${name} does not take “${extra}”: nothing was done.` };
  }
  return { kind: 'command' };
}
