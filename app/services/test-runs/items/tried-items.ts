// Collects from the events of a run what happened to the items of its loop.
import { namePage } from '~/engine/definition/call-name';
import type { CallFinished, CallStarted, RunEvent } from '~/engine/events/event';
import type { MaskSecrets } from '~/engine/secrets/mask-secrets';
import { shortenValue } from '../../executions/last-run';
import type { TriedItem } from '../call-test';

interface TriedItems {
  /** The number of items in the list. */
  of: number;
  items: TriedItem[];
  /** The last result of each call, by its id. */
  finished: Map<string, CallFinished>;
}

/** `tell` receives the events one by one; `tried` grows with them. */
export function collectItems(maskSecrets: MaskSecrets): {
  tried: TriedItems;
  tell: (event: RunEvent) => void;
} {
  const tried: TriedItems = { of: 0, items: [], finished: new Map() };
  let started: CallStarted | undefined;
  const itemOf = ({ loop }: { loop?: { index: number } | undefined }) =>
    loop && tried.items.find(({ index }) => index === loop.index);
  const tell = (event: RunEvent): void => {
    switch (event.kind) {
      case 'loop-begun':
        tried.of = event.of;
        tried.items = event.items.map((item, index) => ({
          index: index + 1,
          value: shortenValue(item, maskSecrets),
          error: null,
          calls: [],
        }));
        break;
      case 'call-started':
        started = event;
        break;
      case 'call-finished': {
        if (event.ruling?.action === 'renew') break;
        const { response, durationMs, errorMessage } = event;
        tried.finished.set(event.callId, event);
        itemOf(event)?.calls.push({
          name: namePage(event.callName, event.page),
          method: started?.request.method ?? '',
          url: started?.request.url ?? '',
          statusCode: response?.status ?? 0,
          responseTime: durationMs,
          error: errorMessage,
        });
        break;
      }
      case 'call-refused':
      case 'call-skipped':
        itemOf(event)?.calls.push({
          name: namePage(event.callName, event.page),
          method: '',
          url: '',
          statusCode: 0,
          responseTime: 0,
          error: event.errorMessage,
        });
        break;
      case 'item-ended': {
        const item = itemOf(event);
        if (item) item.error = event.errorMessage;
        break;
      }
      default:
    }
  };
  return { tried, tell };
}
