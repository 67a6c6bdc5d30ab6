// The lists that a loop collects from its items, for the calls after it.
import { formatCount } from '../texts/format-count';
import type { LoopStep } from '../definition/loop-step';
import { type CallFinished, loggedValueLength } from '../events/event';
import { withoutBytes } from '../files/file-value';
import { measureJson } from '../json/json';
import type { Extraction } from '../logged';
import type { Variables } from '../placeholders/reference';
import { readVariable } from '../placeholders/read-variable';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import { savedValueLength } from '../computed/saved-value';
import type { RunSecrets } from './run-secrets';

type Saved = CallFinished['saved'];

export interface LoopLists {
  /** Reads the values that a successful item adds, from its variables. */
  read(variables: Variables): Saved;
  /** Whether a list is longer than can be kept. It stays so, whatever follows, also in a run that is taken up again. */
  areTooLong(): boolean;
  /** Adds the values of the item at `index`, counted from 0. */
  add(index: number, saved: Saved, maskSecrets: MaskSecrets): void;
  /** Returns the lists in the order of the items, or why they cannot be kept. */
  finish(): { saved: Saved; extractions: Extraction[]; problem?: string };
}

interface List {
  from: string;
  saveAs: string;
  /** The length of the list as JSON. */
  length: number;
  /** The values, keyed by the index of their item. */
  values: Map<number, unknown>;
  /** The masked values, while they are short enough for the log. */
  shown: Map<number, unknown>;
}

/** Creates the lists. Adds credentials that they hold to the run's `secrets`; each item knows only its own. */
export function createLists({ collect }: Pick<LoopStep, 'collect'>, secrets: RunSecrets): LoopLists {
  const lists = collect.map(({ from, saveAs }): List => ({
    from,
    saveAs,
    length: 0,
    values: new Map(),
    shown: new Map(),
  }));
  const findTooLong = () => lists.find(isTooLong);
  return {
    read: (variables) =>
      lists.map((list): Saved[number] => {
        // What is stored for items is read again with the run: no value is that can no longer be of use.
        const value = isTooLong(list) ? null : readVariable(list.from, variables);
        return [list.saveAs, value ?? null];
      }),
    areTooLong: () => findTooLong() !== undefined,
    add(index, saved, maskSecrets) {
      secrets.addSaved(saved);
      for (const [at, list] of lists.entries()) {
        const value = saved[at]?.[1] ?? null;
        list.length += measureJson(value, savedValueLength) + 1;
        list.values.set(index, value);
        if (list.length <= loggedValueLength)
          list.shown.set(index, withoutBytes(maskSecretsIn(value, maskSecrets)));
        else list.shown.clear();
        if (isTooLong(list)) list.values.clear();
      }
    },
    finish() {
      const tooLong = findTooLong();
      if (tooLong) {
        const problem = `{{${tooLong.saveAs}}} is too large to be kept: a list of at most 2 MiB is.`;
        return { saved: [], extractions: [], problem };
      }
      return {
        saved: lists.map(({ saveAs, values }): Saved[number] => [saveAs, inOrder(values)]),
        extractions: lists.map(describeList),
      };
    },
  };
}

function isTooLong({ length }: List): boolean {
  return length > savedValueLength;
}

function describeList({ saveAs, from, length, values, shown }: List): Extraction {
  const count = formatCount(values.size);
  const about = { variableName: saveAs, jsonPath: from, type: 'array', success: true };
  const message = `${count} ${values.size === 1 ? 'item' : 'items'}`;
  return length > loggedValueLength ? { ...about, message } : { ...about, message, value: inOrder(shown) };
}

function inOrder(values: Map<number, unknown>): unknown[] {
  return [...values].toSorted(([a], [b]) => a - b).map(([, value]) => value);
}
