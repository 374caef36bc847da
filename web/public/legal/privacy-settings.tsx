import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { SupportLink, type WriteLegalText } from "./legal-text.tsx";

const { privacyReplyDays, retentionDays } = SERVICE_TERMS;

export const privacySettings: WriteLegalText = (operator) => {
  const { name } = operator;
  const profile = `${APP_PAGES.profile}#privacy`;
  return {
    title: "Privacy Settings",
    summary: `What you can set yourself, where it is, and what ${name} does for you when you ask.`,
    facts: [],
    action: { label: "Open my privacy settings", href: profile },
    sections: [
      {
        id: "your-settings",
        heading: "Where your settings are",
        body: (
          <p>
            Your settings are in your account, under <a href={profile}>My Account, Privacy</a>. You have to be signed in
            to see them; this page explains them and is the same for everybody.
          </p>
        ),
      },
      {
        id: "what-you-can-set",
        heading: "What you can set",
        body: (
          <dl>
            <dt>The wake-up mail</dt>
            <dd>
              On, off or paused under <a href={APP_PAGES.profile}>My Account</a>, or off with one click in any wake-up
              mail, without signing in. Off means off from that moment on.
            </dd>
            <dt>Hour and time zone</dt>
            <dd>They decide when the mail comes, and which day is yours. We use them for nothing else.</dd>
            <dt>Where you are signed in</dt>
            <dd>
              Logout ends the sign-in of that browser and clears what it has stored. A new password, which you set under{" "}
              <a href={APP_PAGES.profile}>My Account</a> or <a href={APP_PAGES.resetPassword}>by mail</a>, ends those of
              all other browsers.
            </dd>
            <dt>Volume and speed</dt>
            <dd>The player remembers them. They say nothing to anybody else.</dd>
          </dl>
        ),
      },
      {
        id: "nothing-to-switch-off",
        heading: "What you need not switch off",
        body: (
          <p>
            There are no analytics, no advertising and no tracking cookies, so there is no switch for them either.
            Signals such as Global Privacy Control ask for what is the case anyway. The text messages (SMS) that your
            profile announces are not available yet, and we ask for no phone number.
          </p>
        ),
      },
      {
        id: "ask-us",
        heading: "What we do when you ask",
        body: (
          <>
            <p>
              A copy of your data, a correction, or the deletion of your account:{" "}
              <SupportLink operator={operator} subject="Privacy request">
                write to us
              </SupportLink>{" "}
              from the mail address of your account. We answer within {privacyReplyDays} days.
            </p>
            <p>
              Without a request, the data of an account are kept for {retentionDays} days after its membership has
              ended.
            </p>
          </>
        ),
      },
      {
        id: "read-more",
        heading: "The texts behind it",
        body: (
          <ul>
            <li>
              <a href={PUBLIC_PAGES.privacy}>Privacy Policy</a>: what we keep, why, and who helps us
            </li>
            <li>
              <a href={PUBLIC_PAGES.terms}>Terms of Service</a>: what you and we agree on
            </li>
            <li>
              <a href={PUBLIC_PAGES.memberAgreement}>Member Agreement</a>: how members use the sessions
            </li>
          </ul>
        ),
      },
    ],
  };
};
