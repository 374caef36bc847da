import * as z from "zod";
import { orNull } from "../kernel/variables.ts";

export const incidentsConfig = z
  .object({
    /** Empty: the operator gets no email. */
    OPERATOR_EMAIL: orNull(z.email()),
    /** Empty: alarms go by email only. It's a secret, because anyone who has it can post alarms to the operator. */
    ALARM_WEBHOOK_URL: orNull(z.url({ protocol: /^https?$/ })),
  })
  .transform((given) => ({ operatorEmail: given.OPERATOR_EMAIL, alarmWebhookUrl: given.ALARM_WEBHOOK_URL }));
