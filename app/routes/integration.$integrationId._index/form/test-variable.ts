// The variables that are asked for before a call is tested, as the form and the server name them.

/** A call that was not sent, since it uses variables that were given no values. */
export interface MissingVariables {
  kind: 'asked';
  callIndex: number;
  /**
   * All that it uses, in the order in which it names them; a text of null: nothing was given yet. `sample`: the value by the newest
   * sample delivery, empty without one.
   */
  variables: { name: string; text: string | null; sample: string }[];
}

/** The name of the field with the value of a variable. */
export function nameTestVariable(callIndex: number, name: string): string {
  return `testVariable.${callIndex}.${name}`;
}
