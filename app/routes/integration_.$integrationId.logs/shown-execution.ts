// What the screen shows of an execution's log: texts ready to be rendered, and cut, so that no body, however large,
// makes a page that a browser struggles with. It is built on the server; the rest never travels.
import type { ApiCallLog } from '~/db/call-logs';
import type { ExecutionLog } from '~/db/execution-logs';
import { stringifyJson } from '~/engine/json';
import type { Extraction } from '~/engine/variables';
import { describeAsCurl } from './curl';
import { indentJson, looksLikeJson } from './indent-json';
import {
  type ShownCondition,
  type ShownHandling,
  type ShownRetries,
  showCondition,
  showHandling,
  showRetries,
  showSchedule,
} from './shown-handling';
import { type ShownTiming, showTiming } from './shown-timing';
import { type ShownWebhook, showWebhook } from './shown-webhook';

export interface ShownText {
  text: string;
  /** What of it is missing or different here. */
  notes: string[];
}

export interface ShownExtraction extends Pick<Extraction, 'variableName' | 'jsonPath' | 'type' | 'success'> {
  /** The value when there is one, and what there is to say about it. */
  text: string;
}

export interface ShownCall {
  retries: ShownRetries | null;
  handling: ShownHandling | null;
  step: number;
  name: string;
  status: ApiCallLog['status'];
  /** Of a call that notifies a webhook. */
  webhook: ShownWebhook | null;
  error: string | null;
  duration: number | null;
  sends: number;
  request: {
    method: string;
    url: string;
    headers: ShownText | null;
    body: ShownText | null;
    /** The request as a command. */
    curl: string;
  } | null;
  response: {
    status: number;
    statusText: string;
    headers: ShownText | null;
    body: ShownText | null;
    extractions: ShownExtraction[];
  } | null;
}

export interface ShownExecution {
  schedule: [label: string, value: string][] | null;
  replayOf: string | null;
  triggerData: ShownText | null;
  calls: ShownCall[];
  timing: ShownTiming | null;
  conditions: ShownCondition[];
  executionData: ShownText | null;
  errorMessage: string | null;
}

const maxTextLength = 64 * 1024;
/** Longer than this the texts of one page are not together; what comes after is only begun. */
const maxPageLength = 1024 * 1024;
const begunLength = 2 * 1024;
const maxValueLength = 300;

/** Describes the executions of one page, which share the page's length. */
export function createDescriber(): (log: ExecutionLog) => ShownExecution {
  let left = maxPageLength;

  function show(text: string, note?: string | false): ShownText | null {
    if (text === '') return null;
    const maxLength = Math.min(maxTextLength, Math.max(begunLength, left));
    const shown = looksLikeJson(text)
      ? indentJson(text, maxLength)
      : { text: text.slice(0, maxLength), cut: text.length > maxLength };
    left -= shown.text.length;
    const notes = note ? [note] : [];
    if (shown.cut)
      notes.push(`Only the beginning of ${text.length.toLocaleString('en')} characters is shown.`);
    return { text: shown.text, notes };
  }

  function showHeaders(headers: Record<string, string>): ShownText | null {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return show(lines.join('\n'));
  }

  function showCurl(request: NonNullable<ApiCallLog['request']>): string {
    const maxLength = Math.min(maxTextLength, Math.max(begunLength, left));
    if (request.body.length <= maxLength) left -= request.body.length;
    return describeAsCurl(request, maxLength);
  }

  function showCall(call: ApiCallLog): ShownCall {
    const { step, status, error, duration, sends, request, response } = call;
    return {
      step,
      name: call.apiCallName || `API Call ${step + 1}`,
      status,
      webhook: call.webhookExecution && showWebhook(call.webhookExecution),
      retries: request?.retryData ? showRetries(request.retryData) : null,
      handling: request?.responseHandling ? showHandling(request.responseHandling) : null,
      error,
      duration,
      sends,
      request: request && {
        method: request.method,
        url: request.url,
        headers: showHeaders(request.headers),
        body: show(request.body, request.truncated && truncatedNote),
        curl: showCurl(request),
      },
      response: response && {
        status: response.status,
        statusText: response.statusText,
        headers: showHeaders(response.headers),
        body: show(response.body, noteOf(response)),
        extractions: showMapping(response.responseMapping),
      },
    };
  }

  return (log) => ({
    schedule: log.scheduledExecution && showSchedule(log.scheduledExecution),
    replayOf: log.replayOf,
    triggerData: log.triggerData === null ? null : show(stringifyJson(log.triggerData)),
    calls: log.apiCallLogs.map(showCall),
    timing: showTiming(log),
    conditions: log.conditionalExecutionLogs.map(showCondition),
    executionData: log.executionData && show(stringifyJson(log.executionData)),
    errorMessage: log.errorMessage,
  });
}

const truncatedNote = 'Truncated: the log keeps only the first part of a large body.';

function noteOf({ binary, truncated, bodyBytes }: NonNullable<ApiCallLog['response']>): string | false {
  if (binary) return `Binary data of ${bodyBytes.toLocaleString('en')} bytes, shown as Base64.`;
  return truncated && `${truncatedNote} It had ${bodyBytes.toLocaleString('en')} bytes.`;
}

function showMapping({ saveAs, extractions }: { saveAs: Extraction | null; extractions: Extraction[] }) {
  return [...(saveAs ? [saveAs] : []), ...extractions].map(showExtraction);
}

function showExtraction({
  variableName,
  jsonPath,
  type,
  success,
  value,
  message,
}: Extraction): ShownExtraction {
  const text = value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value);
  const shown = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
  return { variableName, jsonPath, type, success, text: [shown, message].filter(Boolean).join(' · ') };
}
