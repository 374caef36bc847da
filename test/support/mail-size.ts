/** What the HTML of a wake-up mail may weigh at most, … */
export const MOST_BYTES = 10_000;
/** … and how much of that is left to the operator's name and address, which the tests' installation has none of. */
export const PARTICULARS_BYTES = 400;
