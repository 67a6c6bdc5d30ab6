// Server-sent events (WHATWG HTML §9.2). An event says only that something changed: the browser reads the
// page again, so nothing can be missed or doubled, also across a reconnection, and one that is not read yet speaks for the next.

/** How long changes are gathered into one event, in milliseconds. */
const pauseMs = 250;
/** How often a comment is sent, in milliseconds: proxies close a silent connection. */
const heartbeatMs = 20_000;
/** How often rights are checked, in milliseconds: they can also end in another process, which does not tell this one. */
const defaultCheckMs = 5_000;

interface Followed {
  follow: (onChange: () => void) => () => void;
  /** Checks whether the caller may still read the changes; called before each event, and every `checkMs` (5 s). */
  isAllowed: () => Promise<boolean>;
  /** Called when the stream is over, however it ended. */
  onEnd: () => void;
  checkMs?: number;
}

/**
 * Returns a `text/event-stream` response with an event `change` for each burst of changes. The stream ends when the request
 * aborts, or when its caller has no right to it any more.
 */
export function streamChanges(
  request: Request,
  { follow, isAllowed, onEnd, checkMs = defaultCheckMs }: Followed,
): Response {
  const encoder = new TextEncoder();
  let stop: (() => void) | undefined;
  /** The event that is sent when the caller has read what was sent before. */
  let waiting = '';
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const isRead = () => (controller.desiredSize ?? 0) > 0;
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      let pause: NodeJS.Timeout | undefined;
      const unfollow = follow(() => {
        pause ??= setTimeout(() => {
          pause = undefined;
          void sayIfAllowed('event: change\ndata: {}\n\n');
        }, pauseMs);
      });
      const heartbeat = setInterval(() => {
        if (isRead()) say(': still here\n\n');
      }, heartbeatMs);
      const check = setInterval(() => void sayIfAllowed(''), checkMs);
      const end = () => {
        if (!stop) return;
        stop();
        controller.close();
      };
      /** Sends the text. Ends the stream if the caller may not read it, or if the check fails: the caller may reconnect. */
      async function sayIfAllowed(text: string): Promise<void> {
        const isOurs = await isAllowed().catch(() => false);
        if (!isOurs) return end();
        if (!stop || text === '') return;
        if (isRead()) say(text);
        else waiting = text;
      }
      stop = () => {
        // This reference also keeps the request alive: the signal of a garbage-collected request never aborts.
        request.signal.removeEventListener('abort', end);
        unfollow();
        clearTimeout(pause);
        clearInterval(heartbeat);
        clearInterval(check);
        stop = undefined;
        onEnd();
      };
      request.signal.addEventListener('abort', end);
      // The caller may have left while their rights were looked up; no event says so any more.
      if (request.signal.aborted) return end();
      say('retry: 2000\n\n');
    },
    pull(controller) {
      if (waiting !== '') controller.enqueue(encoder.encode(waiting));
      waiting = '';
    },
    cancel: () => stop?.(),
  });
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  });
}
