import { Copy } from '~/components/icons/icons';
import { useHydrated } from './use-hydrated';
import { Button, type ButtonProps, IconButton } from './button';
import { useToasts } from './toast';

interface CopyButtonProps {
  /** The name of the text: the toast says '{label} copied to clipboard'. */
  label: string;
  text: string;
  /** A word on the button; without it the button shows only the icon. */
  children?: string;
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
}

/** Copies a text and says so. It needs script, so it keeps its place but is hidden until script runs. */
export function CopyButton({ label, text, children, variant = 'quiet', size = 'sm' }: CopyButtonProps) {
  const hydrated = useHydrated();
  const toasts = useToasts();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toasts.add({ tone: 'success', title: `${label} copied to clipboard` });
    } catch {
      // There is no permission, or the page came without https and has no clipboard at all.
      toasts.add({
        tone: 'destructive',
        title: 'Failed to copy',
        description: 'Please copy the text manually',
        durationMs: 3000,
      });
    }
  }

  const props = { icon: Copy, variant, size, onClick: copy, className: hydrated ? undefined : 'invisible' };
  if (!children) return <IconButton {...props} label={`Copy ${label}`} />;
  return (
    <Button {...props} aria-label={`${children} ${label}`}>
      {children}
    </Button>
  );
}
