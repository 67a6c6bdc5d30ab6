// Makes a mail of the request that a call to a mail server stands for.
import type { FormPart } from '~/engine/request-bodies/form-template';
import { typeOf } from '~/engine/request-bodies/upload';
import { type AnyFile, isFile } from '~/engine/files/file-value';
import type { CallRequest } from '~/engine/run/request';
import type { Mail } from '~/outbound/request-response';

/** The headers that are no part of the mail: the library writes those of its own, and others are for the server. */
const left =
  /^(?:content-.*|mime-version|message-id|received|return-path|dkim-signature|authorization|idempotency-key)$/i;

/**
 * Returns the mail. Its text is the body, as HTML where the call's Content-Type says so. A form's fields `text` and `html` are
 * its texts, and its files, or a body that is a file, are attached. What a connection adds to headers is not sent to recipients.
 */
export function writeMail({ headers, body, upload, connection }: CallRequest): Mail {
  const find = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const added = new Set(connection?.headers.map((name) => name.toLowerCase()));
  const mail: Mail = {
    headers: headers.filter(([name]) => !left.test(name) && !added.has(name.toLowerCase())),
    attachments: [],
    key: find('idempotency-key'),
  };
  if (upload?.kind === 'file') mail.attachments.push(attach(upload.file));
  else if (upload) addParts(mail, upload.parts);
  else if (/^text\/html\b/i.test(find('content-type'))) mail.html = body;
  else mail.text = body;
  return mail;
}

function addParts(mail: Mail, parts: FormPart[]): void {
  for (const part of parts) {
    if ('file' in part) mail.attachments.push(attach(part.file));
    else if (part.name === 'html') mail.html = part.text;
    else if (part.name === 'text') mail.text = part.text;
    else
      mail.attachments.push({
        filename: `${part.name}.txt`,
        contentType: 'text/plain; charset=utf-8',
        content: Buffer.from(part.text),
      });
  }
}

function attach(file: AnyFile): Mail['attachments'][number] {
  // No email is built with a larger file.
  const content = isFile(file) ? Buffer.from(file.base64, 'base64') : Buffer.alloc(0);
  return { filename: file.filename, contentType: typeOf(file), content };
}
