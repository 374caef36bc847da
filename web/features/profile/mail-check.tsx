import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import type { ReactNode } from "react";
import type { Morning, ProfileResponse } from "#domain/contract/profile.ts";
import { formatTimeIfKnown } from "#domain/formats.ts";
import { formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import type { MorningState } from "#domain/rules/mail-states.ts";
import type { MorningGap } from "#domain/rules/morning-gaps.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import { emailTimeOn } from "#domain/rules/week-hours.ts";
import { PUSH_WORDS } from "#domain/words.ts";
import { api, read } from "../../lib/api.ts";
import { isClockHere } from "../../lib/clock-here.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { MailAdvice } from "./mail-advice.tsx";
import { clockWords } from "./member-words.ts";

export function MailCheck({ profile, onClose }: { profile: ProfileResponse; onClose: () => void }) {
  const mornings = useQuery({ queryKey: ["/api/user/mornings"], queryFn: () => read(api.user.mornings.$get()) });
  return (
    <div ref={focusOnArrival} tabIndex={-1} className="grid animate-rise grid-cols-1 gap-6 focus:outline-none">
      <QueryPanel query={mornings} loading="Loading your recent emails..." failed="Your recent emails didn't load">
        {(answer) => (
          <>
            <MorningList mornings={answer.mornings} profile={profile} />
            <MailAdvice profile={profile} answer={answer} />
          </>
        )}
      </QueryPanel>
      <TestMail email={profile.email}>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      </TestMail>
    </div>
  );
}

function TestMail({ email, children }: { email: string; children: ReactNode }) {
  const test = useMutation({ mutationFn: () => read(api.user["test-mail"].$post()) });
  return (
    <div className="grid grid-cols-1 gap-3">
      {test.isSuccess && (
        <Alert tone="success">
          A test email is on its way to <strong>{email}</strong>. It takes up to a minute. Check your spam folder, too.
        </Alert>
      )}
      {test.isError && <Alert>{formErrorText(test.error, "We couldn't send the test email")}</Alert>}
      <div className="grid gap-2 sm:flex">
        <Button icon={Send} variant="secondary" onClick={() => test.mutate()} isBusy={test.isPending}>
          {test.isSuccess ? "Send another test email" : "Send test email"}
        </Button>
        {children}
      </div>
    </div>
  );
}

const LOOKS: Record<MorningState, { icon: LucideIcon; color: string; text: string }> = {
  sent: { icon: CircleCheck, color: "text-good", text: "Sent" },
  sending: { icon: Clock, color: "text-info", text: "Sending" },
  unknown: { icon: CircleHelp, color: "text-warn", text: "May have been sent. Our email provider didn't confirm it." },
  missed: { icon: CircleX, color: "text-bad", text: "Not sent. We missed that morning. Sorry." },
  failed: { icon: CircleX, color: "text-bad", text: "Not delivered" },
  coming: { icon: Clock, color: "text-info", text: "Coming up" },
  late: { icon: Clock, color: "text-warn", text: "Late, but on its way" },
  moved: { icon: CircleDashed, color: "text-muted", text: "No email. Your new hour had already passed." },
  none: { icon: CircleDashed, color: "text-muted", text: "No email. No record of why." },
};

/** Why a morning without an email had none. */
const GAPS: Record<MorningGap, string> = {
  joined: "No email. You joined after your hour.",
  deleted: "No email. Your account was deleted.",
  mails_off: "No email. Your wake-up emails were off.",
  suppressed: "No email. We had stopped emailing your address.",
  paused: "No email. You paused your wake-ups.",
  no_access: "No email. Your membership wasn't active.",
  weekend: "No email. You chose nothing on weekends.",
  no_session: "No email. There was no session.",
};

function MorningList({ mornings, profile }: { mornings: readonly Morning[]; profile: ProfileResponse }) {
  return (
    <ul aria-label="Your recent emails" className="grid divide-y divide-line">
      {mornings.map((morning) => {
        const { icon: Icon, color } = LOOKS[morning.state];
        return (
          <li key={morning.date} className="flex items-center gap-3 py-2.5 text-sm">
            <Icon aria-hidden="true" className={clsx("size-5 shrink-0", color)} />
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <span className="min-w-[5.5rem] whitespace-nowrap font-semibold">
                {formatShortWeekday(morning.date)}, {formatMonthDay(morning.date)}
              </span>
              <span className={clsx("flex-1 basis-[6rem]", color === "text-muted" && color)}>
                {textOf(morning, profile)}
                {morning.push && ` · Notification ${PUSH_WORDS[morning.push]}`}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function textOf({ date, state, at, why, reason }: Morning, profile: ProfileResponse): string {
  const { timezone } = profile;
  if (why) return GAPS[why];
  if (reason) return `${LOOKS[state].text}: ${reason}`;
  const clock = at === null ? undefined : formatTimeIfKnown(at, timezone);
  if (at !== null && clock !== undefined) {
    const zone = isClockHere(timezone, at) ? "" : ` ${zoneWords(timezone)}`;
    return `${LOOKS[state].text} at ${clock}${zone}`;
  }
  return state === "coming"
    ? `Arrives at ${clockWords(emailTimeOn(profile, date), timezone, null)}`
    : LOOKS[state].text;
}
