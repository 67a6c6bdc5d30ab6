interface HiddenValueProps {
  isSecret: boolean;
  isReadable: boolean;
}

/** Says why a value is not shown. */
export function HiddenValue({ isSecret, isReadable }: HiddenValueProps) {
  if (!isReadable) return 'Cannot be decrypted with the current APP_KEY.';
  return isSecret && '•••• (a secret of the run)';
}
