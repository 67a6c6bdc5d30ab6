import { type FieldName, useField } from '@conform-to/react';
import { BellRing, CornerDownRight, type LucideIcon, Redo2, RotateCcw, Send } from 'lucide-react';
import { Badge } from '~/components/ui/badge';
import type { Tone } from '~/components/ui/tone';
import { useCallNames } from './call-names';
import type { EditorForm } from './editor-schema';
import { listOf } from './scope';
import type { ConditionalForm, HandlingForm } from './step-schema';
import { listMarks, type Mark } from './step-words';

export const markLooks: Record<Mark['kind'], { icon: LucideIcon; tone: Tone }> = {
  retry: { icon: RotateCcw, tone: 'info' },
  webhook: { icon: Send, tone: 'accent' },
  stop: { icon: BellRing, tone: 'bad' },
  jump: { icon: CornerDownRight, tone: 'warn' },
  skip: { icon: Redo2, tone: 'caution' },
};

interface ChainMarksProps {
  gap: number;
  conditionalName: FieldName<ConditionalForm[], EditorForm>;
  handlingName: FieldName<HandlingForm[], EditorForm> | undefined;
}

/** What may happen between two calls, in marks of an icon and words. */
export function ChainMarks({ gap, conditionalName, handlingName }: ChainMarksProps) {
  const calls = useCallNames();
  const [conditional] = useField(conditionalName);
  // Before the first call there are no answers; a name of nothing has no value.
  const [handling] = useField<HandlingForm[], EditorForm>(handlingName ?? 'noHandling');
  const marks = listMarks(listOf(handling.value)[0], listOf(conditional.value)[0], calls, gap);
  if (marks.length === 0) return null;
  return (
    <ul aria-label="What may happen here" className="flex flex-wrap justify-center gap-2">
      {marks.map(({ kind, text }) => (
        <li key={kind} className="flex max-w-full">
          <Badge icon={markLooks[kind].icon} tone={markLooks[kind].tone}>
            {text}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
