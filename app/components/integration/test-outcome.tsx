import { Badge } from '../ui/badge';
import type { Tone } from '../ui/tone';

const words = { passed: 'Passed', differs: 'Differs', stale: 'Stale' };
const tones: Record<keyof typeof words, Tone> = { passed: 'good', differs: 'bad', stale: 'warn' };

/** The outcome of a recorded test. */
export function TestOutcomeBadge({ outcome }: { outcome: keyof typeof words | null }) {
  if (outcome === null) return <Badge>Not run yet</Badge>;
  return <Badge tone={tones[outcome]}>{words[outcome]}</Badge>;
}
