// The thread in which one foreign document is read: it is told what to do, does it, and ends.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ImportTask, performImportTask } from '~/services/imports/worker-jobs';

// On Linux a priority is a thread's own. Elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const result = await performImportTask(workerData as ImportTask);
// An answer that is written already is handed over, not copied.
const moved =
  'json' in result && result.json instanceof Uint8Array ? [result.json.buffer as ArrayBuffer] : [];
parentPort?.postMessage(result, moved);
