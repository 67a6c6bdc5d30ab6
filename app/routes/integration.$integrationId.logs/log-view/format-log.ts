// Converts an execution's log to what the screen shows: texts that are ready to render and cut, so that no body is too
// large for the browser. The server builds it; the rest of the log is not sent.
import { formatCount } from '~/engine/texts/format-count';
import type { TextView } from '~/components/log/text-view';
import { describeFailedItems, nameFailedItem } from '~/engine/events/failed-items';
import { stringifyJson } from '~/engine/json/json';
import type { Extraction } from '~/engine/logged';
import { listExtractions } from '~/services/executions/call-log';
import type { ApiCallLog, ExecutionLog } from '~/services/executions/log-schema';
import { stringifyJsonInTurns } from '~/services/large-json';
import { adviseOn } from './advice';
import { describeSenderAnswer } from './answer-text';
import { isMailServer } from '~/engine/mail/mail-server';
import { isStoreUrl } from '~/engine/stores/store-address';
import { toCurlCommand } from './as-curl';
import { indentJson, looksLikeJson } from './indent-json';
import {
  type ConditionView,
  type Fact,
  type HandlingView,
  type RetriesView,
  viewCondition,
  viewHandling,
  viewRetries,
  viewSchedule,
} from './steps-view';
import { withoutBytes } from '~/engine/files/file-value';
import { type FileView, listFiles, spellSaved } from './files-view';
import { type LoopView, nameItem, viewLoop } from './loops-view';
import { viewWait, type WaitView } from './wait-view';
import { type TimingView, viewTiming } from './timing-view';
import { asksForSubscription } from '~/services/webhooks/set-up/confirm-subscription';
import { type WebhookView, viewWebhook } from './webhook-view';
import { nameCall, namePage } from '~/engine/definition/call-name';
import { explainLacked, explainMissingVariable } from './missing-variable';
import { truncate } from '~/engine/texts/truncate';

export interface ExtractionView extends Pick<
  Extraction,
  'variableName' | 'jsonPath' | 'type' | 'success' | 'emptyList'
> {
  /** The value, if there is one, and a message about it. */
  text: string;
}

export interface CallView {
  retries: RetriesView | null;
  handling: HandlingView | null;
  step: number;
  name: string;
  /** The loop's item that the call was sent for; null outside loops. */
  item: { loop: string; index: number; name: string } | null;
  status: ApiCallLog['status'];
  /** The facts of a call that notifies a webhook; null for other calls. */
  webhook: WebhookView | null;
  error: string | null;
  /** Whether the call ended the execution in error. */
  isEnding: boolean;
  /** Sentences that say what may help, or which earlier call was to save the variable that this call lacks, and why it did not. */
  causes: string[];
  /** The names of the variables that the request was sent without. */
  lacked: string[];
  /** The URL of the call in the editor; null when the call is no longer in the chain. */
  editUrl: string | null;
  /** The note on the call in the newest version; null without one, and beside a notice. */
  note: string | null;
  duration: number | null;
  sends: number;
  request: {
    method: string;
    url: string;
    /** The connection that the call signed in with. */
    connection: string | null;
    /** How long the request waited for its turn; null when it did not wait. */
    waited: string | null;
    headers: TextView | null;
    body: TextView | null;
    /** The request as a cURL command; undefined for an email. */
    curl: string | undefined;
  } | null;
  response: {
    status: number;
    statusText: string;
    headers: TextView | null;
    body: TextView | null;
    extractions: ExtractionView[];
  } | null;
}

export interface ExecutionView {
  schedule: Fact[] | null;
  /** The reason why the execution waits now, and until when, in ISO 8601. */
  waits: { text: string; until: string | null } | null;
  replayOf: string | null;
  /** Set for an automatic replay: which of them it is. */
  automaticReplay: ExecutionLog['automaticReplay'];
  /** The automatic replay that follows a failed execution. */
  nextReplay: ExecutionLog['nextReplay'];
  triggerData: TextView | null;
  files: FileView[];
  /** How often the delivery arrived; null when once. */
  deliveries: number | null;
  /** Whether the delivery is the first message of an Amazon SNS topic, which has to be confirmed. */
  asksForSubscription: boolean;
  request: TextView | null;
  /** The answer to the sender, where the trigger configures one. */
  answer: TextView | null;
  calls: CallView[];
  timing: TimingView | null;
  conditions: ConditionView[];
  loops: LoopView[];
  callWaits: WaitView[];
  /** A note about a run that completed. */
  note: string | null;
  /** How many items of lists failed, as `1 of 5 items failed`; null when none did. */
  failedItems: string | null;
  executionData: TextView | null;
  errorMessage: string | null;
}

const maxTextLength = 64 * 1024;
/** The most characters of all texts of one page. Later texts are cut to `begunLength`. */
const maxPageLength = 1024 * 1024;
const begunLength = 2 * 1024;
const maxValueLength = 300;

/** Returns the URL for answering the wait before a call; without this function the URL is not shown. */
type FindAnswerUrl = (callId: string) => string;

/** A call as the newest version has it: its URL in the editor, which shows the values of an execution, and its note. */
interface CurrentCall {
  findEditUrl: (executionId: string) => string;
  note?: string | undefined;
}

/** Creates the function that describes a page's executions, which share its length. `current`: the chain's calls by id. */
export function createLogFormatter(
  current: ReadonlyMap<string, CurrentCall> = new Map(),
): (log: ExecutionLog, findAnswerUrl?: FindAnswerUrl) => Promise<ExecutionView> {
  let left = maxPageLength;

  function show(text: string, note?: string | false): TextView | null {
    if (text === '') return null;
    const maxLength = Math.min(maxTextLength, Math.max(begunLength, left));
    const shown = looksLikeJson(text)
      ? indentJson(text, maxLength)
      : { text: text.slice(0, maxLength), cut: text.length > maxLength };
    left -= shown.text.length;
    const notes = note ? [note] : [];
    if (shown.cut) notes.push(`Only the beginning of ${formatCount(text.length)} characters is shown.`);
    return { text: shown.text, notes };
  }

  function showHeaders(headers: Record<string, string>): TextView | null {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return show(lines.join('\n'));
  }

  function showRequest({ truncated, ...request }: NonNullable<ExecutionLog['request']>): TextView | null {
    return show(
      stringifyJson(request),
      truncated && 'Truncated: only 16 KiB of a request’s parameters and headers are kept.',
    );
  }

  function showCurl(request: NonNullable<ApiCallLog['request']>): string {
    const maxLength = Math.min(maxTextLength, Math.max(begunLength, left));
    if (request.body.length <= maxLength) left -= request.body.length;
    return toCurlCommand(request, maxLength);
  }

  function showCalls(log: ExecutionLog): CallView[] {
    const ending = findEndingCall(log);
    return log.apiCallLogs.map((call) => ({ ...showCall(call, log), isEnding: call === ending }));
  }

  function showCall(call: ApiCallLog, { id, apiCallLogs, loops }: ExecutionLog): Omit<CallView, 'isEnding'> {
    const { step, status, error, duration, sends, request, response } = call;
    const saved = spellSaved(call);
    const { findEditUrl, note } = current.get(call.callId) ?? {};
    const editUrl = findEditUrl?.(id) ?? null;
    const shownNote = call.kind === 'call' ? note : undefined;
    left -= shownNote?.length ?? 0;
    // What may help is for the editor, where a former call is no longer.
    const advice = editUrl === null ? [] : adviseOn(call);
    return {
      step,
      name: namePage(nameCall(call.apiCallName, step), call.page),
      item: call.loop ? viewItem(call.loop, loops) : null,
      status,
      webhook: call.webhookExecution && viewWebhook(call.webhookExecution),
      retries: request?.retryData ? viewRetries(request.retryData) : null,
      handling: request?.responseHandling ? viewHandling(request.responseHandling) : null,
      error,
      causes: request ? [...explainLacked(request), ...advice] : explainMissingVariable(call, apiCallLogs),
      lacked: request?.lacked?.map(({ variableName }) => variableName) ?? [],
      editUrl,
      note: shownNote ?? null,
      duration,
      sends,
      request: request && {
        method: request.method,
        url: request.url,
        connection: request.connection ?? null,
        waited: request.waited ?? null,
        headers: showHeaders(request.headers),
        body: show(request.body, request.truncated && truncatedNote),
        curl: isMailServer(request.url) || isStoreUrl(request.url) ? undefined : showCurl(request),
      },
      response: response && {
        status: response.status,
        statusText: response.statusText,
        headers: showHeaders(response.headers),
        body: saved === undefined ? show(response.body, noteOf(response)) : show(saved),
        extractions: listExtractions(response).map(viewExtraction),
      },
    };
  }

  return async (log, findAnswerUrl) => ({
    schedule: log.scheduledExecution && viewSchedule(log.scheduledExecution),
    waits: log.waits ? { text: log.waits.reason, until: log.waits.until } : null,
    replayOf: log.replayOf,
    automaticReplay: log.automaticReplay,
    nextReplay: log.nextReplay,
    triggerData:
      log.triggerData === null ? null : show(await stringifyJsonInTurns(withoutBytes(log.triggerData))),
    files: listFiles(log),
    deliveries: log.deliveries ?? null,
    asksForSubscription: log.triggerType === 'webhook' && asksForSubscription(log.triggerData),
    request: log.request ? showRequest(log.request) : null,
    answer: log.senderAnswer ? show(describeSenderAnswer(log.senderAnswer)) : null,
    calls: showCalls(log),
    timing: viewTiming(log),
    conditions: log.conditionalExecutionLogs.map(viewCondition),
    loops: log.loops.map(viewLoop),
    callWaits: (log.callWaits ?? []).map((wait) =>
      viewWait(wait, log.completedAt, findAnswerUrl?.(wait.callId)),
    ),
    note: log.note,
    failedItems: describeFailedItems(log.loops),
    executionData: log.executionData && show(stringifyJson(log.executionData)),
    errorMessage: log.errorMessage,
  });
}

/** Finds the call that ended the execution in error. An earlier one may have failed in the same words, and the run continued. */
function findEndingCall({ apiCallLogs, errorMessage }: ExecutionLog): ApiCallLog | undefined {
  return apiCallLogs.findLast(({ apiCallName, error, loop }) => {
    if (error === null) return false;
    // What ends an execution from outside, such as its time limit, is the error of the call under way, too.
    if (error === errorMessage) return true;
    const failure = `${apiCallName}: ${error}`;
    // Before the item, the error may say how many items failed.
    return loop ? errorMessage?.endsWith(nameFailedItem(loop, failure)) : errorMessage === failure;
  });
}

function viewItem(
  { id, index }: NonNullable<ApiCallLog['loop']>,
  loops: ExecutionLog['loops'],
): CallView['item'] {
  const itemName = loops.find((loop) => loop.id === id)?.itemName ?? 'item';
  return { loop: id, index, name: nameItem(itemName, index) };
}

const truncatedNote = 'Truncated: the log keeps only the first part of a large body.';

function noteOf({ binary, truncated, bodyBytes }: NonNullable<ApiCallLog['response']>): string | false {
  if (binary) return `Binary data of ${formatCount(bodyBytes)} bytes, shown as Base64.`;
  return truncated && `${truncatedNote} It had ${formatCount(bodyBytes)} bytes.`;
}

function viewExtraction({
  variableName,
  jsonPath,
  type,
  success,
  value,
  message,
  emptyList,
}: Extraction): ExtractionView {
  const text = value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value);
  const shown = truncate(text, maxValueLength);
  return {
    variableName,
    jsonPath,
    type,
    success,
    ...(emptyList && { emptyList }),
    text: [shown, message].filter(Boolean).join(' · '),
  };
}
