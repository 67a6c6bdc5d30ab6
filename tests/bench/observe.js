// What a piece of work costs a server: time of its event loop and of the processor.
import { nextMessage } from './processes.js';

/** The setting with which `startProduct` starts a server that can be observed. */
export const observable = { NODE_OPTIONS: `--import=${new URL('observe-loop.js', import.meta.url).href}` };

/**
 * Does the work and tells what the server did meanwhile: the delay of its event loop (`p50`, `p99`, `max`, in ms; an idle
 * one shows 5) and its processor time of all threads (`cpu`, in ms); and `result`, what the work came to.
 * @template Result
 * @param {import('node:child_process').ChildProcess} child a server that was started `observable`
 * @param {() => Promise<Result>} work
 */
export async function observe(child, work) {
  child.send({ observe: true });
  const result = await work();
  const told = nextMessage(child);
  child.send({ tell: true });
  const figures = /** @type {{ p50: number, p99: number, max: number, cpu: number }} */ (await told);
  return { ...figures, result };
}
