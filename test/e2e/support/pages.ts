import {
  ACCOUNT_PARTS,
  APP_PAGES,
  accountPath,
  contentPath,
  OFFLINE_PATH,
  PUBLIC_PAGES,
} from "../../../domain/paths.ts";
import { ADMIN_TABS } from "../../../domain/rules/admin-places.ts";
import { findReleased } from "./library.ts";
import { inviteMember } from "./members.ts";
import { callApi } from "./stack.ts";

const TOKEN = "?token=none&email=jo%40daybolt.test";

/** Every page for someone who isn't logged in, and what an email's links open. */
export const VISITORS = [
  ...Object.values(PUBLIC_PAGES),
  `${PUBLIC_PAGES.gift}?token=none`,
  `${PUBLIC_PAGES.gift}?order=none`,
  OFFLINE_PATH,
  "/no/such/page",
  ...Object.values(APP_PAGES).map((path) => path.replace(":id", "2025-08-12")),
  ...[APP_PAGES.setupPassword, APP_PAGES.invitation, APP_PAGES.confirmAddress, APP_PAGES.signIn].map(
    (path) => path + TOKEN,
  ),
  `${APP_PAGES.unsubscribe}?member=m&key=k`,
  `${APP_PAGES.wakeUp}?member=m&date=2026-11-20&key=k&until=2026-11-23`,
  `${APP_PAGES.wakeUp}?member=m&date=2026-11-20&key=k&hour=7`,
  `${APP_PAGES.done}?feed=f&item=i&key=k`,
  `${APP_PAGES.revoke}?member=m&feed=f&key=k`,
  `${APP_PAGES.feed}#${"a".repeat(32)}`,
  `${contentPath("2025-08-12")}?member=m&key=k`,
];

export async function pagesOfMembers(): Promise<string[]> {
  const audio = await findReleased(({ audioFilename }) => audioFilename !== null);
  const video = await findReleased((item) => item.video?.provider === "hosted" && item.audioFilename === null);
  return [
    APP_PAGES.dashboard,
    // A month without sessions, and a day without one.
    `${APP_PAGES.dashboard}?year=2024&month=1`,
    contentPath("2024-01-01"),
    contentPath(audio.date),
    contentPath(video.date),
    APP_PAGES.library,
    `${APP_PAGES.library}?favorites=1`,
    ...ACCOUNT_PARTS.map(accountPath),
    `${APP_PAGES.profile}?data=none`,
    `${APP_PAGES.profile}?receipt=none`,
  ];
}

export async function pagesOfAdministrators(): Promise<string[]> {
  const { token } = await inviteMember("listed");
  const { id } = await (await callApi("/api/user/profile", { token })).json();
  return [
    ...Object.keys(ADMIN_TABS),
    "content&view=list",
    `members&member=${id}`,
    ...["import", "message"].map((page) => `members&page=${page}`),
    "money&page=months",
    ...["mornings", "retention", "check", "audit", "administrators"].map((page) => `settings&page=${page}`),
  ].map((tab) => `${APP_PAGES.admin}?tab=${tab}`);
}
