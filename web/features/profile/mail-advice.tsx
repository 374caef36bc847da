import type { ReactNode } from "react";
import type { MorningsResponse, ProfileResponse } from "#domain/contract/profile.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { SupportLink } from "../../brand/page-shell.tsx";

const LINK = "font-semibold text-ink underline underline-offset-4 hover:text-bolt";

type Advice = { key: string; text: ReactNode };

/** Why a member may not get emails, most certain reason first. It omits what the list itself shows. */
function adviceFor(profile: ProfileResponse, { sender, mornings }: MorningsResponse): Advice[] {
  const has = (state: string) => mornings.some((morning) => morning.state === state);
  const plans = (
    <a href={PUBLIC_PAGES.subscribe} className={LINK}>
      Choose a plan
    </a>
  );
  const advice: (Advice | false)[] = [
    !profile.hasAccess && {
      key: "ended",
      text: <>Your membership has ended, so you don't get wake-up emails. {plans}</>,
    },
    !profile.emailEnabled && {
      key: "off",
      text: "Your wake-up emails are off. Choose Edit Profile above to turn them on.",
    },
    profile.pausedUntil !== null && {
      key: "paused",
      text: `Your wake-ups are paused until ${formatLongDate(profile.pausedUntil)}. To get them again, choose Resume above.`,
    },
    has("failed") && {
      key: "failed",
      text: (
        <>
          Not delivered? Write to us at <SupportLink className={LINK} />.
        </>
      ),
    },
    (has("sent") || has("unknown")) && {
      key: "spam",
      text: "Sent, but not in your inbox? Check your spam folder and mark the email as not spam.",
    },
    {
      key: "contacts",
      text: (
        <>
          Add <strong className="break-all text-ink">{sender}</strong> to your contacts so our emails land in your
          inbox.
        </>
      ),
    },
  ];
  return advice.filter((each) => each !== false);
}

export function MailAdvice({ profile, answer }: { profile: ProfileResponse; answer: MorningsResponse }) {
  return (
    <section aria-labelledby="mail-advice" className="grid gap-3 rounded-xl bg-night p-4">
      <h3 id="mail-advice" className="text-base">
        What you can do
      </h3>
      <ul className="grid list-disc gap-2 pl-5 text-sm leading-relaxed text-muted marker:text-bolt">
        {adviceFor(profile, answer).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
