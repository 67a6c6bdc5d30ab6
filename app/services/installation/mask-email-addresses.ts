/** Hides the part of email addresses that names a person: mail servers repeat the recipient's address in their answers. */
export function maskEmailAddresses(text: string): string {
  return text.replace(/(?<![^\s<>"'(),:;@])[^\s<>"'(),:;@]+@(?=[^\s<>"'(),:;@])/g, '…@');
}
