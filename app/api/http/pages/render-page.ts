import { collectPage } from './collect-page';

/** What React reports while it renders a page: `renderToPipeableStream` of react-dom takes these and more. */
interface RenderEvents {
  onShellReady(): void;
  onAllReady(): void;
  onShellError(error: unknown): void;
  onError(error: unknown): void;
}

/** A page that React renders. */
interface Rendering {
  pipe(destination: ReturnType<typeof collectPage>): unknown;
  abort(reason: Error): void;
}

interface RenderOptions {
  /** How long a page may take, in milliseconds. */
  timeoutMs: number;
  /** Whether this turn of the event loop has room for more work on the page. */
  hasRoom(): boolean;
  /** Called with the error of a part whose place in the page the browser renders. */
  onPartError(error: unknown): void;
}

/**
 * Returns the whole page that `render` begins to render. Rejects when its frame fails, or is not ready in time: React 18 calls
 * nothing back when it aborts a page without a frame, so the request would never be answered.
 */
export function renderPage(
  render: (events: RenderEvents) => Rendering,
  { timeoutMs, hasRoom, onPartError }: RenderOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    /** Whether the frame of the page is rendered. An error before that fails the page. */
    let hasShell = false;
    const { pipe, abort } = render({
      onShellReady() {
        hasShell = true;
      },
      onAllReady() {
        // Otherwise the timer would hold all of the page until its time has come.
        clearTimeout(late);
        // This turn of the event loop rendered the last part. To write and compress a long page takes as long again.
        if (hasRoom()) write();
        else setImmediate(write);
      },
      onShellError(error) {
        clearTimeout(late);
        reject(error);
      },
      onError(error) {
        if (hasShell) onPartError(error);
      },
    });
    const write = () => pipe(collectPage(resolve));
    const late = setTimeout(() => {
      const error = new Error(`The page was not rendered within ${timeoutMs / 1000} s.`);
      abort(error);
      if (!hasShell) reject(error);
    }, timeoutMs).unref();
  });
}
