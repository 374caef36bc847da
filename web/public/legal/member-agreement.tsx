import { PUBLIC_PAGES } from "#domain/paths.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { SupportLink, type WriteLegalText } from "./legal-text.tsx";

const { minimumAge, supportReplyHours, emailDeliveryPercent } = SERVICE_TERMS;

export const memberAgreement: WriteLegalText = (operator) => {
  const { name } = operator;
  return {
    title: "Member Agreement",
    summary: `How members use ${name}: for themselves, with care, and with respect for those who make it.`,
    facts: [
      { figure: `${minimumAge}+`, label: "the sessions carry mature themes" },
      { figure: "1", label: "person per account" },
      { figure: `${supportReplyHours.from}–${supportReplyHours.to} h`, label: "until support answers" },
    ],
    sections: [
      {
        id: "who",
        heading: "For whom it holds",
        body: (
          <p>
            This agreement holds for everybody with an account, on a trial, a gift or a plan. It belongs to the{" "}
            <a href={PUBLIC_PAGES.terms}>Terms of Service</a> and says in practice what they say in general.
          </p>
        ),
      },
      {
        id: "mature-themes",
        heading: `Mature themes, ${minimumAge} and over`,
        body: (
          <p>
            The sessions are loud, direct and made for adults. They can contain strong language and talk about hard
            times. You confirm that you are at least {minimumAge} years old and that you want that. Please do not play
            them where children listen.
          </p>
        ),
      },
      {
        id: "listening",
        heading: "Listening safely",
        body: (
          <ul>
            <li>Do not watch a video while you drive, and keep the volume where you still hear the traffic.</li>
            <li>Move within your own limits; ask a doctor first if you are not sure about them.</li>
            <li>
              A session is no treatment. If you are in a crisis, please turn to a professional or to the emergency
              number of the place where you are.
            </li>
            <li>Keep a second alarm for mornings that matter: a mail can be late.</li>
          </ul>
        ),
      },
      {
        id: "account",
        heading: "One account, one person",
        body: (
          <p>
            Your account is yours alone. You may use it on all your devices, but not share it, lend it or sell it. If
            somebody you know would like mornings like yours, tell them about the <a href={PUBLIC_PAGES.gift}>gift</a>.
          </p>
        ),
      },
      {
        id: "sessions",
        heading: "What you may do with the sessions",
        body: (
          <>
            <p>
              You may play every session that your membership opens, as often as you like, for yourself: the day's
              session and the archive. You may quote a line of it and say where it is from.
            </p>
            <p>You may not, without our written word:</p>
            <ul>
              <li>download, record or copy sessions, or publish them anywhere</li>
              <li>play them in public, at work for others, in classes or for money</li>
              <li>cut, dub or translate them, or train software on them</li>
              <li>take them, or the list of them, by automated means</li>
            </ul>
          </>
        ),
      },
      {
        id: "wake-up",
        heading: "Your hour",
        body: (
          <p>
            You choose the hour and the time zone of your wake-up mail, and change them whenever your days change; the
            new hour counts from its next morning. {emailDeliveryPercent} percent of the mails delivered is our
            standard. You can help: keep your address up to date, and tell your mail program that our mails are wanted.
          </p>
        ),
      },
      {
        id: "progress",
        heading: "Progress, streaks and marks",
        body: (
          <p>
            Progress, streaks, badges and the VIP mark are there to keep you going. They have no value in money and
            cannot be passed on. A session counts as done from {COMPLETION_THRESHOLD} percent, at its end, or when you
            mark it; please leave the service and its counting alone otherwise.
          </p>
        ),
      },
      {
        id: "respect",
        heading: "Respect",
        body: (
          <p>
            People read what you write to support. Write as you would speak to them. Threats and insults can end a
            membership. Ideas and feedback are welcome; we may use them without owing you anything for it.
          </p>
        ),
      },
      {
        id: "breaches",
        heading: "When it goes wrong",
        body: (
          <p>
            If you break this agreement, we usually write first and ask you to stop. In serious cases, such as sessions
            that are published or access that is sold, we may suspend or close the account at once. If you think that we
            are mistaken,{" "}
            <SupportLink operator={operator} subject="About my account">
              write to us
            </SupportLink>
            : a person looks at it again.
          </p>
        ),
      },
      {
        id: "leaving",
        heading: "Leaving",
        body: (
          <p>
            You can leave whenever you like. The{" "}
            <a href={`${PUBLIC_PAGES.subscriptionTerms}#cancelling`}>Subscription Terms</a> say how, and the{" "}
            <a href={`${PUBLIC_PAGES.privacy}#how-long`}>Privacy Policy</a> what happens to your data.
          </p>
        ),
      },
    ],
  };
};
