// Takes a response as a file: either all of it or nothing, since half a document is unusable.
import { type AnyFile, describeSavedFile, fileSource, type SavedFile } from './file-value';
import { nameFile, readFileType } from './file-name';

/** The parts of a response that a file is made of. */
interface FileResponse {
  headers: [name: string, value: string][];
  bytes?: { base64: string; sha256: string };
  /** A response that is too long for `bytes` and is kept; or a sentence why it is not. */
  longBody?: KeptBody | string;
  bodyBytes: number;
  truncated: boolean;
}

/** A response that is kept beside the variables; `sha256` is in hex. `isSecret`: the log hides a part of it. */
export interface KeptBody {
  id: string;
  /** In bytes. */
  size: number;
  sha256: string;
  isSecret: boolean;
}

/** Takes a file out of the response from `url`, which may name the file. `isSecret`: the log hides a part of the file. */
export function takeFile(
  variableName: string,
  { headers, bytes, longBody, bodyBytes, truncated }: FileResponse,
  url: string,
  isSecret: boolean,
): { extraction: SavedFile; file?: AnyFile } {
  const about = { filename: nameFile(headers, url), contentType: readFileType(headers) };
  let file: AnyFile;
  if (typeof longBody === 'object') {
    file = { ...about, size: longBody.size, sha256: longBody.sha256, file: longBody.id };
  } else if (bytes && !truncated) file = { ...about, size: bodyBytes, ...bytes };
  else {
    const message = longBody ?? `The response is larger than ${bodyBytes} bytes, so it is not kept as a file`;
    return { extraction: { variableName, jsonPath: fileSource, type: 'missing', success: false, message } };
  }
  const extraction = describeSavedFile(variableName, file);
  return {
    extraction:
      isSecret || (typeof longBody === 'object' && longBody.isSecret)
        ? { ...extraction, message: secretFile }
        : extraction,
    file,
  };
}

const secretFile = 'It holds a secret, so that it cannot be downloaded';
