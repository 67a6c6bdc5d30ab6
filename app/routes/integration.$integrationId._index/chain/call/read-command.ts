import { parseCurl } from '~/engine/import/curl/curl';
import { toSentFields } from '../../form/values/call-fields';
import { type CurrentCall, listOf } from '../../form/variable-scope';

interface ReadCommand {
  /** All fields of the call; undefined when the text is not a command that a call can send. */
  fields: object | undefined;
  /** Sentences about what was not understood or has to be filled in. */
  notes: string[];
}

/**
 * Reads a cURL command and replaces what the form's call sends by what the command sends. The call keeps its name, if it
 * has one, and its response mapping and handling. Of several commands only the first is read.
 */
export function readCommand(text: string, current: CurrentCall | undefined): ReadCommand {
  const { calls, notes } = parseCurl(text);
  const [first] = calls;
  const said = [...notes.map(({ message }) => message), ...(first?.notes ?? [])];
  if (!first) return { fields: undefined, notes: said };
  if (calls.length > 1) said.push('Only the first command was used. To add several calls, use Import.');
  const { name, headers, sendsBody, followRedirects, ...sent } = toSentFields(first.call);
  return {
    fields: {
      ...current,
      ...sent,
      name: current?.name || name,
      headers: headers.map((row) => ({ name: row.name, value: row.value, secret: toBox(row.secret) })),
      sendsBody: toBox(sendsBody),
      followRedirects: toBox(followRedirects),
      responseMapping: {
        saveAs: current?.responseMapping?.saveAs ?? '',
        saveFileAs: current?.responseMapping?.saveFileAs ?? '',
        extractFields: listOf(current?.responseMapping?.extractFields),
        computed: current?.responseMapping?.computed ?? '',
        remember: current?.responseMapping?.remember ?? '',
      },
      handling: listOf(current?.handling),
      conditional: listOf(current?.conditional),
    },
    notes: said,
  };
}

/** Converts a boolean to what a check box sends. */
function toBox(isOn: boolean): 'on' | undefined {
  return isOn ? 'on' : undefined;
}
