// Takes a response as a file: either all of it or nothing, since half a document is unusable.
import { describeSavedFile, fileSource, type FileValue, type SavedFile } from './file-value';
import { nameFile, readFileType } from './file-name';

/** The parts of a response that a file is made of. */
interface FileResponse {
  headers: [name: string, value: string][];
  bytes?: { base64: string; sha256: string };
  bodyBytes: number;
  truncated: boolean;
}

/** Takes a file out of the response from `url`, which may name the file. `isSecret`: the log hides a part of the file. */
export function takeFile(
  variableName: string,
  { headers, bytes, bodyBytes: size, truncated }: FileResponse,
  url: string,
  isSecret: boolean,
): { extraction: SavedFile; file?: FileValue } {
  if (truncated || !bytes) {
    const message = `The response is larger than ${size} bytes, so it is not kept as a file`;
    return { extraction: { variableName, jsonPath: fileSource, type: 'missing', success: false, message } };
  }
  const file = { filename: nameFile(headers, url), contentType: readFileType(headers), size, ...bytes };
  const extraction = describeSavedFile(variableName, file);
  return { extraction: isSecret ? { ...extraction, message: secretFile } : extraction, file };
}

const secretFile = 'It holds a secret, so that it cannot be downloaded';
