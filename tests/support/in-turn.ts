/** What a function resolves to for each of these, one after the other. */
export async function inTurn<Item, Value>(
  items: readonly Item[],
  make: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const item of items) values.push(await make(item));
  return values;
}

/** The same so many times. */
export function times<Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> {
  return inTurn(
    Array.from({ length: count }, (_, index) => index),
    make,
  );
}
