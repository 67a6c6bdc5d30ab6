/** The titles of the messages that a step was deleted. */
export const deletedTitles = {
  conditional: 'Conditional execution deleted',
  handling: 'Response handling deleted',
  loop: 'For each deleted',
};
