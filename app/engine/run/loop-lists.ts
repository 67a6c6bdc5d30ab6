// The lists that a loop makes of its items for what comes behind it.
import type { LoopStep } from '../definition/loop-step';
import { type CallFinished, loggedValueLength } from '../events/event';
import { withoutBytes } from '../files/file-value';
import { measureJson } from '../json/json';
import type { Extraction } from '../logged';
import type { Variables } from '../placeholders/reference';
import { readVariable } from '../placeholders/read-variable';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import { savedValueLength } from '../computed/kept-value';
import type { RunSecrets } from './run-secrets';

type Saved = CallFinished['saved'];

export interface LoopLists {
  /** What an item that ended well gives, from its variables. */
  read(variables: Variables): Saved;
  /** Adds what the item at `index`, from 0, gave. */
  add(index: number, saved: Saved, maskSecrets: MaskSecrets): void;
  /** The lists in the order of the items, or why they cannot be kept. */
  finish(): { saved: Saved; extractions: Extraction[]; problem?: string };
}

interface List {
  from: string;
  saveAs: string;
  /** Of its JSON. */
  length: number;
  /** By the places of their items. */
  values: Map<number, unknown>;
  /** Masked, as long as they are short enough for the log. */
  shown: Map<number, unknown>;
}

/** `secrets`: of the run, to which what the lists have of credentials in headers is added; the items know their own alone. */
export function createLists({ collect }: Pick<LoopStep, 'collect'>, secrets: RunSecrets): LoopLists {
  const lists = collect.map(({ from, saveAs }): List => ({
    from,
    saveAs,
    length: 0,
    values: new Map(),
    shown: new Map(),
  }));
  return {
    read: (variables) =>
      lists.map(({ from, saveAs }): Saved[number] => [saveAs, readVariable(from, variables) ?? null]),
    add(index, saved, maskSecrets) {
      secrets.addSaved(saved);
      for (const [at, list] of lists.entries()) {
        const value = saved[at]?.[1] ?? null;
        list.length += measureJson(value, savedValueLength) + 1;
        list.values.set(index, value);
        if (list.length <= loggedValueLength)
          list.shown.set(index, withoutBytes(maskSecretsIn(value, maskSecrets)));
        else list.shown.clear();
        // It is too long whatever follows.
        if (list.length > savedValueLength) list.values.clear();
      }
    },
    finish() {
      const tooLong = lists.find(({ length }) => length > savedValueLength);
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

function describeList({ saveAs, from, length, values, shown }: List): Extraction {
  const count = values.size.toLocaleString('en');
  const about = { variableName: saveAs, jsonPath: from, type: 'array', success: true };
  const message = `${count} ${values.size === 1 ? 'item' : 'items'}`;
  return length > loggedValueLength ? { ...about, message } : { ...about, message, value: inOrder(shown) };
}

function inOrder(values: Map<number, unknown>): unknown[] {
  return [...values].toSorted(([a], [b]) => a - b).map(([, value]) => value);
}
