// The thread that reads one imported document: it gets one job, performs it, and ends.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { describeThread } from '~/services/imports/thread-time';
import { type ImportTask, performImportTask } from '~/services/imports/worker-jobs';

// On Linux each thread has a priority of its own. Elsewhere this would change the priority of the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.postMessage(describeThread(), []);
const result = await performImportTask(workerData as ImportTask);
// A result that is already in a buffer is transferred, not copied.
const moved =
  'json' in result && result.json instanceof Uint8Array ? [result.json.buffer as ArrayBuffer] : [];
parentPort?.postMessage(result, moved);
