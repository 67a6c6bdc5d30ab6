// Reads the arguments of `maintenance.js` before anything is done: a surplus word, a misspelt option or a call for help must
// not make a backup of that name, pause everything or change the key.
import { commands } from './command-usage';

/** `help`: help is asked for. `wrong`: a sentence says what is missing or what is not taken. Both concern the command `name`. */
type ReadArguments =
  | { kind: 'command' }
  | { kind: 'help'; name: string }
  | { kind: 'wrong'; name: string; message: string };

/** Checks whether the words are a command of this program. The caller knows which command they are. */
export function readArguments([command = '', ...rest]: string[]): ReadArguments {
  const isAdmin = command === 'admin';
  const [action = ''] = rest;
  const name = isAdmin && !action.startsWith('-') ? `admin ${action}`.trim() : command;
  if ([command, ...rest].some((word) => word === '--help' || word === '-h')) return { kind: 'help', name };
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!known) return { kind: 'wrong', name: isAdmin ? 'admin' : '', message: describeUnknown(name) };
  const words = isAdmin ? rest.slice(1) : rest;
  const problem = findProblem(words, known);
  return problem === undefined ? { kind: 'command' } : { kind: 'wrong', name, message: `${name} ${problem}` };
}

function describeUnknown(name: string): string {
  if (name === '' || name === 'admin') return 'The name of a command is missing.';
  return `There is no command ${name}: nothing was done.`;
}

/** Finds what is wrong with the words behind the name of a command. */
function findProblem(
  words: string[],
  { words: taken, options: known = [] }: (typeof commands)[string],
): string | undefined {
  const options = words.filter((word) => word.startsWith('-'));
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined) return `has no option ${unknown}.`;
  const given = words.filter((word) => !options.includes(word));
  const missing = taken.slice(given.length).filter((word) => !word.startsWith('['));
  if (missing.length > 0) return `needs ${missing.join(' and ')}: nothing was done.`;
  const extra = given[taken.length];
  return extra === undefined ? undefined : `does not take “${extra}”: nothing was done.`;
}
