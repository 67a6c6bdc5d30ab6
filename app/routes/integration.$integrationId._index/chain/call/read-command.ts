import { parseCurl } from '~/engine/import/curl/curl';
import { unwrapCommand } from '~/engine/import/curl/pasted-command';
import { toSentFields } from '../../form/values/call-fields';
import { type CurrentCall, listOf } from '../../form/variable-scope';

interface ReadCommand {
  /** All fields of the call, or undefined when the text is no command that a call can send. */
  fields: object | undefined;
  /** What was not understood, or is to be filled in; a sentence each. */
  notes: string[];
}

/**
 * The call of the form with what a cURL command sends in the place of what it sent. Its name stays when it has one, and
 * so does what becomes of the response. Of several commands the first counts.
 */
export function readCommand(text: string, current: CurrentCall | undefined): ReadCommand {
  const { calls, notes } = parseCurl(unwrapCommand(text));
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

/** A truth value as a check box sends it. */
function toBox(isOn: boolean): 'on' | undefined {
  return isOn ? 'on' : undefined;
}
