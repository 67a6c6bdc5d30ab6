import { joinClassNames } from '../ui/class-names';
import { softTone, type Tone } from '../ui/tone';

const tones: Record<string, Tone> = {
  GET: 'info',
  POST: 'good',
  PUT: 'caution',
  PATCH: 'warn',
  DELETE: 'bad',
};

/** An HTTP method. All are equally wide, so that what follows them in a list aligns. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={joinClassNames(
        'inline-flex h-6 min-w-17 shrink-0 items-center justify-center rounded-sm px-2 font-mono text-xs font-medium',
        softTone[tones[method] ?? 'neutral'],
      )}
    >
      {method}
    </span>
  );
}
