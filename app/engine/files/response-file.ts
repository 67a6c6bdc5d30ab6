// A response as a file: all of it or nothing, since half a document is none.
import { describeSavedFile, fileSource, type FileValue, type SavedFile } from './file-value';
import { nameFile, readFileType } from './file-name';

/** What of a response makes a file. */
interface FileResponse {
  headers: [name: string, value: string][];
  bytes?: { base64: string; sha256: string };
  bodyBytes: number;
  truncated: boolean;
}

/** `url`: what was asked for, which may name the file. `isSecret`: something in it is hidden in the log. */
export function takeFile(
  variableName: string,
  { headers, bytes, bodyBytes: size, truncated }: FileResponse,
  url: string,
  isSecret = false,
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
