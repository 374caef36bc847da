import { CircleCheck } from "lucide-react";
import type { EpisodeLink } from "#domain/contract/feed.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { ConfirmPage } from "./confirm-page.tsx";

const ASKED = {
  icon: CircleCheck,
  title: "Mark this session as done?",
  text: "Podcast apps download sessions in advance, so only you can say that you listened.",
  action: "Mark as done",
  failed: "We couldn't mark it as done",
};
const NEXT = { to: APP_PAGES.dashboard, label: "Go to your dashboard" };
const DONE = {
  icon: CircleCheck,
  title: "Marked as done",
  text: "It counts toward your streak on the day you first finished it.",
  ...NEXT,
};
const DEAD = {
  text: "Your app may have cut it off, or its feed was revoked. You can mark the session as done on its page.",
  ...NEXT,
};

export function MarkDone({ link }: { link: EpisodeLink | null }) {
  const call = link && (() => read(api.episodes.done.$post({ json: link })));
  return <ConfirmPage call={call} asked={ASKED} done={DONE} dead={DEAD} />;
}
