// The differences between two states of an integration, in words: of the editor's form, or of two versions. It walks over all
// values of the states, so that a part added to them is compared without being named here. It is pure and without the
// validation library, since the browser uses it too.
import { isCredentialName } from '../secrets/credential-names';

/** A value that differs between two states. */
export interface Difference {
  /** The part of the integration: 'Trigger', 'Call “Read issue”'. */
  where: string;
  /** The field in this part, by its label: 'URL'. */
  field: string;
  /** Texts to show; secrets are masked. */
  mine: string;
  theirs: string;
}

interface Leaf {
  field: string;
  text: string;
  isSecret: boolean;
}

interface Section {
  where: string;
  /** The section in one line, for when the other side does not have it. */
  summary: string;
  leaves: Map<string, Leaf>;
}

type Values = Record<string, unknown>;

const labels: Record<string, string> = {
  'authConfig.type': 'Authentication',
  'authConfig.token': 'Token',
  'authConfig.connectionId': 'Connection',
  'responseMapping.saveAs': 'Save whole response as',
  'responseMapping.saveFileAs': 'Save it as a file',
  bodyType: 'Send body as',
  'responseMapping.extractFields': 'Mapped field',
  'responseMapping.computed': 'Computed variable',
  computed: 'Computed variable',
  remember: 'Remembered value',
  'responseMapping.remember': 'Remember for the next run',
  'wait.kind': 'Wait',
  'wait.seconds': 'Wait in seconds',
  'wait.amount': 'Wait for',
  'wait.unit': 'Unit of the wait',
  'wait.at': 'Wait until',
  'wait.message': 'Message of the wait',
  'wait.choices': 'Choice of the wait',
  'wait.saveAs': 'Save answer as',
  'wait.onTimeout': 'Without an answer',
  'webhook.secret': 'Webhook Secret',
  'webhook.headers': 'Required header',
  'webhook.variables': 'Variable',
  'manual.fields': 'Form field',
  'webhook.endpoint.scheme': 'Who sends',
  'webhook.endpoint.readAs': 'Read bodies as',
  'webhook.endpoint.allowFrom': 'Only from',
  timeoutSeconds: 'Timeout in seconds',
  headers: 'Header',
  conditional: 'Conditional Execution',
  handling: 'Response Handling',
  loop: 'For each',
  name: 'Name',
  url: 'URL',
};

const nouns: Record<string, string> = {
  apiCalls: 'Call',
  triggerConfig: 'Trigger',
  firstConditional: 'Beginning',
};

const shownLength = 400;

interface Words {
  /** The field name for a part that the other side does not have. */
  onlyMine: string;
  onlyTheirs: string;
  /** Returns both texts of a field as they are shown. */
  show(mine: string, theirs: string): [string, string];
}

export const wordsOfForms: Words = {
  onlyMine: 'Only in yours',
  onlyTheirs: 'Only in theirs',
  show: showAround,
};

/** The words for callers that shorten texts themselves, or show only the lines that differ. */
export const wholeWordsOfForms: Words = { ...wordsOfForms, show: (mine, theirs) => [mine, theirs] };

/**
 * Lists all differences, in the order of `mine` and then of `theirs`. Either state may hold secrets, typed or masked; none is
 * shown in the clear. Texts that differ only in line ends are the same.
 */
export function compareValues(mine: object, theirs: object, words: Words): Difference[] {
  const left = readParts(mine);
  const right = readParts(theirs);
  const differences: Difference[] = [];
  for (const key of new Set([...left.sections.keys(), ...right.sections.keys()])) {
    differences.push(...compareSections(left.sections.get(key), right.sections.get(key), words));
  }
  for (const [list, keys] of left.orders) {
    const difference = compareOrder(list, keys, right.orders.get(list) ?? [], left.sections);
    if (difference) differences.push(difference);
  }
  return differences;
}

function compareSections(mine: Section | undefined, theirs: Section | undefined, words: Words): Difference[] {
  if (!mine || !theirs) {
    const only = mine ?? theirs;
    if (!only) return [];
    const none = 'Not there';
    return [
      {
        where: only.where,
        field: mine ? words.onlyMine : words.onlyTheirs,
        mine: mine?.summary ?? none,
        theirs: theirs?.summary ?? none,
      },
    ];
  }
  const differences: Difference[] = [];
  for (const key of new Set([...mine.leaves.keys(), ...theirs.leaves.keys()])) {
    const left = mine.leaves.get(key);
    const right = theirs.leaves.get(key);
    if ((left?.text ?? '') === (right?.text ?? '')) continue;
    const isSecret = Boolean(left?.isSecret || right?.isSecret);
    const texts = isSecret
      ? [maskSecret(left?.text), maskSecret(right?.text)]
      : words.show(left?.text ?? '', right?.text ?? '');
    const field = left?.field ?? right?.field ?? '';
    differences.push({ where: mine.where, field, mine: texts[0] ?? '', theirs: texts[1] ?? '' });
  }
  return differences;
}

function compareOrder(
  list: string,
  mine: string[],
  theirs: string[],
  sections: Map<string, Section>,
): Difference | undefined {
  const left = mine.filter((key) => theirs.includes(key));
  const right = theirs.filter((key) => left.includes(key));
  if (left.join('\n') === right.join('\n')) return undefined;
  const tell = (keys: string[]) => keys.map((key) => sections.get(key)?.where ?? key).join(', ');
  return {
    where: `${nouns[list] ?? humanize(list)}s`,
    field: 'Order',
    mine: tell(left),
    theirs: tell(right),
  };
}

function readParts(state: object) {
  const sections = new Map<string, Section>();
  const orders = new Map<string, string[]>();
  for (const [key, value] of Object.entries(state)) {
    if (Array.isArray(value)) {
      orders.set(key, readList(key, value, sections));
    } else if (isValues(value)) {
      const where = nouns[key] ?? humanize(key);
      sections.set(key, { where, summary: where, leaves: readLeaves(value) });
    }
  }
  return { sections, orders };
}

function readList(list: string, items: unknown[], sections: Map<string, Section>): string[] {
  const keys: string[] = [];
  for (const [index, item] of items.entries()) {
    if (!isValues(item)) continue;
    const noun = nouns[list] ?? humanize(list);
    const name = textOf(item.name);
    const key = `${list}/${textOf(item.id) || `new ${index}`}`;
    const address = `${textOf(item.method)} ${textOf(item.url)}`.trim();
    sections.set(key, {
      where: name ? `${noun} “${name}”` : `${noun} ${index + 1}`,
      summary: address || name || noun,
      leaves: readLeaves(item),
    });
    keys.push(key);
  }
  return keys;
}

function readLeaves(values: Values, path = '', leaves = new Map<string, Leaf>()): Map<string, Leaf> {
  for (const [key, value] of Object.entries(values)) {
    const name = path ? `${path}.${key}` : key;
    if (key === 'id') continue;
    // The form keeps the values of a trigger type that is not chosen, but does not save them.
    if (!path && isValues(value) && key in triggerParts && values.type !== key) continue;
    if (Array.isArray(value) && value.every((item) => !isValues(item))) {
      leaves.set(name, { field: labelOf(name), text: value.map(textOf).join(', '), isSecret: false });
    } else if (Array.isArray(value)) readRows(name, value, leaves);
    else if (isValues(value)) readLeaves(value, name, leaves);
    else leaves.set(name, { field: labelOf(name), text: textOf(value), isSecret: isSecretField(name) });
  }
  return leaves;
}

const triggerParts: Record<string, true> = { webhook: true, cron: true, event: true };

/** Reads rows. A row is compared as a whole, and identified by its name instead of its position. */
function readRows(path: string, rows: unknown[], leaves: Map<string, Leaf>): void {
  for (const row of rows) {
    if (!isValues(row)) continue;
    const name = textOf(row.name) || textOf(row.saveAs);
    const { name: _name, saveAs: _saveAs, id: _id, secret, ...rest } = row;
    const text = listTexts(rest).join(', ');
    if (!name && !text) continue;
    let key = `${path}/${name}`;
    while (leaves.has(key)) key += ' again';
    const field = name ? `${labelOf(path)} “${name}”` : labelOf(path);
    const isSecret = textOf(secret) !== '' || ('value' in row && isCredentialName(name));
    leaves.set(key, { field, text, isSecret });
  }
}

function listTexts(row: Values): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (value === true || value === 'on') return [key];
    if (isValues(value)) return listTexts(value);
    if (Array.isArray(value))
      return value.flatMap((item) => (isValues(item) ? listTexts(item) : textOf(item)));
    return textOf(value) || [];
  });
}

function isSecretField(name: string): boolean {
  return /(^|\.)(token|password|secret)$/.test(name);
}

function labelOf(path: string): string {
  return labels[path] ?? humanize(path.slice(path.lastIndexOf('.') + 1));
}

/** Turns 'cronExpression' into 'Cron expression'. */
function humanize(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function maskSecret(text = ''): string {
  if (text === '') return 'Empty';
  return text.startsWith('••••') ? text : '••••, newly typed';
}

/** Shows two texts; long ones begin shortly before they differ. */
export function showAround(mine: string, theirs: string): [string, string] {
  let same = 0;
  while (same < mine.length && mine[same] === theirs[same]) same += 1;
  const start = Math.max(mine.length, theirs.length) > shownLength ? Math.max(0, same - 40) : 0;
  const show = (text: string) => {
    if (text === '') return 'Empty';
    const end = start + shownLength;
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  };
  return [show(mine), show(theirs)];
}

/** Returns the text of a field; a ticked box is 'on' in a form and true in what was stored. */
function textOf(value: unknown): string {
  if (value === true || value === 'on') return 'Yes';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
