// Judges how a request ended: whether the run goes on, what the log shows, which variables the run gains.
import { findTargetWords } from '../bodies/error-body';
import { briefBodyLength, type CallFinished, loggedBodyLength, type ResponseRuling } from '../events/event';
import { maskExtraction, savedValueLength } from '../computed/saved-value';
import type { FailureReason } from '../events/failure-reason';
import { isGoneOnFrom } from '../events/history';
import type { Extraction } from '../logged';
import type { ResponseMapping } from '../definition/response-mapping';
import { maskSavedHeader } from '../computed/saved-headers';
import { finish, type InParts, parseJsonInParts } from '../json/json-parts';
import { measureJsonInParts } from '../json/measure-in-parts';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { maskResponseHeader } from '../secrets/response-headers';
import { truncate } from '../texts/truncate';
import { extract } from '../variables';
import { isSuccess } from '../schema/status-code';
import { typeOfJson } from '../json/value-text';
import { isStoreUrl } from '../stores/store-address';
import type { CallRequest } from './request';
import { readContentInParts } from './response-content';
import { findResponsePart } from '../paths/response-part';
import { type KeptBody, takeFile } from '../files/response-file';

/** The deepest JSON that is parsed, else it is read as text: variables are stored inside further brackets. */
const maxBodyDepth = 150;

/** The most characters of JSON that the extracted variables of one response have together. */
const savedValuesLength = 2 * savedValueLength;

/** How a request ended. `truncated`: the response was longer than is kept. `answeredAt` is in milliseconds since 1970. */
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
      /** All bytes of the response, for a call that saves it as a file. */
      bytes?: { base64: string; sha256: string };
      /** All bytes of a response that is too long for `bytes`, if they are kept; or a sentence why they are not. */
      longBody?: KeptBody | string;
      /** The error of a recorded response, which is repeated as it was: an earlier release did not read the target's words. */
      toldError?: string | null;
      durationMs: number;
      answeredAt: number;
    }
  | {
      kind: 'failure';
      reason: FailureReason;
      /** True when bytes of the request may have reached a target. */
      sent: boolean;
      message: string;
      durationMs: number;
      answeredAt: number;
    };

/** The number of characters of bodies that the log of a run has room for. */
export interface LogAllowance {
  left: number;
}

/** Returns the log's copy of a body: its beginning when it is long, and less of it when the run has logged much already. */
export function logBody(
  body: string,
  maskSecrets: MaskSecrets,
  logAllowance: LogAllowance,
): { body: string; truncated: boolean } {
  // Not cut before it is masked, because half a secret at the cut would not be recognised.
  const most = logAllowance.left > 0 ? loggedBodyLength : briefBodyLength;
  const logged = maskSecrets(body, most).slice(0, most);
  logAllowance.left -= logged.length;
  return { body: logged, truncated: body.length > most };
}

/** The most characters of the text of a status that are kept. That of a mail server is its reply. */
export const maxStatusText = 200;
/** How many of its characters are masked before it is cut: masks are shorter than what they hide. */
const maskedStatusText = 1_000;

/** Returns the text of a status as the log shows it. */
export function maskStatusText(statusText: string, maskSecrets: MaskSecrets): string {
  return truncate(maskSecrets(statusText, maskedStatusText), maxStatusText);
}

type Described = Pick<
  CallFinished,
  'outcome' | 'response' | 'errorMessage' | 'failureReason' | 'durationMs' | 'extractions' | 'saved'
>;

interface MappingPorts {
  maskSecrets: MaskSecrets;
  /** Makes credentials among the values that are saved known to `maskSecrets`, before anything is masked for the log. */
  addSaved?: (saved: CallFinished['saved']) => void;
  /** The URL of the request, which may name a file. */
  url?: string;
}

/**
 * Describes how a request ended, in parts. 2xx and 3xx are a success unless a rule's conditions say otherwise; any other
 * response, and a missing one, is an error, which the target's words follow. Variables are extracted when the run goes on: by
 * its ruling, or without one after a success.
 */
export function* describeOutcome(
  outcome: SendOutcome,
  {
    mapping,
    ruling,
    maskSecrets,
    addSaved,
    logAllowance,
    url,
  }: { mapping: ResponseMapping; ruling: ResponseRuling | null; logAllowance: LogAllowance } & MappingPorts,
): InParts<Described> {
  const { durationMs } = outcome;
  if (outcome.kind === 'failure') {
    const errorMessage = maskSecrets(outcome.message);
    const failureReason = outcome.reason;
    const nothing = { response: null, extractions: [], saved: [] };
    return { outcome: 'error', errorMessage, failureReason, durationMs, ...nothing };
  }
  const { status, bodyBytes, binary } = outcome;
  const succeeded = isSuccess(status);
  const goesOn = ruling ? isGoneOnFrom(ruling) : succeeded;
  const mapped = goesOn
    ? yield* mapResponse(outcome, mapping, { maskSecrets, addSaved, url })
    : { extractions: [], saved: [] };
  const { body, truncated } = logBody(outcome.body, maskSecrets, logAllowance);
  const statusText = maskStatusText(outcome.statusText, maskSecrets);
  const response = {
    status,
    statusText,
    headers: outcome.headers.map(([name, value]): [string, string] => [
      maskSecrets(name),
      maskSecrets(maskResponseHeader(name, value)),
    ]),
    body,
    bodyBytes,
    binary,
    truncated: truncated || outcome.truncated,
  };
  const extractions = mapped.extractions.map((each) => maskSavedHeader(maskExtraction(each, maskSecrets)));
  const described = { response, durationMs, extractions, saved: mapped.saved };
  if (succeeded && !ruling?.isFailure) return { outcome: 'success', errorMessage: null, ...described };
  const judged = succeeded
    ? `HTTP ${status}, but ${ruling?.matchedConditions ?? 'its rule calls it a failure'}`
    : `HTTP ${status}${statusText ? `: ${statusText}` : ''}`;
  const { toldError } = outcome;
  if (toldError?.startsWith(judged)) return { outcome: 'error', errorMessage: toldError, ...described };
  const words = yield* findTargetWords(outcome, { known: judged, maskSecrets });
  const errorMessage = words === undefined ? judged : `${judged}: ${words}`;
  return { outcome: 'error', errorMessage, ...described };
}

/** Returns what the end of a call tells about a store; nothing for any other call. */
export function describeStoreCall(
  { url }: CallRequest,
  { kind }: SendOutcome,
  storeKey: string,
): Pick<CallFinished, 'storeKey'> {
  return isStoreUrl(url) && kind === 'response' ? { storeKey } : {};
}

/** Returns what a response gives, unmasked, after credentials among it were made known. */
function* mapResponse(
  response: Extract<SendOutcome, { kind: 'response' }>,
  { saveAs, saveFileAs, extractFields }: ResponseMapping,
  { maskSecrets, addSaved, url }: MappingPorts,
): InParts<Pick<CallFinished, 'extractions' | 'saved'>> {
  if (!saveAs && !saveFileAs && extractFields.length === 0) return { extractions: [], saved: [] };
  const value = response.binary ? response.body : yield* parseBodyInParts(response.body);
  yield;
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
  const behindAll = saved.length;
  let left = savedValuesLength;
  for (const extraction of yield* extractFrom(value, response, extractFields)) {
    if (!extraction.success) {
      const isCut = response.truncated && findResponsePart(extraction.jsonPath) === undefined;
      extractions.push(isCut ? { ...extraction, message: tooLarge } : extraction);
      continue;
    }
    const most = Math.min(left, savedValueLength);
    const length = yield* measureJsonInParts(extraction.value, most);
    yield;
    left -= Math.min(length, most);
    extractions.push(length > most ? refuseLong(extraction) : extraction);
    if (length <= most) saved.push([extraction.variableName, extraction.value]);
  }
  addSaved?.(saved);
  if (saveFileAs) {
    // The body of a binary response is base64, in which secrets cannot be found; `atob` gives each byte as a character.
    const text = response.binary ? atob(response.body) : response.body;
    const isSecret = maskSecrets(text) !== text;
    const { extraction, file } = takeFile(saveFileAs, response, url ?? '', isSecret);
    extractions.splice(behindAll, 0, extraction);
    if (file) saved.splice(behindAll, 0, [saveFileAs, file]);
  }
  return { saved, extractions };
}

/** Extracts fields from the JSON. Those not found there are looked for in the body as its content type says. */
function* extractFrom(
  value: unknown,
  response: Extract<SendOutcome, { kind: 'response' }>,
  fields: ResponseMapping['extractFields'],
): InParts<Extraction[]> {
  const found = extract(value, fields, response);
  const content = found.some(({ success }) => !success) ? yield* readContentInParts(response) : undefined;
  if (content === undefined) return found;
  const inside = extract(content, fields, response);
  return found.map((extraction, index) => (extraction.success ? extraction : (inside[index] ?? extraction)));
}

const tooLarge = 'The response is too large to be read whole';

function refuseLong({ variableName, jsonPath, type }: Extraction): Extraction {
  return { variableName, jsonPath, type, success: false, message: 'The value is too large to be kept' };
}

/** Returns the parsed JSON of a body, or its text when it is not JSON. */
export function parseBody(body: string): unknown {
  return finish(parseBodyInParts(body));
}

/** Does the same in parts, for a large body. */
export function* parseBodyInParts(body: string): InParts<unknown> {
  try {
    return yield* parseJsonInParts(body, { depth: maxBodyDepth });
  } catch {
    return body;
  }
}
