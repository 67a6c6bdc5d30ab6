// The drafts that the start cards of an empty dashboard create. Each is a whole chain in which the user only fills in URLs.
import { parseCurl } from '~/engine/import/curl/curl';

/** The longest command, in characters; a command that a browser copies is longer only with a file as its body. */
const maxCommandLength = 64 * 1024;

const slack = {
  name: 'Webhook to Slack',
  description: 'Posts the message of each delivery to a Slack channel.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [
        {
          name: 'message',
          jsonPath: '$.message',
          description: 'The message to post',
          required: true,
        },
      ],
    },
  },
  apiCalls: [
    {
      id: 'post',
      order: 1,
      name: 'Post to Slack',
      method: 'POST',
      // Slack shows this address when an incoming webhook is added to a channel.
      url: 'https://hooks.slack.com/services/',
      body: '{ "text": "{{message}}" }',
    },
  ],
};

const sync = {
  name: 'Nightly sync',
  description: 'Reads a list at 4 a.m. and sends it to another API.',
  triggerConfig: {
    type: 'cron',
    cron: { cronExpression: '0 4 * * *', timezone: 'UTC', missedRuns: 'once' },
  },
  apiCalls: [
    {
      id: 'read',
      order: 1,
      name: 'Read the list',
      method: 'GET',
      url: 'https://api.example.com/items',
      responseMapping: { saveAs: 'items', extractFields: [] },
    },
    {
      id: 'send',
      order: 2,
      name: 'Send it on',
      method: 'POST',
      url: 'https://api.example.com/items/import',
      body: '{ "items": {{items}} }',
    },
  ],
};

/** The integration to create, or the reason why the command gives none. */
type StartedDraft = { kind: 'draft'; input: object } | { kind: 'unreadable'; message: string };

/** Returns the draft of a start card; `command` is the pasted text, for the start `curl`. */
export function startDraft(start: string, command: string): StartedDraft {
  if (start === 'slack') return { kind: 'draft', input: slack };
  if (start === 'sync') return { kind: 'draft', input: sync };
  if (command.trim() === '') return { kind: 'unreadable', message: 'Paste a cURL command first.' };
  if (command.length > maxCommandLength) {
    return {
      kind: 'unreadable',
      message: 'The command is longer than 64 KiB. Create an integration and import it there.',
    };
  }
  const { calls, notes } = parseCurl(command);
  const [first] = calls;
  if (!first) {
    const [why] = notes;
    return { kind: 'unreadable', message: why?.message ?? 'There is no cURL command in this text.' };
  }
  const apiCalls = calls
    .slice(0, 50)
    .map(({ call }, index) => Object.assign({ id: `call-${index + 1}`, order: index + 1 }, call));
  return { kind: 'draft', input: { name: nameAfter(first.call.url), apiCalls } };
}

/** Names a draft after its first URL: 'Call api.example.com'. */
function nameAfter(url: string): string {
  const host = /^https?:\/\/([^/?#{}\s]+)/i.exec(url)?.[1];
  return host ? `Call ${host}`.slice(0, 99) : 'From a cURL command';
}
