import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { SupportLink, type WriteLegalText } from "./legal-text.tsx";

const { deletionUndoDays, privacyReplyDays, purgeNoticeDays, retentionDays } = SERVICE_TERMS;

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
              <a href={APP_PAGES.profile}>My Account</a> names every device that is signed in, and signs out any of
              them, or all others at once. Logout ends the sign-in of the browser you are in and clears what it has
              stored. A new password, which you set in the same place or <a href={APP_PAGES.resetPassword}>by mail</a>,
              ends those of all other browsers.
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
        id: "your-data",
        heading: "Your copy, and the end of your account",
        body: (
          <>
            <p>
              Both are under <a href={profile}>My Account, Privacy</a>, and you need not ask anybody:
            </p>
            <dl>
              <dt>Mail me my data</dt>
              <dd>
                We mail you a link that works once, within 24 hours. It leads to all that we keep about you, as a page
                to read and a file (JSON) for other programs.
              </dd>
              <dt>Delete my account</dt>
              <dd>
                Everything is closed at once, mails stop, and a subscription is cancelled at PayPal first. For{" "}
                {deletionUndoDays} days a link that we mail you, or signing in, brings everything back but the
                subscription. Then it is deleted for good; what tax law makes us keep of payments stays without your
                name and address.
              </dd>
            </dl>
            <p>
              If you do nothing, the data of an account are kept for {retentionDays} days after its membership has
              ended. {purgeNoticeDays} days before they are deleted a mail says so.
            </p>
          </>
        ),
      },
      {
        id: "ask-us",
        heading: "What we do when you ask",
        body: (
          <p>
            A correction, or anything that you cannot set or do yourself:{" "}
            <SupportLink operator={operator} subject="Privacy request">
              write to us
            </SupportLink>{" "}
            from the mail address of your account. We answer within {privacyReplyDays} days.
          </p>
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
