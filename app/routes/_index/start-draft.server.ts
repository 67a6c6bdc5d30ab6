// The drafts that the start cards of an empty dashboard create: those of templates, and that of a pasted cURL command.
import { parseCurl } from '~/engine/import/curl/curl';
import { limits } from '~/engine/schema/limits';
import { findTemplate } from '~/services/imports/templates/templates';

/** The longest command, in characters; a command that a browser copies is longer only with a file as its body. */
const maxCommandLength = 64 * 1024;

/** The integration to create, or the reason why the command gives none. */
type StartedDraft = { kind: 'draft'; input: object } | { kind: 'unreadable'; message: string };

/** Returns the draft of a start card; `command` is the pasted text, for the start `curl`. */
export function startDraft(start: string, command: string): StartedDraft {
  const template = findTemplate(start);
  if (template) return { kind: 'draft', input: template };
  if (command.trim() === '') return { kind: 'unreadable', message: 'Paste a cURL command first.' };
  if (command.length > maxCommandLength) {
    return {
      kind: 'unreadable',
      message: 'The command is longer than 64 KiB. Create an integration and import it there.',
    };
  }
  const { calls, notes } = parseCurl(command, limits.calls);
  const [first] = calls;
  if (!first) {
    const [why] = notes;
    return { kind: 'unreadable', message: why?.message ?? 'There is no cURL command in this text.' };
  }
  const apiCalls = calls
    .slice(0, limits.calls)
    .map(({ call }, index) => Object.assign({ id: `call-${index + 1}`, order: index + 1 }, call));
  return { kind: 'draft', input: { name: nameAfter(first.call.url), apiCalls } };
}

/** Names a draft after its first URL: 'Call api.example.com'. */
function nameAfter(url: string): string {
  const host = /^https?:\/\/([^/?#{}\s]+)/i.exec(url)?.[1];
  return host ? `Call ${host}`.slice(0, 99) : 'From a cURL command';
}
