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

const ASKED = {
  icon: CircleCheck,
  title: "Mark this session as done?",
  text: "Podcast apps download sessions in advance, so only you can say that you listened.",
};
const DONE = {
  icon: CircleCheck,
  title: "Marked as done",
  text: "It counts toward your streak on the day you first finished it.",
};
/** For a link that was cut off, or that belongs to a revoked feed. */
const DEAD = {
  icon: Unlink,
  title: "This link doesn't work",
  isTrouble: true,
  text: "Your app may have cut it off, or its feed was revoked. You can mark the session as done on its page.",
};

/** Opening the page changes nothing; the button does. `link` is null if the address lacks a part. */
export function MarkDone({ link }: { link: EpisodeLink | null }) {
  const mark = useMutation({ mutationFn: (json: EpisodeLink) => read(api.episodes.done.$post({ json })) });
  const { error } = mark;
  const isDead = link === null || hasErrorCode(error, "validation") || hasErrorCode(error, "not_found");
  if (!isDead && !mark.isSuccess) {
    return (
      <Screen {...ASKED}>
        {error && <Alert>{formErrorText(error, "We couldn't mark it as done")}</Alert>}
        <Button size="lg" isBusy={mark.isPending} onClick={() => mark.mutate(link)}>
          Mark as done
        </Button>
      </Screen>
    );
  }
  return (
    <Screen {...(isDead ? DEAD : DONE)}>
      <Link to={APP_PAGES.dashboard} className={buttonClass("secondary", "lg")}>
        Go to your dashboard
      </Link>
    </Screen>
  );
}
