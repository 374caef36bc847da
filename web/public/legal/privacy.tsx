import { Fragment } from "react";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { BROWSER_STORAGE } from "#domain/rules/browser-storage.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Contact, operatorName, SupportLink, type WriteLegalText } from "./legal-text.tsx";

const { deletionUndoDays, minimumAge, privacyReplyDays, purgeNoticeDays, retentionDays } = SERVICE_TERMS;
const { auditKeptYears, mailMonthsKept, otherMailsKeptDays } = SERVICE_TERMS;

const PLACES = {
  cookie: "cookie",
  "local storage": "local storage",
  "session storage": "session storage, which ends with the tab",
  cache: "browser cache",
  database: "browser database",
} as const;

function Stored({ names, place, purpose }: (typeof BROWSER_STORAGE)[number]) {
  return (
    <>
      <dt>
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ", "}
            <code>{name}</code>
          </Fragment>
        ))}{" "}
        ({PLACES[place]})
      </dt>
      <dd>{purpose}</dd>
    </>
  );
}

export const privacy: WriteLegalText = (operator) => {
  const { name } = operator;
  const profile = `${APP_PAGES.profile}#privacy`;
  return {
    title: "Privacy Policy",
    summary: `What ${name} knows about you, why, who helps with it, and how you get it back or have it deleted.`,
    facts: [
      { figure: "0", label: "trackers, ads and analytics" },
      { figure: `${privacyReplyDays} days`, label: "at most until a privacy request is answered" },
      { figure: `${retentionDays} days`, label: "your data are kept after a membership ends" },
    ],
    sections: [
      {
        id: "who",
        heading: "Who is responsible",
        body: (
          <>
            <p>
              {name} is run by {operatorName(operator)} ("we", "us"). We decide what is kept about you and answer for
              it. This policy covers the website, the member area and the mails.
            </p>
            <Contact operator={operator} />
          </>
        ),
      },
      {
        id: "what-we-keep",
        heading: "What we keep about members",
        body: (
          <dl>
            <dt>Your account</dt>
            <dd>
              Your mail address, the first and last name we were given, and your password in a form from which it cannot
              be read back. A date for when the account was set up and last changed.
            </dd>
            <dt>Your membership</dt>
            <dd>
              Whether you are on a trial, a gift or a plan, where that access came from, when it began and when it ends;
              for a gift also the giver's name.
            </dd>
            <dt>Your payments</dt>
            <dd>
              What PayPal tells us of a plan or gift that you pay for: its numbers for the subscription, the order and
              each payment, the state it is in, amounts, currency, fee and tax where PayPal names them, the times,
              refunds, and the number and the email address of your PayPal account. What you took out and typed before
              you went there, and, if you cancel, the reason you give. No card or bank details. PayPal's messages as
              they came are emptied after 30 days.
            </dd>
            <dt>Gifts</dt>
            <dd>
              Name and mail address of giver and recipient, the words to go with it, day and time zone of delivery, and
              whether and when it was opened. We learn a recipient's name and address from the giver, use them for the
              gift and its two reminders alone, and make an account only when the gift is opened.
            </dd>
            <dt>What you agreed to</dt>
            <dd>
              The sentence beside the box or button, its price, the version of our terms, your mail address and the
              time, when you take out a plan, give or open a gift, or set your password by a link.
            </dd>
            <dt>Notes and labels</dt>
            <dd>
              What our support writes down about a member to help them, such as what was agreed in a mail. You may ask
              to see it.
            </dd>
            <dt>Your mornings</dt>
            <dd>
              Your wake-up hour, your time zone, and whether you want the wake-up mail or have paused it, and until
              when.
            </dd>
            <dt>Your progress</dt>
            <dd>
              How far you are in each session, what you have completed and on which of your days, and the speed you
              listen at. Your streak and your figures are worked out from it.
            </dd>
            <dt>Your sign-ins</dt>
            <dd>
              For each browser that is signed in: since when, when it was last used, to the hour, and the name by which
              the browser calls itself. Such an entry ends when you sign out, after 30 days without use, and after 180
              days at the latest.
            </dd>
            <dt>The mails we send you</dt>
            <dd>
              For each wake-up mail the date and what became of it: accepted, delivered, returned, or reported as spam;
              address, first name and number of your session until a day after it was sent, and after 35 days only how
              many there were in a month, for {mailMonthsKept} months. For other mails, such as a link to set your
              password, what kind it was and what became of it, for {otherMailsKeptDays} days; receipts and mails about
              money that went back stay as long as their payments. Links are stored as hashes only. An address that
              returned our mail for good, or reported it, gets no more; so that this holds, a keyed hash of it is kept,
              which cannot be read as an address.
            </dd>
            <dt>What was changed in your account</dt>
            <dd>
              A record of the changes that matter, such as a trial that was granted, a payment that was sent back, a
              password that was changed or wake-up mails that were switched off, and when. For what an administrator
              does, it also holds that administrator's network address and browser; for what you do, it does not. It is
              kept for {auditKeptYears} years.
            </dd>
            <dt>Protection against guessing</dt>
            <dd>
              How many passwords were tried, or links asked for or used, for an account or from a network. They are
              counted under keyed hashes, so that the list cannot be read as addresses, and forgotten after fifteen
              minutes, for resets and gifts after a day at the latest. Whoever tries a wrong password for our
              administration leaves network address and browser in the record of changes. Whoever sends us a message
              that pretends to be PayPal's leaves a keyed hash of their network there, which cannot be read as an
              address. While many guesses come, the page where you sign in may show a check by Cloudflare (Turnstile)
              that you are a person; it sees your network address and browser.
            </dd>
            <dt>What you write to us</dt>
            <dd>
              Your mails to support, as they came, with their attachments, for {retentionDays} days. One is answered by
              itself that it has arrived, and a person reads it in our support mailbox.
            </dd>
          </dl>
        ),
      },
      {
        id: "what-we-do-not",
        heading: "What we do not do",
        body: (
          <ul>
            <li>No analytics, no advertising, no tracking pixels in mails or on pages, and no profiles.</li>
            <li>We do not sell your data, nor share them for advertising.</li>
            <li>We do not ask for your phone number: text messages (SMS) are not available.</li>
            <li>We hold no card or bank details: PayPal handles payments, and shows them to nobody, us included.</li>
            <li>No decision about you that matters is left to a machine alone.</li>
          </ul>
        ),
      },
      {
        id: "why",
        heading: "Why we keep it",
        body: (
          <>
            <p>Each piece has one of these reasons, and is used for nothing else:</p>
            <ul>
              <li>
                <strong>To give you what you signed up for:</strong> account, membership, payments, gifts, mornings,
                progress, mails.
              </li>
              <li>
                <strong>To keep accounts safe and the service running,</strong> which is in your interest and ours:
                sign-ins, protection against guessing, the record of changes, technical logs.
              </li>
              <li>
                <strong>Because the law asks us to:</strong> records of payments, refunds and what was agreed to.
              </li>
              <li>
                <strong>Because you asked us to:</strong> the wake-up mail, which you can stop at any time.
              </li>
            </ul>
          </>
        ),
      },
      {
        id: "browser-storage",
        heading: "Cookies and browser storage",
        body: (
          <>
            <p>
              Looking around leaves nothing behind: whoever reads our public pages gets no cookie from us, and we store
              nothing in their browser. Whoever begins to buy or to give has in that tab what they have typed and begun.
              For members we store what the member area needs to work. None of it is for tracking, so there is no banner
              to click away. This is all there is, by its name:
            </p>
            <dl>
              {BROWSER_STORAGE.map((stored) => (
                <Stored key={stored.names[0]} {...stored} />
              ))}
              <dt>PayPal's cookies</dt>
              <dd>
                The buttons on <a href={PUBLIC_PAGES.subscribe}>the plans' page</a> and on{" "}
                <a href={PUBLIC_PAGES.gift}>the gift page</a> are PayPal's own script, loaded once you choose a plan and
                not before. PayPal then sets cookies of its own, to recognise you and to stop fraud; its privacy
                statement governs them.
              </dd>
            </dl>
            <p>
              Signing out clears what the member area of {name} has stored in that browser. Cookies for a payment or a
              mail's session end by themselves, when it says above.
            </p>
          </>
        ),
      },
      {
        id: "mails",
        heading: "Mails, and how to stop them",
        body: (
          <>
            <p>
              Members get the wake-up mail at their hour. Every one of them has a link that stops it with one click,
              without signing in; many mail programs show the same as a button. Its other links, too, work without
              signing in: they play that day's session, pause the mails, or move their hour, and show nothing about you.
              So do not pass such a mail on. Stopped it by accident? The page that opens lets you take it back for a
              day, and your profile lets you switch it on again at any time.
            </p>
            <p>
              Mails about the account itself, such as an invitation, a link to set a new password, a receipt, a failed
              payment, the end of a trial or a renewal ahead, come only when something causes them. They cannot be
              switched off, because without them you could lose your account. Reminders of live sessions go to those
              whose plan includes them, and have a link that stops our mails. Pictures in mails are the same for
              everybody and do not tell us who opened one.
            </p>
          </>
        ),
      },
      {
        id: "helpers",
        heading: "Who helps us",
        body: (
          <>
            <p>We share data with these companies alone, and only as far as their part of the work needs it:</p>
            <dl>
              <dt>Cloudflare</dt>
              <dd>
                Runs our servers, the database, the storage of audio and video, and the queues that mails wait in. All
                that this policy names is stored there. To deliver pages and to fend off attacks, Cloudflare sees your
                network address.
              </dd>
              <dt>Resend</dt>
              <dd>Delivers our mails: your address, your first name and the mail itself.</dd>
              <dt>PayPal</dt>
              <dd>
                Handles payments. When you choose a plan or a gift, your browser loads PayPal's buttons, and PayPal sees
                your network address, your browser and that you are on our site. When you pay, PayPal learns from us
                which plan or gift it is, its price, a number that means nothing outside our database, and on a refund
                the reason, if we give one; from you it learns what it asks you for. It tells us what stands under "Your
                payments" above. What PayPal does with your data is governed by the{" "}
                <a href="https://www.paypal.com/us/legalhub/paypal/privacy-full" rel="noreferrer">
                  privacy statement of PayPal
                </a>
                .
              </dd>
              <dt>YouTube (Google) and Vimeo</dt>
              <dd>
                Some sessions have a video that one of them hosts. When you open such a session, your browser loads the
                player from them, and they see your network address, your browser and the name of our site. We tell them
                nothing about you. YouTube is used in its privacy-enhanced mode. Once you press play, what they store is
                governed by the{" "}
                <a href="https://policies.google.com/privacy" rel="noreferrer">
                  privacy policy of Google
                </a>{" "}
                or{" "}
                <a href="https://vimeo.com/privacy" rel="noreferrer">
                  of Vimeo
                </a>
                . Sessions with audio or video of our own involve neither.
              </dd>
            </dl>
            <p>
              Beyond that we hand over data only where the law obliges us to, or to whoever takes over the service, who
              is then bound by this policy. Fonts, scripts and pictures come from our own site, but for PayPal's buttons
              in the checkout and that check by Cloudflare.
            </p>
          </>
        ),
      },
      {
        id: "logs",
        heading: "Technical logs",
        body: (
          <p>
            For each request we note what kind of page or call it was, the result and how long it took: no network
            address, no name, no mail address, and not the address of the page with its details. Of a message that
            pretends to be PayPal's or Resend's the line holds a keyed hash of the network that it came from. Cloudflare
            keeps these lines for a few days.
          </p>
        ),
      },
      {
        id: "how-long",
        heading: "How long we keep it",
        body: (
          <>
            <p>
              We keep the data of your account while you are a member, and for {retentionDays} days after your
              membership has ended, so that you can come back to your progress. {purgeNoticeDays} days before they are
              deleted a mail says so. What the law obliges us to keep longer stays, without your name and address.
            </p>
            <p>Some of it goes earlier, also while you are a member:</p>
            <ul>
              <li>
                each wake-up mail by itself after 35 days, how many there were in a month after {mailMonthsKept} months
              </li>
              <li>
                other mails to you after {otherMailsKeptDays} days, your mails to support after {retentionDays}
              </li>
              <li>
                the record of changes after {auditKeptYears} years; what it says of a deleted account goes with it
              </li>
            </ul>
            <p>
              Records of payments, refunds and what was agreed to stay: tax and contract law want them kept for years. A
              gift that was not opened can be opened for 12 months, and is kept that long.
            </p>
            <p>
              You need not wait for that: <a href={profile}>My Account, Privacy</a> deletes your account when you say
              so. It is closed at once, and mails stop; for {deletionUndoDays} days a link that we mail you, or signing
              in, takes that back, and then it is deleted. The database can be restored to any moment of the last 30
              days, in case something breaks; deleted data disappear from that history within those days.
            </p>
          </>
        ),
      },
      {
        id: "where",
        heading: "Where it is",
        body: (
          <p>
            Our helpers are companies in the United States with servers in many countries, so your data may be processed
            outside the country you live in. Where the law asks for it, contracts with them, such as the European
            Union's standard clauses, keep the level of protection you are used to.
          </p>
        ),
      },
      {
        id: "security",
        heading: "How it is protected",
        body: (
          <p>
            All connections are encrypted. Passwords and links are stored only as hashes, and audio and video open to
            members with access alone. No protection is perfect: should something happen that puts you at risk, we tell
            you and the authorities as the law asks.
          </p>
        ),
      },
      {
        id: "your-rights",
        heading: "Your rights, and how to use them",
        body: (
          <>
            <p>Wherever you live, you may ask us to</p>
            <ul>
              <li>tell you what we keep about you, and give you a copy that other programs can read</li>
              <li>correct what is wrong</li>
              <li>delete your account with all that belongs to it</li>
              <li>stop a use that you object to, or pause it while we look into it</li>
            </ul>
            <p>
              A copy of your data and the deletion of your account you get by yourself, under{" "}
              <a href={profile}>My Account, Privacy</a>. For everything else, or if you would rather have us do it,{" "}
              <SupportLink operator={operator} subject="Privacy request">
                write to us
              </SupportLink>{" "}
              from the mail address of your account, so that we know it is you. It costs nothing and has no disadvantage
              for you. We answer within {privacyReplyDays} days. If you are not content with the answer, you can turn to
              the data protection authority of the place you live in.
            </p>
            <p>
              <a href={PUBLIC_PAGES.privacySettings}>Privacy Settings</a> shows what you can change yourself.
            </p>
          </>
        ),
      },
      {
        id: "adults",
        heading: "For adults only",
        body: (
          <p>
            {name} is for people of {minimumAge} and over. We do not knowingly keep data of anybody younger; if we learn
            of such an account, we delete it.
          </p>
        ),
      },
      {
        id: "changes",
        heading: "Changes of this policy",
        body: (
          <p>
            Every version has a number and a date, which stand at the top. When we want to keep something new about you,
            or use it in a new way, we tell you by mail or in the member area before we do.
          </p>
        ),
      },
    ],
  };
};
