// How a request ended, and what the run takes from it: whether it goes on, what the log shows, which variables it gains.
import { briefBodyLength, type CallFinished, loggedBodyLength, type ResponseRuling } from '../events/event';
import { hideExtraction, savedValueLength } from '../computed/kept-value';
import type { FailureReason } from '../events/failure-reason';
import { isGoneOnFrom } from '../events/history';
import type { Extraction } from '../logged';
import type { ResponseMapping } from '../definition/response-mapping';
import { hideSavedHeader } from '../computed/saved-headers';
import { isNestedDeeperThan, measureJson, parseJson } from '../json/json';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { hideResponseHeader } from '../secrets/response-headers';
import { extract } from '../variables';
import { isSuccess } from '../schema/status-code';
import { typeOfJson } from '../json/value-text';
import { readContent } from './response-content';
import { findResponsePart } from '../paths/response-part';
import { takeFile } from '../files/response-file';

/** A response nested deeper is read as text: variables are stored inside further brackets and parsed again. */
const maxBodyDepth = 150;

/** Of all that is taken out of one response. */
const savedValuesLength = 2 * savedValueLength;

/** How a request ended. `truncated`: more came than is kept. `answeredAt`: when, in milliseconds since 1970. */
export type SendOutcome =
  | {
      kind: 'response';
      status: number;
      statusText: string;
      headers: [name: string, value: string][];
      body: string;
      bodyBytes: number;
      truncated: boolean;
      binary: boolean;
      /** Of a call that saves it as a file: all its bytes. */
      bytes?: { base64: string; sha256: string };
      durationMs: number;
      answeredAt: number;
    }
  | {
      kind: 'failure';
      reason: FailureReason;
      /** Whether bytes of the request may have reached a target. */
      sent: boolean;
      message: string;
      durationMs: number;
      answeredAt: number;
    };

/** How many characters of bodies the log of a run still has room for. */
export interface LogAllowance {
  left: number;
}

/** The log's copy of a body: its beginning alone when it is long, and little of it when the run has logged much already. */
export function logBody(
  body: string,
  maskSecrets: MaskSecrets,
  logAllowance: LogAllowance,
): { body: string; truncated: boolean } {
  // Masked before it is cut: half a secret at the cut would not be recognised.
  const masked = maskSecrets(body);
  const most = logAllowance.left > 0 ? loggedBodyLength : briefBodyLength;
  const logged = masked.slice(0, most);
  logAllowance.left -= logged.length;
  return { body: logged, truncated: masked.length > most };
}

type Described = Pick<
  CallFinished,
  'outcome' | 'response' | 'errorMessage' | 'failureReason' | 'durationMs' | 'extractions' | 'saved'
>;

/**
 * 2xx and 3xx are a success unless a rule's conditions say otherwise; any other response, and none at all, is an error. Variables are taken from a response that the
 * run goes on from: without a ruling, a success.
 */
export function describeOutcome(
  outcome: SendOutcome,
  {
    mapping,
    ruling,
    maskSecrets,
    logAllowance,
    url = '',
  }: {
    mapping: ResponseMapping;
    ruling: ResponseRuling | null;
    maskSecrets: MaskSecrets;
    logAllowance: LogAllowance;
    /** What was asked for, which may name a file. */
    url?: string;
  },
): Described {
  const { durationMs } = outcome;
  if (outcome.kind === 'failure') {
    const errorMessage = maskSecrets(outcome.message);
    const failureReason = outcome.reason;
    const nothing = { response: null, extractions: [], saved: [] };
    return { outcome: 'error', errorMessage, failureReason, durationMs, ...nothing };
  }
  const { body, truncated } = logBody(outcome.body, maskSecrets, logAllowance);
  const { status, bodyBytes, binary } = outcome;
  const statusText = maskSecrets(outcome.statusText);
  const response = {
    status,
    statusText,
    headers: outcome.headers.map(([name, value]): [string, string] => [
      maskSecrets(name),
      maskSecrets(hideResponseHeader(name, value)),
    ]),
    body,
    bodyBytes,
    binary,
    truncated: truncated || outcome.truncated,
  };
  const succeeded = isSuccess(status);
  const goesOn = ruling ? isGoneOnFrom(ruling) : succeeded;
  const mapped = goesOn ? mapResponse(outcome, mapping, maskSecrets, url) : { extractions: [], saved: [] };
  const described = { response, durationMs, ...mapped };
  if (succeeded && ruling?.isFailure) {
    const errorMessage = `HTTP ${status}, but ${ruling.matchedConditions ?? 'its rule calls it a failure'}`;
    return { outcome: 'error', errorMessage, ...described };
  }
  if (succeeded) return { outcome: 'success', errorMessage: null, ...described };
  const errorMessage = `HTTP ${status}${statusText ? `: ${statusText}` : ''}`;
  return { outcome: 'error', errorMessage, ...described };
}

function mapResponse(
  response: Extract<SendOutcome, { kind: 'response' }>,
  { saveAs, saveFileAs, extractFields }: ResponseMapping,
  maskSecrets: MaskSecrets,
  url: string,
): Pick<CallFinished, 'extractions' | 'saved'> {
  if (!saveAs && !saveFileAs && extractFields.length === 0) return { extractions: [], saved: [] };
  const value = response.binary ? response.body : parseBody(response.body);
  const saved: [string, unknown][] = [];
  const extractions: Extraction[] = [];
  if (saveAs) {
    const message = response.truncated ? 'Only the first part: the response is too large' : undefined;
    saved.push([saveAs, value]);
    extractions.push({
      variableName: saveAs,
      jsonPath: '$',
      type: typeOfJson(value),
      success: true,
      value,
      message,
    });
  }
  if (saveFileAs) {
    // Of binary bytes the body is base64, in which no secret is found; `atob` gives them as they are, each as a character.
    const text = response.binary ? atob(response.body) : response.body;
    const isSecret = maskSecrets(text) !== text;
    const { extraction, file } = takeFile(saveFileAs, response, url, isSecret);
    extractions.push(extraction);
    if (file) saved.push([saveFileAs, file]);
  }
  let left = savedValuesLength;
  for (const extraction of extractFrom(value, response, extractFields)) {
    if (!extraction.success) {
      const isCut = response.truncated && findResponsePart(extraction.jsonPath) === undefined;
      extractions.push(isCut ? { ...extraction, message: tooLarge } : extraction);
      continue;
    }
    const most = Math.min(left, savedValueLength);
    const length = measureJson(extraction.value, most);
    left -= Math.min(length, most);
    extractions.push(length > most ? refuseLong(extraction) : extraction);
    if (length <= most) saved.push([extraction.variableName, extraction.value]);
  }
  const hidden = extractions.map((each) => hideSavedHeader(hideExtraction(each, maskSecrets)));
  return { saved, extractions: hidden };
}

/** What is not found in JSON may stand in what the body is written in. */
function extractFrom(
  value: unknown,
  response: Extract<SendOutcome, { kind: 'response' }>,
  fields: ResponseMapping['extractFields'],
): Extraction[] {
  const found = extract(value, fields, response);
  const content = found.some(({ success }) => !success) ? readContent(response) : undefined;
  if (content === undefined) return found;
  const inside = extract(content, fields, response);
  return found.map((extraction, index) => (extraction.success ? extraction : (inside[index] ?? extraction)));
}

const tooLarge = 'The response is too large to be read whole';

function refuseLong({ variableName, jsonPath, type }: Extraction): Extraction {
  return { variableName, jsonPath, type, success: false, message: 'The value is too large to be kept' };
}

/** The JSON that a body is, or its text. */
export function parseBody(body: string): unknown {
  try {
    return isNestedDeeperThan(body, maxBodyDepth) ? body : parseJson(body);
  } catch {
    return body;
  }
}
