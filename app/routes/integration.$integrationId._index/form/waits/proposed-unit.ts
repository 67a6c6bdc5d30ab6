/** The unit of a wait whose length was not typed yet. */
export const proposedUnit = 'minutes';
