// Fills in the placeholders of a call's body: text for its content type, or an upload that is sent byte for byte.
import type { ApiCall } from '../definition/api-call';
import { formType, renderFields } from './form-fields';
import { buildUpload, type BodyUpload } from './upload';
import type { FilterWork } from '../filters/filtering';
import { renderInParts, type TemplateKind } from '../placeholders/fill-template';
import { isPlaceholder } from '../placeholders/placeholder';
import { refuse, type Refused } from '../placeholders/refused';
import { encodeText } from '../http/charset-writing';
import type { InParts } from '../json/json-parts';
import type { Variables } from '../placeholders/reference';
import { limits } from '../schema/limits';

type RenderedBody =
  /**
   * `contentType`: sent when the call has none; `isItsOwn`: replaces also the call's own. `isRecoded`: sent in another charset than
   * UTF-8.
   */
  | {
      kind: 'body';
      text: string;
      contentType?: string;
      isItsOwn?: boolean;
      isRecoded?: boolean;
      upload?: BodyUpload;
    }
  | Refused;

/** Renders the body, in parts. `contentType`: the one in the call's headers, if there is one. */
export function* renderBody(
  call: Pick<ApiCall, 'body' | 'bodyType'>,
  contentType: string | undefined,
  variables: Variables,
  work: FilterWork,
): InParts<RenderedBody> {
  if (call.bodyType === 'form') {
    const form = renderFields(call.body, variables, work);
    if (form.kind === 'refused') return form;
    if (isTooLarge(form.text)) return tooLarge;
    return { kind: 'body', text: form.text, contentType: formType, isItsOwn: true };
  }
  if (call.bodyType) {
    const built = buildUpload(call, variables, work);
    if (built.kind === 'refused') return built;
    const { upload, contentType: type } = built;
    // The boundary of a form is generated when it is sent.
    return { kind: 'body', text: '', upload, contentType: type, isItsOwn: upload.kind === 'form' };
  }
  const body = yield* renderInParts(call.body, variables, bodyKind(contentType, call.body), work);
  if (body.kind === 'too-long' || (body.kind === 'text' && isTooLarge(body.text))) return tooLarge;
  if (body.kind !== 'text') return refuse(body, 'the body');
  const text = endLines(body.text, contentType);
  const encoded = encodeText(text, contentType);
  if (encoded?.kind === 'unwritable') return refuseSign(encoded);
  if (encoded && encoded.bytes.length > limits.sentBodyBytes) return tooLarge;
  return {
    kind: 'body',
    text,
    ...(body.text && { contentType: 'application/json' }),
    ...(encoded && { isRecoded: true }),
  };
}

function refuseSign({ sign, charset }: { sign: string; charset: string }): Refused {
  const message = `Nothing was sent: ${sign} in the body cannot be written in ${charset}, which the call names as its charset. With charset=utf-8 every sign can.`;
  return { kind: 'refused', message };
}

const tooLarge: Refused = {
  kind: 'refused',
  message: `With its variables filled in, the body is larger than ${limits.sentBodyBytes / 1024 / 1024} MB. Send less at a time.`,
};

/** Ends the lines of a multipart body with CR and LF (RFC 2046 §4.1.1), which text fields do not always keep. */
function endLines(body: string, contentType: string | undefined): string {
  return contentType && /^multipart\//i.test(contentType) ? body.replace(/\r?\n/g, '\r\n') : body;
}

/** Checks the size in UTF-8. A UTF-16 unit takes at most three bytes, so only long bodies need to be encoded. */
function isTooLarge(body: string): boolean {
  const { sentBodyBytes } = limits;
  return body.length * 3 > sentBodyBytes && new TextEncoder().encode(body).length > sentBodyBytes;
}

/** JSON of AWS (`x-amz-json-1.0`), of older types (`x-json`), and JSON lines. */
const otherJson = /^[^;]*(?:[-.]json\b|ndjson\b|\bjsonl(?:ines)?\b)/i;

function bodyKind(contentType: string | undefined, body: string): TemplateKind {
  if (!contentType || /[/+]json\b/i.test(contentType)) return 'json';
  if (otherJson.test(contentType)) return 'other-json';
  // A placeholder that is the whole body has a whole document as its value.
  if (/^[^;]+[/+]xml\b/i.test(contentType)) return isPlaceholder(body.trim()) ? 'text' : 'xml';
  return /^application\/x-www-form-urlencoded\b/i.test(contentType) ? 'form' : 'text';
}
