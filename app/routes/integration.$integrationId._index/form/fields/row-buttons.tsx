import { useFormMetadata } from '@conform-to/react';
import { ArrowDown, ArrowUp, X } from '~/components/icons/icons';
import { IconButton } from '~/components/ui/button';

interface RowButtonsProps {
  /** The form's name of the list. */
  listName: string;
  index: number;
  count: number;
  /** The row as the buttons name it: "rule 2". */
  row: string;
}

/** The buttons that move and remove one of the rows whose order counts. */
export function RowButtons({ listName, index, count, row }: RowButtonsProps) {
  const { remove, reorder } = useFormMetadata();
  const moveTo = (to: number) => reorder.getButtonProps({ name: listName, from: index, to });
  return (
    <div className="absolute top-1 right-1.5 flex">
      <IconButton
        type="submit"
        size="sm"
        icon={ArrowUp}
        label={`Move ${row} up`}
        disabled={index === 0}
        {...moveTo(Math.max(index - 1, 0))}
      />
      <IconButton
        type="submit"
        size="sm"
        icon={ArrowDown}
        label={`Move ${row} down`}
        disabled={index === count - 1}
        {...moveTo(Math.min(index + 1, count - 1))}
      />
      <IconButton
        type="submit"
        size="sm"
        icon={X}
        label={`Remove ${row}`}
        {...remove.getButtonProps({ name: listName, index })}
      />
    </div>
  );
}
