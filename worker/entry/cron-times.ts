/** The Worker's three crons; wrangler.toml names them too, and a test holds them together. */
export const EVERY_MINUTE = "* * * * *";
/** Not within ten minutes of a quarter of an hour, at which members are woken. */
export const EVERY_HOUR = "12 * * * *";
/** Every five minutes, not with the hourly one and not as a slot begins. */
export const EVERY_FIVE_MINUTES = "3-58/5 * * * *";
