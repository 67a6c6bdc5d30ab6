/** Email addresses without the part that names a person: mail servers repeat the recipient's in what they answer. */
export function hidePeople(text: string): string {
  return text.replace(/[^\s<>"'(),:;@]+@(?=[^\s<>"'(),:;@])/g, '…@');
}
