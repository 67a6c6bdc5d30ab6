// Builds the bytes of an upload when the call is sent, so that they are not stored twice.
import { createHash } from 'node:crypto';
import { type AnyFile, isFile } from '~/engine/files/file-value';
import type { FormPart } from '~/engine/request-bodies/form-template';
import { type BodyUpload, typeOf } from '~/engine/request-bodies/upload';
import type { StreamedBody } from '~/outbound/streamed-body';

interface WrittenUpload {
  body: Buffer | StreamedBody;
  /** The content type of a form, which names the boundary. */
  contentType?: string;
}

/** A large file that can be read. `secret`: a secret text of the file. */
export interface ReadableFile extends StreamedBody {
  secret: string;
}

/** Returns a large file of the upload, by its id. */
type FindReadable = (id: string) => ReadableFile;

/** Refuses all large files, for senders that have none. */
export const noLargeFiles: FindReadable = (id) => {
  throw new Error(`The file ${id} cannot be read here.`);
};

/**
 * Writes an upload; one with large files is read while it is sent. `key` decides the boundary of a form: the same upload gets the
 * same boundary.
 */
export function writeUpload(
  upload: BodyUpload,
  key: string,
  find: FindReadable = noLargeFiles,
): WrittenUpload {
  const readContent = (part: FormPart) =>
    'file' in part ? readFile(part.file, find) : Buffer.from(part.text);
  if (upload.kind === 'file') return { body: readFile(upload.file, find) };
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
  return {
    body: join([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function readFile(file: AnyFile, find: FindReadable): Buffer | ReadableFile {
  return isFile(file) ? Buffer.from(file.base64, 'base64') : find(file.file);
}

/** Joins bytes to one body, in the memory unless there is a large file among them. */
function join(chunks: (Buffer | StreamedBody)[]): Buffer | StreamedBody {
  if (chunks.every((chunk) => Buffer.isBuffer(chunk))) return Buffer.concat(chunks);
  return {
    size: chunks.reduce((sum, chunk) => sum + (Buffer.isBuffer(chunk) ? chunk.length : chunk.size), 0),
    async *read() {
      for (const chunk of chunks) {
        if (Buffer.isBuffer(chunk)) yield chunk;
        else yield* chunk.read();
      }
    },
  };
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

/**
 * Returns a boundary that occurs in no part (RFC 2046 §5.1.1). Large files are not searched: a secret text of theirs makes the
 * boundary one that nobody can have written into them, and in which no other part was found.
 */
function findBoundary(contents: (Buffer | ReadableFile)[], key: string): string {
  const secrets = contents.flatMap((content) => (Buffer.isBuffer(content) ? [] : [` ${content.secret}`]));
  for (let tried = 0; ; tried += 1) {
    const named = `${key} ${tried}${secrets.join('')}`;
    const boundary = `form-${createHash('sha256').update(named).digest('hex').slice(0, 40)}`;
    if (!contents.some((content) => Buffer.isBuffer(content) && content.includes(boundary))) return boundary;
  }
}
