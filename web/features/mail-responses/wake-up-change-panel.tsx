import { useMutation, useQuery } from "@tanstack/react-query";
import { AlarmClock, AlarmClockOff } from "lucide-react";
import type { MailLink, WakeUpByMail } from "#domain/contract/mail-responses.ts";
import { formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { clockHour, parseHour } from "#domain/rules/wake-up-hours.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DeadMailLink, MY_ACCOUNT, Screen, TO_ACCOUNT, TO_DASHBOARD } from "./screen.tsx";

/** What an email's link names: the day emails resume after a pause, or another hour. Raw text from the address; the server checks it. */
export type WakeUpChange = { until: string } | { hour: string };

/** "Monday, November 30" */
function dayWords(date: string): string {
  return isCalendarDate(date) ? formatLongDate(date).replace(/, \d{4}$/, "") : "the day in your email";
}

function hourWords(hour: string): string {
  return /^(?:\d|1\d|2[0-3])$/.test(hour) ? clockHour(Number(hour)) : "the hour in your email";
}

function timeWords(emailTime: string): string {
  const hour = parseHour(emailTime);
  return hour === null ? emailTime : clockHour(hour);
}

/** Opening the page only checks the link; the button changes something, and the change can be undone for a day. */
export function WakeUpChangePanel({ link, change }: { link: MailLink; change: WakeUpChange }) {
  const check = useQuery({
    queryKey: ["/api/by-mail/check", link],
    queryFn: () => read(api["by-mail"].check.$post({ json: link })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const act = useMutation({
    mutationFn: () =>
      read<WakeUpByMail>(
        "until" in change
          ? api["by-mail"].pause.$post({ json: { ...link, until: change.until } })
          : api["by-mail"].hour.$post({ json: { ...link, hour: Number(change.hour) } }),
      ),
  });
  const undo = useMutation({
    mutationFn: (value: string) => read(api["by-mail"].undo.$post({ json: { ...link, undo: value } })),
  });
  if ([check, act, undo].some(({ error }) => hasErrorCode(error, "validation"))) return <InvalidChange />;
  if (undo.data) {
    return (
      <Screen icon={AlarmClock} title="Change undone" text={stateWords(undo.data)}>
        {TO_DASHBOARD}
      </Screen>
    );
  }
  const answer = act.data;
  if (!answer) {
    const isOver = (error: unknown) => hasErrorCode(error, "gone") || hasErrorCode(error, "conflict");
    const failure = isOver(check.error) ? check.error : act.error;
    return (
      <Screen
        icon={AlarmClock}
        title={"until" in change ? "Pause your wake-ups?" : `Wake up at ${hourWords(change.hour)}?`}
        text={
          isOver(failure) ? (
            "You can still change it in My Account."
          ) : (
            <>
              {"until" in change
                ? "This pauses your emails and the notifications on your devices. "
                : `${hourNow(check.data)} ${daysWords(check.data)}. `}
              You can undo it for 24 hours.
            </>
          )
        }
      >
        {failure && <Alert>{formErrorText(failure, "We couldn't make this change")}</Alert>}
        {isOver(failure) ? (
          TO_ACCOUNT
        ) : (
          <Button size="lg" isBusy={check.isPending || act.isPending} onClick={() => act.mutate()}>
            {"until" in change ? `Pause until ${dayWords(change.until)}` : `Wake me at ${hourWords(change.hour)}`}
          </Button>
        )}
      </Screen>
    );
  }
  const value = hasErrorCode(undo.error, "gone") ? undefined : answer.undo;
  const isNewHour = "hour" in change && answer.pausedUntil === null;
  return (
    <Screen
      icon={"until" in change ? AlarmClockOff : AlarmClock}
      title={"until" in change ? "Emails and notifications paused" : `${hourWords(change.hour)} it is`}
      text={isNewHour ? `Starting with your next wake-up email, ${daysWords(answer)}.` : stateWords(answer)}
    >
      {undo.isError && <Alert>{formErrorText(undo.error, "We couldn't undo it")}</Alert>}
      {value === undefined ? (
        <p>You can change it again in {MY_ACCOUNT}.</p>
      ) : (
        <Button size="lg" variant="secondary" isBusy={undo.isPending} onClick={() => undo.mutate(value)}>
          Undo
        </Button>
      )}
      {TO_DASHBOARD}
    </Screen>
  );
}

/** As long with the link's answer as before it. During a pause, that names the hour of the day on which emails resume. */
function hourNow(answer: WakeUpByMail | undefined): string {
  const hour = answer?.pausedUntil === null ? parseHour(answer.emailTime) : null;
  return hour === null ? "This moves your emails" : `Your hour now: ${clockHour(hour)}`;
}

/** Which mornings the email's link changes. */
const daysWords = (answer: WakeUpByMail | undefined) => (answer?.days ? `on ${answer.days}` : "every morning");

function stateWords(answer: WakeUpByMail): string {
  const time = timeWords(answer.emailTime);
  if (answer.pausedUntil !== null)
    return `No emails or notifications until ${dayWords(answer.pausedUntil)}. They start again that morning at ${time}.`;
  if (answer.days) return `Your wake-up emails arrive at ${time} ${daysWords(answer)}.`;
  return `Your next wake-up email arrives at ${time}.`;
}

export function InvalidChange() {
  return <DeadMailLink title="This link doesn't work" instead="change your wake-up in" />;
}
