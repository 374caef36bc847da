import * as z from "zod";

export const wakeUpOptions = z.object({
  emailTimes: z.array(z.string()),
  timezones: z.array(z.object({ id: z.string(), label: z.string() })),
});

/** "When should we wake you?": what's available, and the hour that's chosen at first. Null for people who already have their hour. */
export const wakeUpQuestion = z.object({ emailTime: z.string(), wakeUpOptions }).nullable();
export type WakeUpQuestion = NonNullable<z.infer<typeof wakeUpQuestion>>;

/** The answer; without one, the page sends its browser's zone. What can't be read counts as not sent: no purchase fails because of it. */
export const wakeUpChoice = {
  emailTime: z.string().optional().catch(undefined),
  timezone: z.string().max(64).optional().catch(undefined),
};
export type WakeUpChoice = { emailTime?: string | undefined; timezone?: string | undefined };
