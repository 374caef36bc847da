import { Podcast } from "lucide-react";
import type { FeedsLink } from "#domain/contract/feed.ts";
import { APP_PAGES, accountPath } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { PressPage } from "./press-page.tsx";

const ASKED = {
  icon: Podcast,
  title: "Revoke podcast access?",
  text: "Every podcast app named in your email loses its feed and the sessions it hasn't downloaded. To listen there again, you'd have to add the app again.",
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
  text: "Use the link in your latest email, or log in and revoke podcast apps in My Account.",
  to: accountPath("security"),
  label: "Go to My Account",
};

export function RevokeFeeds({ link }: { link: FeedsLink | null }) {
  const call = link && (() => read(api.feeds.revoke.$post({ json: link })));
  return <PressPage call={call} asked={ASKED} done={DONE} dead={DEAD} />;
}
