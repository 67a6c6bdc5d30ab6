import { joinClassNames } from '../ui/class-names';
import { softTone, type Tone } from '../ui/tone';

const tones: Record<string, Tone> = {
  GET: 'info',
  POST: 'good',
  PUT: 'caution',
  PATCH: 'warn',
  DELETE: 'bad',
};

interface MethodBadgeProps {
  method: string;
  /** Whether the badge stands in a narrow list. */
  isSmall?: boolean;
}

/** An HTTP method. All badges have the same width, so that what follows them in a list aligns. */
export function MethodBadge({ method, isSmall = false }: MethodBadgeProps) {
  return (
    <span
      className={joinClassNames(
        'inline-flex shrink-0 items-center justify-center rounded-sm font-mono font-medium whitespace-nowrap forced-colors:outline',
        isSmall ? 'h-5 min-w-13 px-0.5 text-[0.6875rem]' : 'h-6 min-w-17 px-2 text-xs',
        softTone[tones[method] ?? 'neutral'],
      )}
    >
      {method}
    </span>
  );
}
