// The server's feedback on the form: the last known values of variables, the questions before a press without script
// takes effect, and the outcomes of presses.
import { createContext, useContext } from 'react';
import type { LastRun } from '~/services/executions/last-run';
import type { DeliveryVerdict } from '~/services/webhooks/set-up/delivery-verdict';
import type { SampleState } from '~/services/webhooks/samples';
import type { KeptCalls } from './kept-calls';
import type { TestedCall } from './tested-call';
import type { OfferedValue } from './variable-scope';

/** The question before a call or mapping is removed whose variables others use. */
export interface InUse {
  /** The list that the item was to be removed from. */
  name: string;
  index: number;
  uses: VariableUse[];
}

export interface VariableUse {
  callName: string;
  variable: string;
}

/** The outcome of a press of a button of a call. */
export interface CallNotice {
  callIndex: number;
  tone: 'good' | 'bad';
  title: string;
  text?: string;
}

/** The outcome of a press of a button for the steps between calls. */
export interface ChainNotice {
  /** The number of calls before the place; undefined when the notice is about the whole chain. */
  gap?: number | undefined;
  tone: 'info' | 'good' | 'warn';
  title: string;
  texts: string[];
  /** What was deleted, as the JSON text that the button 'Undo' sends. */
  undo?: string | undefined;
}

/** The sample delivery that the webhook's variables can be picked from. */
export interface SampleFeedback {
  integrationId: string;
  loaded: SampleState;
  /** Whether the stored trigger is a webhook: only then is there a URL that a delivery may come to. */
  isWebhookSaved: boolean;
  /** The outcome of the last press of a button of the sample. */
  update?: SampleUpdate | undefined;
}

/** The sample after a press, or why the press had no effect. */
export interface SampleUpdate {
  state: SampleState | null;
  message: string | null;
  /** The refused text of a pasted sample; empty when none was pasted. */
  pasted: string;
}

/** The result of checking a pasted request. */
export interface DeliveryCheckFeedback {
  /** The request and the sender's address, as they were typed. */
  request: string;
  address: string;
  verdict: DeliveryVerdict | null;
  /** The reason why there is no verdict; null when there is one. */
  message: string | null;
}

export interface EditorFeedback {
  lastRun: LastRun;
  /** The fields of each call's last response, in a test or an execution, by the call's id. */
  responsePaths: LastRun['paths'];
  /** The names of the variables in the form as it was loaded. */
  storedNames: readonly string[];
  /** The organization's values, which placeholders may name. */
  values: readonly OfferedValue[];
  /** Set when a save was refused; each refusal is a new object. */
  refusal?: object | undefined;
  inUse?: InUse | undefined;
  notice?: CallNotice | undefined;
  chainNotice?: ChainNotice | undefined;
  tested?: TestedCall | undefined;
  /** The part, a call by its index, that this page is about: the response to a button, without script. */
  openedPart?: number | 'trigger' | undefined;
  sample?: SampleFeedback | undefined;
  keptCalls?: KeptCalls;
}

const EditorFeedbackContext = createContext<EditorFeedback>({
  lastRun: { values: {}, paths: {}, trigger: [] },
  responsePaths: {},
  storedNames: [],
  values: [],
});

export const EditorFeedbackProvider = EditorFeedbackContext.Provider;

export function useEditorFeedback(): EditorFeedback {
  return useContext(EditorFeedbackContext);
}
