import { formatCount } from '~/engine/texts/format-count';
import { Button } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { ListState } from './state';
import { type Selection, selectionField, selections, selectPlaces } from './treatment-fields';

interface SelectionButtonsProps {
  state: ListState;
  /** The places that the search found, on all pages. */
  found: number[];
  total: number;
  setState: (state: ListState) => void;
  action: string;
}

/** Buttons that select of all pages, or of all that a search found; without script they send the form. */
export function SelectionButtons({ state, found, total, setState, action }: SelectionButtonsProps) {
  const hydrated = useHydrated();
  const [all, fresh] = (['all', 'new'] as const).map(
    (selection) => selectPlaces({ ...state, selected: [] }, found, selection).selected.length,
  );
  if (!all) return null;
  const suffix = found.length < total ? ' found' : '';
  const counted = (count = 0) => formatCount(count) + suffix;
  const texts: Record<Selection, string> = {
    new: fresh && fresh < all ? `Select the ${counted(fresh)} that ${fresh === 1 ? 'is' : 'are'} new` : '',
    all: `Select all ${counted(all)}`,
    none: suffix ? `Select none of the ${counted(all)}` : 'Select none',
  };
  return (
    <div className="flex flex-wrap gap-3">
      {selections
        .filter((selection) => texts[selection] !== '')
        .map((selection) => (
          <Button
            key={selection}
            type={hydrated ? 'button' : 'submit'}
            name={selectionField}
            value={selection}
            formAction={action}
            onClick={hydrated ? () => setState(selectPlaces(state, found, selection)) : undefined}
          >
            {texts[selection]}
          </Button>
        ))}
    </div>
  );
}
