// The key of a page's forms, which names the page and the organization that it shows. So the server knows also without script
// whether a form was drawn for the organization that is selected now: another tab may have switched it meanwhile.
import { newId } from '~/db/core/id';
import { formKeyField } from '~/failures';

/** UUID version 7, as `newId` makes it, then the organization's id, if the person has one. */
const keyPattern =
  /^(?<id>[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(?:\.(?<organizationId>[\w-]{1,64}))?$/;
/** How the header of a multipart field ends (RFC 7578 §4.2). */
const multipartField = `name="${formKeyField}"\r\n\r\n`;
const maxKeyLength = 128;
/** Set by this server alone; what a caller sends in it is dropped. */
const header = 'X-Form-Organization';

export function makeFormKey(organizationId: string | undefined): string {
  return organizationId === undefined ? newId() : `${newId()}.${organizationId}`;
}

/** Returns the id of the page in a key; undefined for anything else, as from a page of an earlier release. */
export function readFormKey(key: unknown): string | undefined {
  return typeof key === 'string' ? keyPattern.exec(key)?.groups?.id : undefined;
}

/** Notes in the headers of a request which organization its form was drawn for; nothing without a form or its key. */
export function noteFormOrganization(headers: Headers, body?: Buffer): void {
  headers.delete(header);
  const organizationId = body && keyPattern.exec(findKey(body))?.groups?.organizationId;
  if (organizationId) headers.set(header, organizationId);
}

/** Reads the organization that the form of a request was drawn for; undefined when the form does not say. */
export function readFormOrganization({ headers }: Request): string | undefined {
  return headers.get(header) ?? undefined;
}

/** Finds the key in the bytes of a form, which is not read as a whole for that. */
function findKey(body: Buffer): string {
  const encoded = `${formKeyField}=`;
  const first = body.indexOf(encoded);
  const start =
    first === 0 ? encoded.length : (findAfter(body, `&${encoded}`) ?? findAfter(body, multipartField) ?? -1);
  if (start < 0) return '';
  return body.toString('latin1', start, start + maxKeyLength).split(/[&\r\n]/, 1)[0] ?? '';
}

function findAfter(body: Buffer, text: string): number | undefined {
  const at = body.indexOf(text);
  return at < 0 ? undefined : at + text.length;
}
