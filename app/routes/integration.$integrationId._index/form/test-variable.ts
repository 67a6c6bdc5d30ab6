// The variables that are asked for before a call is tested, and the names of their fields.

/** A test that was not sent, since the call uses variables without values. */
export interface MissingVariables {
  kind: 'asked';
  callIndex: number;
  /**
   * All variables of the call, in the order of first use. `text` is null while no value was given; `sample` is the value
   * in the newest sample delivery, empty without one.
   */
  variables: { name: string; text: string | null; sample: string }[];
}

/** Returns the name of the field that holds a variable's value. */
export function nameTestVariable(callIndex: number, name: string): string {
  return `testVariable.${callIndex}.${name}`;
}
