// The program that reads one imported document. Its process starts a thread that runs this file once more, gets the one job,
// performs it, and ends.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { performForParent } = await import('~/services/imports/reading-process');
  // In development, the file that was started loads this one.
  performForParent(process.argv[1] ?? '');
} else {
  const { performThreadTask } = await import('~/services/imports/thread-task');
  await performThreadTask();
}
