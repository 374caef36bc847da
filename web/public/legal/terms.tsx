import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Contact, operatorName, SupportLink, type WriteLegalText } from "./legal-text.tsx";

const {
  minimumAge,
  emailDeliveryPercent,
  supportReplyHours,
  suspensionAfterDays,
  paymentGraceDays,
  retentionDays,
  purgeNoticeDays,
  deletionUndoDays,
} = SERVICE_TERMS;

export const terms: WriteLegalText = (operator) => {
  const { name, governingLaw } = operator;
  const law = {
    id: "law",
    heading: "Which law applies",
    body: (
      <p>
        These terms are governed by the law of {governingLaw}. If you are a consumer, the protection that the law of the
        country you live in gives you without exception stays with you.
      </p>
    ),
  };
  return {
    title: "Terms of Service",
    summary: `What you can expect of ${name}, and what ${name} expects of you.`,
    facts: [
      { figure: `${minimumAge}+`, label: "for adults only" },
      { figure: `${emailDeliveryPercent} %`, label: "of wake-up mails delivered: our standard" },
      { figure: `${supportReplyHours.from}–${supportReplyHours.to} h`, label: "until support answers" },
    ],
    sections: [
      {
        id: "agreement",
        heading: "What you agree to",
        body: (
          <>
            <p>
              {name} is a membership for adults. Each day has a session of audio, video or both, and each morning a
              wake-up mail leads you to it at the hour you have chosen. These terms are the agreement between you and{" "}
              {operatorName(operator)} ("we", "us"). They apply from the moment you set up an account, whether you came
              by a free trial, a gift or a purchase.
            </p>
            <p>Four more texts belong to them, each about one matter. Where they say something different, they win:</p>
            <ul>
              <li>
                <a href={PUBLIC_PAGES.subscriptionTerms}>Subscription Terms</a>: plans, prices, renewal, cancelling
              </li>
              <li>
                <a href={PUBLIC_PAGES.memberAgreement}>Member Agreement</a>: how members use the sessions
              </li>
              <li>
                <a href={PUBLIC_PAGES.refundRequests}>Refund Policy</a>: when you get your money back, and how
              </li>
              <li>
                <a href={PUBLIC_PAGES.privacy}>Privacy Policy</a>: what we know about you, and what we do with it
              </li>
            </ul>
          </>
        ),
      },
      {
        id: "age",
        heading: `You are ${minimumAge} or older`,
        body: (
          <p>
            The sessions carry mature themes and strong language. You may use {name} only if you are at least{" "}
            {minimumAge} years old, and of age where you live. By setting up an account you confirm that you are. An
            account that turns out to belong to someone younger is closed.
          </p>
        ),
      },
      {
        id: "account",
        heading: "Your account",
        body: (
          <>
            <p>
              An account belongs to one person and to a mail address that person reads: the wake-up mails, and the links
              that set your password, go there. Keep your password to yourself. We store it only in a form from which
              nobody, we included, can read it back.
            </p>
            <p>
              If you think that somebody else is using your account, sign out the device that is not yours under{" "}
              <a href={APP_PAGES.profile}>My Account</a> and set a new password. That signs out every other browser at
              once. Then{" "}
              <SupportLink operator={operator} subject="My account">
                write to us
              </SupportLink>
              . What happens under your account is yours to answer for, unless you could not have prevented it.
            </p>
          </>
        ),
      },
      {
        id: "access",
        heading: "How you get access",
        body: (
          <>
            <p>There are three ways to an account:</p>
            <ul>
              <li>
                a plan that you <a href={PUBLIC_PAGES.subscribe}>take out</a> and pay for through PayPal; the{" "}
                <a href={PUBLIC_PAGES.subscriptionTerms}>Subscription Terms</a> describe it
              </li>
              <li>
                a <a href={PUBLIC_PAGES.gift}>gift</a> from somebody who has paid for it; it ends by itself
              </li>
              <li>
                a free trial that we invite you to; it lasts as long as the invitation says and ends by itself, with
                nothing to cancel and nothing to pay
              </li>
            </ul>
            <p>
              When you take out a plan, give or open a gift, or set your password by a link, you read what you agree to
              beside the box or the button. We record that sentence, its price, the version of these texts and the time.
            </p>
          </>
        ),
      },
      {
        id: "service",
        heading: "What you get",
        body: (
          <>
            <p>While you have access, you have:</p>
            <ul>
              <li>the session of the day, from midnight of its date in your own time zone</li>
              <li>the archive: every session published before it that is still on offer</li>
              <li>your progress, your streak and your figures, kept across your devices</li>
              <li>the wake-up mail, if you want it</li>
            </ul>
            <p>
              Sessions of coming days may be listed before they open. We may replace, correct or withdraw a session, and
              we keep improving the service; we do not take away what makes it worth its price during a period you have
              paid for.
            </p>
          </>
        ),
      },
      {
        id: "wake-up-mail",
        heading: "The wake-up mail",
        body: (
          <>
            <p>
              You choose a whole hour and a time zone in your profile; the hours on offer stand there. You can switch
              the mail off at any time, in the profile or with one click in the mail itself.
            </p>
            <p>
              Our standard is that {emailDeliveryPercent} percent of all wake-up mails are delivered. It is what we
              measure ourselves by, not a promise about any single morning: mail passes through networks and spam
              filters that are not ours. After a breakdown on our side a mail may come late. If it would come more than
              three hours late, it is not sent at all. Please do not rely on {name} as your only alarm.
            </p>
            <p>Wake-up by text message (SMS) is not available.</p>
          </>
        ),
      },
      {
        id: "content",
        heading: "Whose the sessions are",
        body: (
          <p>
            The sessions, the texts, the pictures, the name and the software belong to us or to those who license them
            to us. While you have access you may stream them for yourself, as often as you like. That is a personal
            permission: it cannot be passed on, and it ends with your access. The{" "}
            <a href={PUBLIC_PAGES.memberAgreement}>Member Agreement</a> says what it does not cover.
          </p>
        ),
      },
      {
        id: "acceptable-use",
        heading: "What is not allowed",
        body: (
          <>
            <p>You may not</p>
            <ul>
              <li>share your account, or give or sell access to somebody else</li>
              <li>copy, record, publish or perform the sessions, or train software on them</li>
              <li>get around access checks, or take content by automated means</li>
              <li>probe, overload or disturb the service, or get at other people's accounts</li>
              <li>use {name} for anything that breaks the law</li>
            </ul>
            <p>
              If you find a weakness in our security, please tell us before you tell anybody else. We do not take action
              against people who look in good faith, harm nobody and keep to that.
            </p>
          </>
        ),
      },
      {
        id: "no-advice",
        heading: "Motivation, not treatment",
        body: (
          <p>
            The sessions are meant to get you going. They are not medical, psychological, legal or financial advice and
            do not replace it. What works for one person may not be right for another: stop a session that does not do
            you good, and ask a professional where it matters. We promise no particular result.
          </p>
        ),
      },
      {
        id: "others",
        heading: "Services of others",
        body: (
          <p>
            Payments are handled by PayPal, some videos are played by YouTube or Vimeo, and some links lead to social
            networks. What those services do is governed by their own terms. The{" "}
            <a href={`${PUBLIC_PAGES.privacy}#helpers`}>Privacy Policy</a> says when your browser talks to them.
          </p>
        ),
      },
      {
        id: "ending",
        heading: "Suspension and ending",
        body: (
          <>
            <p>
              You may stop at any time. How a paid membership is cancelled stands in the{" "}
              <a href={`${PUBLIC_PAGES.subscriptionTerms}#cancelling`}>Subscription Terms</a>; an account you delete
              yourself, under <a href={`${APP_PAGES.profile}#privacy`}>My Account, Privacy</a>, and for{" "}
              {deletionUndoDays} days you can take that back.
            </p>
            <p>
              When a payment fails, your access goes on for {paymentGraceDays} days as a rule; it may be suspended, but
              not before {suspensionAfterDays} days have passed. We may suspend or close an account that breaks these
              terms in a serious way or again after a warning. If we stop the service altogether, we say so beforehand
              and take no further payments.
            </p>
            <p>
              After the end you can still sign in and see your profile. We keep the data of your account for{" "}
              {retentionDays} days, so that you can come back to your progress, and mail you {purgeNoticeDays} days
              before we delete them.
            </p>
          </>
        ),
      },
      {
        id: "liability",
        heading: "What we are liable for",
        body: (
          <>
            <p>
              We run {name} with care, but not without interruptions or mistakes: it is provided as it is. Where the law
              lets us say so, we are not liable for indirect or consequential damage, such as a missed appointment or
              lost profit, and our liability for everything else is limited to what you paid us in the twelve months
              before.
            </p>
            <p>
              Nothing in these terms limits a liability that the law does not let us limit: for intent and gross
              negligence, for injury to life and health, or under consumer protection law.
            </p>
          </>
        ),
      },
      ...(governingLaw ? [law] : []),
      {
        id: "changes",
        heading: "Changes of these terms",
        body: (
          <p>
            Every version has a number and a date, which stand at the top. When we change something that matters to you,
            we tell you by mail or in the member area before it applies, early enough for you to cancel first. If one
            point of these terms turns out to be invalid, the others stay.
          </p>
        ),
      },
      {
        id: "contact",
        heading: "How to reach us",
        body: (
          <>
            <p>
              Write to us about anything. Support answers within {supportReplyHours.from} to {supportReplyHours.to}{" "}
              hours.
            </p>
            <Contact operator={operator} />
          </>
        ),
      },
    ],
  };
};
