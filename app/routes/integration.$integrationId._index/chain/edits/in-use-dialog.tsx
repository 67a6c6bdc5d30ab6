import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import type { VariableUse } from '../../form/editor-feedback';
import { UseList } from './use-list';

export interface InUseDialogProps {
  uses: VariableUse[];
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before the user removes something whose variables later calls use. */
export function InUseDialog({ uses, onRemove, onClose }: InUseDialogProps) {
  return (
    <Dialog title="Variable In Use" closeTo={onClose}>
      <UseList uses={uses} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onRemove}>
          Remove Anyway
        </Button>
      </DialogActions>
    </Dialog>
  );
}
