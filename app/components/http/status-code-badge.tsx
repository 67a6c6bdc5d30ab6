import { nameMissingResponse } from '~/engine/events/failure-reason';
import { Badge } from '../ui/badge';
import type { Tone } from '../ui/tone';

interface StatusCodeBadgeProps {
  status?: number | null;
  text?: string;
  /** The error in the log. */
  error?: string | null;
}

/** An HTTP status: 2xx green, 3xx yellow, 4xx orange, 5xx red. Without a status there was no response. */
export function StatusCodeBadge({ status, text, error = null }: StatusCodeBadgeProps) {
  if (!status) return <Badge tone="bad">{text ?? nameMissingResponse(error)}</Badge>;
  return <Badge tone={statusTone(status)}>{text ? `${status} ${text}` : status}</Badge>;
}

function statusTone(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'caution';
  if (status >= 300) return 'warn';
  return status >= 200 ? 'good' : 'neutral';
}
