/** Limit for a wake-up email's HTML, … */
export const MOST_BYTES = 10_000;
/** … and how much of it is reserved for the operator's name and address, which the tests don't have. */
export const PARTICULARS_BYTES = 400;
