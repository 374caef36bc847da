/** Pages that are opened by links in emails, notes, and codes. In a file of their own, so member pages don't load their files' names. */
export const LINKED_PAGES = {
  setupPassword: () => import("../pages/setup-password-page.tsx").then((module) => module.SetupPasswordPage),
  invitation: () => import("../pages/invitation-page.tsx").then((module) => module.InvitationPage),
  confirmAddress: () => import("../pages/confirm-address-page.tsx").then((module) => module.ConfirmAddressPage),
  signIn: () => import("../pages/sign-in-page.tsx").then((module) => module.SignInPage),
  unsubscribe: () => import("../pages/unsubscribe-page.tsx").then((module) => module.UnsubscribePage),
  wakeUp: () => import("../pages/wake-up-page.tsx").then((module) => module.WakeUpPage),
  feed: () => import("../pages/feed-page.tsx").then((module) => module.FeedPage),
  done: () => import("../pages/done-page.tsx").then((module) => module.DonePage),
  revoke: () => import("../pages/revoke-page.tsx").then((module) => module.RevokePage),
};
export type LinkedPageName = keyof typeof LINKED_PAGES;
