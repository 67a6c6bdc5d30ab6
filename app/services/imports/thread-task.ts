// What the thread that reads a document does: it performs its one job and answers with the result.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { describeThread } from './thread-time';
import { type ImportTask, performImportTask } from './worker-jobs';

/** Performs the job that the thread was started with. */
export async function performThreadTask(): Promise<void> {
  // On Linux each thread has a priority of its own. Elsewhere this would change the priority of the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  parentPort?.postMessage(describeThread(), []);
  const result = await performImportTask(workerData as ImportTask);
  // A result that is already in a buffer is transferred, not copied.
  const moved =
    'json' in result && result.json instanceof Uint8Array ? [result.json.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(result, moved);
}
