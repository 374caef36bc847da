import * as z from "zod";
import { ADMIN_SETTINGS_PATH, adminDayPath } from "#domain/paths.ts";
import type { Config } from "../kernel/env.ts";
import { storedAs } from "./stored-mail.ts";
import { type MailBody, renderMail } from "./templates.ts";

const text = z.string();
const words = z.object({ date: text, dateText: text, outcomeText: text, detailText: text });

/** To the operator, the evening before a morning without content. */
export const emptyMorningMail = storedAs("empty-morning", words);

export function emptyMorningBody({ appUrl }: Config, { date, ...texts }: z.infer<typeof words>): MailBody {
  const urls = { dayUrl: `${appUrl}${adminDayPath(date)}`, settingsUrl: `${appUrl}${ADMIN_SETTINGS_PATH}` };
  return renderMail("empty-morning", { ...texts, ...urls });
}
