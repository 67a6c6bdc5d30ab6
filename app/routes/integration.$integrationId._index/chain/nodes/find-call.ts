import { readCurrentForm } from '../../form/read-form';
import { listCallIds } from '../../form/variable-scope';

/** The call of a node, and its index when the node was drawn. */
export interface DrawnCall {
  callId: string;
  index: number;
}

/**
 * Returns the index of a node's call, and the number of calls. Nodes are drawn a moment after the form, where the call may have
 * another index than theirs.
 */
export function findCall(formId: string, { callId, index }: DrawnCall): { index: number; count: number } {
  const ids = listCallIds(readCurrentForm(formId));
  const place = callId === '' ? -1 : ids.indexOf(callId);
  // A save gives a new call another id.
  return { index: place >= 0 ? place : Math.min(index, ids.length - 1), count: ids.length };
}
