import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '../../support/server';

interface Answers {
  /** Adds a question, at the address that a run sent. */
  add(n: string, address: string): void;
  /** Answers all questions, in turn, until the server is gone. */
  answerUntilGone(server: TestServer): Promise<void>;
  /** The choice that counts, by the number of the question. */
  confirmed: Map<string, string>;
  /** Responses that no answer may get. */
  refused: string[];
}

/**
 * Answers questions of runs. A first answer says _Approve_; after one whose response was lost, the next says _Reject_: then
 * the response tells which of them the server has taken.
 */
export function createAnswers(): Answers {
  const asked = new Map<string, { path: string; choice: string }>();
  const confirmed = new Map<string, string>();
  const refused: string[] = [];

  async function answer(server: TestServer, n: string): Promise<void> {
    const question = asked.get(n);
    if (!question) return;
    const { path, choice } = question;
    question.choice = 'Reject';
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ choice }),
    });
    const text = await response.text();
    if (response.status === 200) confirmed.set(n, choice);
    else if (response.status === 409 && choice === 'Reject') confirmed.set(n, 'Approve');
    else if (response.status === 429 || response.status === 503) {
      question.choice = choice;
      return;
    } else refused.push(`${n} ${choice}: ${response.status} ${text}`);
    asked.delete(n);
  }

  return {
    confirmed,
    refused,
    add(n, address) {
      if (!confirmed.has(n))
        asked.set(n, { path: new URL(address).pathname, choice: asked.get(n)?.choice ?? 'Approve' });
    },
    async answerUntilGone(server) {
      while (server.process.exitCode === null && server.process.signalCode === null) {
        for (const n of asked.keys()) {
          try {
            await answer(server, n);
          } catch {
            // The server was killed: nobody knows whether it has taken the answer.
            break;
          }
        }
        await sleep(20);
      }
    },
  };
}
