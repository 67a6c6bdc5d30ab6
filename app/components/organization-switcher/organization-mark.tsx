import { joinClassNames } from '../ui/class-names';

/** The colours of marks, without red, which means an error. */
const colours = [
  'bg-accent-soft text-accent-ink',
  'bg-info-soft text-info-ink',
  'bg-good-soft text-good-ink',
  'bg-warn-soft text-warn-ink',
  'bg-caution-soft text-caution-ink',
];

/** An organization's initial on a colour that never changes. The name stands beside it. */
export function OrganizationMark({ id, name }: { id: string; name: string }) {
  const sum = [...id].reduce((total, character) => total + character.charCodeAt(0), 0);
  const [initial = ''] = name.trim();
  return (
    <span
      aria-hidden
      className={joinClassNames(
        'grid size-7 shrink-0 place-items-center rounded-md text-[0.8125rem] font-medium uppercase select-none forced-colors:outline',
        colours[sum % colours.length],
      )}
    >
      {initial}
    </span>
  );
}
