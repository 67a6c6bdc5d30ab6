// The senders that are known by name, in one table.
import { callSenders } from './call-senders';
import { commerceSenders } from './commerce-senders';
import { conversationSenders } from './conversation-senders';
import { deskSenders } from './desk-senders';
import { developmentSenders } from './development-senders';
import { documentSenders } from './document-senders';
import { mailSenders } from './mail-senders';
import { moneySenders } from './money-senders';
import { peopleSenders } from './people-senders';
import { platformSenders } from './platform-senders';
import { publishedKeySenders } from './published-key-senders';
import { standardSenders } from './standard-senders';
import { teamChatSenders } from './team-chat-senders';
import { workSenders } from './work-senders';
import type { Sender } from './sender';

const known = [
  ...developmentSenders,
  ...commerceSenders,
  ...moneySenders,
  ...conversationSenders,
  ...teamChatSenders,
  ...callSenders,
  ...deskSenders,
  ...mailSenders,
  ...peopleSenders,
  ...workSenders,
  ...documentSenders,
  ...platformSenders,
  ...publishedKeySenders,
  ...standardSenders,
] as const;

/** All known senders, group by group. */
export const senders: readonly Sender[] = known;

type SenderName = (typeof known)[number]['name'];

export const senderNames = known.map(({ name }) => name) as [SenderName, ...SenderName[]];

const byName = new Map(senders.map((sender) => [sender.name, sender]));

const testing = senders.flatMap(({ test, label }) =>
  test ? { header: test[0], value: test[1], label } : [],
);

/** Returns the label of the sender that only tests the address by a delivery with these headers. */
export function findTestSender(header: (name: string) => string | undefined): string | undefined {
  return testing.find((each) => header(each.header) === each.value)?.label;
}

export function findSender(name: string): Sender | undefined {
  return byName.get(name);
}
