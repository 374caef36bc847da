import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Unlink } from "lucide-react";
import { Link } from "react-router";
import type { EpisodeLink } from "#domain/contract/feed.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { Screen } from "../../brand/screen.tsx";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

/** Opening the page changes nothing; the button does. */
export function MarkDone({ link }: { link: EpisodeLink }) {
  const mark = useMutation({ mutationFn: () => read(api.episodes.done.$post({ json: link })) });
  const { error } = mark;
  if (hasErrorCode(error, "validation") || hasErrorCode(error, "not_found")) return <DeadEpisodeLink />;
  if (mark.isSuccess) {
    return (
      <Screen icon={CircleCheck} title="Marked as done" text="It counts for today, and for your streak.">
        {TO_DASHBOARD}
      </Screen>
    );
  }
  return (
    <Screen
      icon={CircleCheck}
      title="Mark this session as done?"
      text="Podcast apps download sessions by themselves, so only you can say that you listened."
    >
      {error && <Alert>{formErrorText(error, "We couldn't mark it as done")}</Alert>}
      <Button size="lg" isBusy={mark.isPending} onClick={() => mark.mutate()}>
        Mark as done
      </Button>
    </Screen>
  );
}

const TO_DASHBOARD = (
  <Link to={APP_PAGES.dashboard} className={buttonClass("secondary", "lg")}>
    Go to your dashboard
  </Link>
);

/** For a link that was cut off, or that belongs to a revoked feed. */
export function DeadEpisodeLink() {
  return (
    <Screen
      icon={Unlink}
      title="This link doesn't work"
      isTrouble
      text="Your app may have cut it off, or its feed was revoked. You can mark the session as done on its page."
    >
      {TO_DASHBOARD}
    </Screen>
  );
}
