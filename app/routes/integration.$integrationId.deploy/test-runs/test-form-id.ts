/** The id of the form with the trigger data; its submit buttons are in the bar at the foot of the window. */
export const testFormId = 'test-form';
