import { ADMIN_ANSWERS } from "./admin-answers.ts";
import { BROADCAST_ANSWERS } from "./broadcast-answers.ts";
import { GIFT_ANSWERS } from "./gift-answers.ts";
import { IMPORT_ANSWERS } from "./import-answers.ts";
import { INBOUND_ANSWERS } from "./inbound-answers.ts";
import { LIBRARY_ANSWERS } from "./library-answers.ts";
import { PAYMENT_ANSWERS } from "./payment-answers.ts";
import { PEOPLE_ANSWERS } from "./people-answers.ts";

/** A successful call for each route, the administrator's included. */
export const WRITE_ANSWERS = {
  ...IMPORT_ANSWERS,
  ...INBOUND_ANSWERS,
  ...PEOPLE_ANSWERS,
  ...GIFT_ANSWERS,
  ...PAYMENT_ANSWERS,
  ...LIBRARY_ANSWERS,
  ...ADMIN_ANSWERS,
  ...BROADCAST_ANSWERS,
};

export const isAdminWrite = (route: string) =>
  !route.startsWith("GET") && /\/api\/(admin|content|paypal)\b/.test(route) && !route.endsWith("/favorite");

/** The routes where an administrator writes, except an upload's parts, which use headers. */
export const ADMIN_WRITES = Object.keys(WRITE_ANSWERS).filter(
  (route) => isAdminWrite(route) && !route.endsWith("/webhook"),
);
