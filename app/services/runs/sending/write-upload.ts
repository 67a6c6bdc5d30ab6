// Builds the bytes of an upload when the call is sent, so that they are not stored twice.
import { createHash } from 'node:crypto';
import type { FormPart } from '~/engine/request-bodies/form-template';
import { type BodyUpload, typeOf } from '~/engine/request-bodies/upload';

interface WrittenUpload {
  body: Buffer;
  /** The content type of a form, which names the boundary. */
  contentType?: string;
}

/** `key` decides the boundary of a form: the same upload gets the same boundary. */
export function writeUpload(upload: BodyUpload, key: string): WrittenUpload {
  if (upload.kind === 'file') return { body: Buffer.from(upload.file.base64, 'base64') };
  const parts = upload.parts.map((part) => ({ head: writeHead(part), content: readContent(part) }));
  const boundary = findBoundary(
    parts.map(({ content }) => content),
    key,
  );
  const chunks = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

function readContent(part: FormPart): Buffer {
  return 'file' in part ? Buffer.from(part.file.base64, 'base64') : Buffer.from(part.text);
}

/** Writes the head of a part by RFC 7578 §4.2 and §4.4. */
function writeHead(part: FormPart): string {
  const disposition = `Content-Disposition: form-data; name="${escapeName(part.name)}"`;
  if (!('file' in part)) return disposition;
  const { filename } = part.file;
  return `${disposition}; filename="${escapeName(filename)}"\r\nContent-Type: ${typeOf(part.file)}`;
}

/** Escapes a name as browsers do (HTML, multipart/form-data encoding algorithm). */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Returns a boundary that occurs in no part (RFC 2046 §5.1.1). */
function findBoundary(contents: Buffer[], key: string): string {
  for (let tried = 0; ; tried += 1) {
    const boundary = `form-${createHash('sha256').update(`${key} ${tried}`).digest('hex').slice(0, 40)}`;
    if (!contents.some((content) => content.includes(boundary))) return boundary;
  }
}
