// Reads a foreign document in a process of its own, which only starts the thread that reads it. The thread is what ends politely at
// a limit; but V8 aborts the whole process when one single allocation, as of a growing list, does not fit into what a thread may
// have (https://github.com/nodejs/node/issues/47224), and that must not be the server.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { PerformJob } from './importer';
import { busyMachine, defaultBounds, performInThread, tooMuchMemory } from './reading-thread';
import type { ImportTask } from './worker-jobs';

/** What the process says before it ends: the result, or the error that a bug threw. */
type Outcome = { result: unknown } | { error: Error };

/** Of what the process wrote about its end, in bytes. */
const maxReason = 8192;

/** The settings, and the secrets in them, stay with the server. */
const environment = { NODE_ENV: 'production' as const };

/** The thread ends itself within its bounds. A process that does not start or cannot end is ended a minute later. */
const defaultTimeoutMs = (defaultBounds.waitSeconds + 60) * 1000;

/** A process that has ended already takes neither its task nor the document; its end says so. */
const ignore = () => undefined;

/** Runs each job in a process of its own, which runs `program` with `performForParent` and ends with it, or with this process. */
export function performInProcess(program: string, timeoutMs = defaultTimeoutMs): PerformJob {
  return ({ document, ...task }) =>
    new Promise((resolve, reject) => {
      const child = fork(program, [], {
        serialization: 'advanced',
        stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
        execArgv: [],
        env: environment,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      });
      let reason = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        reason = (reason + text).slice(0, maxReason);
      });
      child.on('message', (outcome: Outcome) => {
        if ('result' in outcome) resolve(outcome.result);
        else reject(outcome.error);
      });
      child.once('error', reject);
      child.once('close', (_code, signal) => {
        if (child.killed) resolve(busyMachine);
        // The signals of V8 and of the system when memory ends.
        else if (signal === 'SIGABRT' || signal === 'SIGKILL')
          resolve(tooMuchMemory(defaultBounds.memoryMiB));
        else reject(new Error(`A process for an import ended without a result. ${reason}`.trim()));
      });
      child.send(task, ignore);
      child.stdin?.on('error', ignore).end(document);
    });
}

/** Performs the one job that the parent sends to this process, in a thread that runs `file`; ends when the parent ends. */
export function performForParent(file: string): void {
  // A stop may reach each process of a terminal or a service; the server still waits for this one, which otherwise ends with it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  offerToSystem();
  process.once('disconnect', () => process.exit());
  process.once('message', (task: ImportTask) => void answer(file, task));
}

async function answer(file: string, task: ImportTask): Promise<void> {
  const document = new Uint8Array(await buffer(process.stdin));
  const outcome: Outcome = await performInThread(file)({ ...task, document }).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  );
  process.send?.(outcome, () => process.exit());
}

/** When the memory of the machine or the container ends, Linux ends this process rather than the server. */
function offerToSystem(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted.
  }
}
