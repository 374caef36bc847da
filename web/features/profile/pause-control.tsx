import { Pause, Play, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Button } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { isWoken } from "./member-words.ts";
import { useSaveProfile } from "./save-profile.mutation.ts";

export function PauseControl({ profile }: { profile: ProfileResponse }) {
  const { part, opener, close } = useDisclosure(() => import("./pause-form.tsx"));
  const [resumedFrom, setResumedFrom] = useState<string | null>(null);
  // Each button replaces the previous one and takes its focus, but not on first render.
  const [hasActed, setHasActed] = useState(false);
  const ref = hasActed ? focusOnArrival : null;
  const save = useSaveProfile();
  const { pausedUntil } = profile;
  const pause = (date: string) =>
    save.mutate(
      { pausedUntil: date },
      {
        title: "Emails and notifications paused",
        description: `They resume on ${formatLongDate(date)}.`,
        onSaved: () => {
          setResumedFrom(null);
          setHasActed(true);
          close();
        },
      },
    );
  if (pausedUntil) {
    const resume = () =>
      save.mutate(
        { pausedUntil: null },
        {
          title: "Emails and notifications resumed",
          description: "Your next wake-up will arrive as usual.",
          onSaved: () => {
            setResumedFrom(pausedUntil);
            setHasActed(true);
          },
        },
      );
    return (
      <Button icon={Play} key="resume" ref={ref} variant="secondary" onClick={resume} isBusy={save.isPending}>
        Resume
      </Button>
    );
  }
  if (resumedFrom !== null) {
    return (
      <Button key="undo" ref={ref} variant="secondary" onClick={() => pause(resumedFrom)} isBusy={save.isPending}>
        {!save.isPending && <Undo2 className="size-4 shrink-0" />}
        Undo
      </Button>
    );
  }
  if (!isWoken(profile) || !profile.hasAccess) return null;
  if (part) return <part.PauseForm timezone={profile.timezone} save={{ ...save, pause }} onCancel={close} />;
  return (
    <Button
      variant="ghost"
      size="sm"
      // The icon and the word are below those of the line above.
      className="-my-3 justify-self-start gap-3 !px-0 underline underline-offset-4"
      {...opener}
    >
      {!opener.isBusy && <Pause className="size-5 shrink-0" />}
      Pause
    </Button>
  );
}
