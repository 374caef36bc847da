import { Podcast } from "lucide-react";
import type { FeedsLink } from "#domain/contract/feed.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { PODCAST_PATH } from "#domain/rules/feeds.ts";
import { api, read } from "../../lib/api.ts";
import { ConfirmPage } from "./confirm-page.tsx";

const ASKED = {
  icon: Podcast,
  title: "Revoke podcast access?",
  text: "The podcast apps named in your email can't load sessions anymore. Downloads stay. To listen there again, add the app again.",
  action: "Revoke podcast access",
  failed: "We couldn't revoke podcast access",
};
const DONE = {
  icon: Podcast,
  title: "Podcast access is revoked",
  text: "The podcast apps named in your email can't load sessions anymore. If someone else added or kept one, set a new password, too.",
  to: APP_PAGES.resetPassword,
  label: "Set a new password",
};
const DEAD = {
  text: "Use the link in your latest email, or revoke podcast apps in your library.",
  to: PODCAST_PATH,
  label: "Go to your library",
};

export function RevokeFeeds({ link }: { link: FeedsLink | null }) {
  const call = link && (() => read(api.feeds.revoke.$post({ json: link })));
  return <ConfirmPage call={call} asked={ASKED} done={DONE} dead={DEAD} />;
}
