/** Whether an address of the editor is that of its second step. */
export function isDeployStep({ searchParams }: URL): boolean {
  return searchParams.get('step') === '2';
}
