// What the server reported about the calls of a form: with which values variables were last seen, what a button's press
// without script has to ask first, and what came of one.
import { createContext, useContext } from 'react';
import type { LastRun } from '~/services/executions/last-run';
import type { DoorVerdict } from '~/services/webhooks/set-up/door-verdict';
import type { SampleState } from '~/services/webhooks/samples';
import type { TestedCall } from './tested-call';
import type { OfferedValue } from './variable-scope';

/** A call or mapping is not removed before the user confirms it, since others use its variables. */
export interface InUse {
  /** The list and the place in it that were to be removed. */
  name: string;
  index: number;
  uses: VariableUse[];
}

export interface VariableUse {
  callName: string;
  variable: string;
}

/** What became of the press of a button of a call. */
export interface CallNotice {
  callIndex: number;
  tone: 'good' | 'bad';
  title: string;
  text?: string;
}

/** What became of a press of a button that is about the steps between calls. */
export interface ChainNotice {
  /** How many calls stand before it; undefined: it is about the whole chain. */
  gap?: number | undefined;
  tone: 'info' | 'good' | 'warn';
  title: string;
  texts: string[];
}

/** What there is to pick the webhook's variables from. */
export interface SampleFeedback {
  integrationId: string;
  loaded: SampleState;
  /** What became of the last press of one of its buttons. */
  update?: { state: SampleState | null; message: string | null } | undefined;
}

/** What became of a request that was pasted to try the webhook. */
export interface DoorFeedback {
  /** As they were typed. */
  request: string;
  address: string;
  verdict: DoorVerdict | null;
  /** Why there is none. */
  message: string | null;
}

export interface EditorFeedback {
  lastRun: LastRun;
  /** The names of the variables as the page was loaded with them. */
  storedNames: readonly string[];
  /** Those of the organization, which placeholders may name. */
  values: readonly OfferedValue[];
  /** That a save was refused: the next one is another object. */
  refusal?: object | undefined;
  inUse?: InUse | undefined;
  notice?: CallNotice | undefined;
  chainNotice?: ChainNotice | undefined;
  tested?: TestedCall | undefined;
  sample?: SampleFeedback | undefined;
}

const EditorFeedbackContext = createContext<EditorFeedback>({
  lastRun: { values: {}, paths: {} },
  storedNames: [],
  values: [],
});

export const EditorFeedbackProvider = EditorFeedbackContext.Provider;

export function useEditorFeedback(): EditorFeedback {
  return useContext(EditorFeedbackContext);
}
