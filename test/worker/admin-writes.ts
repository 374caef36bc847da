import { ADMIN_ANSWERS } from "./admin-answers.ts";
import { GIFT_ANSWERS } from "./gift-answers.ts";
import { INBOUND_ANSWERS } from "./inbound-answers.ts";
import { LIBRARY_ANSWERS } from "./library-answers.ts";
import { PAYMENT_ANSWERS } from "./payment-answers.ts";
import { PEOPLE_ANSWERS } from "./people-answers.ts";
import type { RequestOptions } from "./request.ts";

type Answer = { call: () => Promise<RequestOptions & { path?: string }> };

/** How each route is called so that all goes well, the administrator's among them. */
export const WRITE_ANSWERS: Record<string, Answer> = {
  ...INBOUND_ANSWERS,
  ...PEOPLE_ANSWERS,
  ...GIFT_ANSWERS,
  ...PAYMENT_ANSWERS,
  ...LIBRARY_ANSWERS,
  ...ADMIN_ANSWERS,
};

export const isAdminWrite = (route: string) =>
  !route.startsWith("GET") && /\/api\/(admin|content|paypal)\b/.test(route);

/** The routes by which an administrator writes, but for the parts of an upload, which speak in headers. */
export const ADMIN_WRITES = Object.keys(WRITE_ANSWERS).filter(
  (route) => isAdminWrite(route) && !route.endsWith("/webhook"),
);
