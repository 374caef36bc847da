import { expect, test } from "vitest";
import { recordsOf } from "#domain/rules/records.ts";
import { guessColumns } from "./guess-columns.ts";

const TODAY = "2027-03-10";

/** What's found in a file: each field with the name of its column. */
function found(file: string) {
  const [header = [], ...rows] = [...recordsOf(file, ",", true)].map(({ cells }) => cells);
  const { fields, samples, looks, openStatus } = guessColumns(header, rows, TODAY);
  const named = Object.fromEntries(Object.entries(fields).map(([field, column]) => [field, header[column]]));
  const unused = header.filter((_, at) => looks[at] && !Object.values(fields).includes(at));
  return { named, samples, unused, open: openStatus === null ? null : header[openStatus] };
}

test.for([
  [
    "Ghost",
    "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,a@x.test,Ada,,true,false,,2024-01-01T00:00:00.000Z,,vip,Gold",
    {
      name: "name",
      subscribed: "subscribed_to_emails",
      complimentary: "complimentary_plan",
      joined: "created_at",
      labels: "labels",
      plan: "tiers",
    },
  ],
  [
    "Patreon",
    "Name,Email,Patron Status,Charge Frequency,Tier,State,Patronage Since Date,Last Charge Date,Last Charge Status,Access Expiration,Next Charge Date\nAda,a@x.test,Active patron,annually,Riser,,2023-04-08 17:45:28.731953,2026-05-31 07:46:37,Paid,,2027-05-31 07:00:00",
    {
      name: "Name",
      status: "Patron Status",
      plan: "Charge Frequency",
      joined: "Patronage Since Date",
      paidUntil: "Access Expiration",
      nextPayment: "Next Charge Date",
    },
  ],
  [
    "Substack",
    "email,active_subscription,expiry,plan,email_disabled,created_at\na@x.test,true,2027-06-01T00:00:00.000Z,yearly,false,2025-01-01T00:00:00.000Z\nb@x.test,false,,other,true,2025-01-01T00:00:00.000Z",
    {
      status: "active_subscription",
      paidUntil: "expiry",
      plan: "plan",
      unsubscribed: "email_disabled",
      joined: "created_at",
    },
  ],
  [
    "Stripe",
    "id,Customer ID,Customer Email,Customer Name,Plan,Interval,Amount,Status,Created (UTC),Current Period Start (UTC),Current Period End (UTC),Trial End (UTC),Ended At (UTC)\nsub_1,cus_1,a@x.test,Ada,price_1,year,99.00,active,2024-01-02 03:04,2026-01-02 03:04,2027-04-02 03:04,,",
    {
      name: "Customer Name",
      plan: "Interval",
      status: "Status",
      joined: "Created (UTC)",
      paidUntil: "Current Period End (UTC)",
    },
  ],
  [
    "Paid Memberships Pro",
    "id,username,firstname,lastname,email,billing firstname,state,membership,fee,term,joined,expires\n1,ada,Ada,Lo,a@x.test,,,Gold,9.99,Month,01/02/2024,Never",
    { firstName: "firstname", lastName: "lastname", plan: "term", joined: "joined", paidUntil: "expires" },
  ],
  [
    "Mailchimp",
    "Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,GMTOFF,TIMEZONE,UNSUB_TIME,UNSUB_CAMPAIGN_ID,TAGS\na@x.test,Ada,,2018-06-12 07:53:28,-5,America/New_York,2023-01-04 10:00:00,1,",
    { firstName: "First Name", joined: "CONFIRM_TIME", zone: "TIMEZONE", unsubscribed: "UNSUB_TIME", labels: "TAGS" },
  ],
  [
    "a shop's subscriptions",
    "subscription_id,subscription_status,billing_period,billing_interval,customer_email,start_date,next_payment_date,end_date\n7,wc-active,month,1,a@x.test,2025-01-01 10:00:00,2027-04-01 10:00:00,0\n8,wc-on-hold,year,1,b@x.test,2025-01-01 10:00:00,2027-05-01 10:00:00,0",
    {
      status: "subscription_status",
      plan: "billing_period",
      joined: "start_date",
      nextPayment: "next_payment_date",
      paidUntil: "end_date",
    },
  ],
  [
    "a newsletter with opt-outs",
    "Subscriber,Marketing Opt-In,membershipEndDate,Member since,Groups\na@x.test,Yes,2027-12-31,2020-05-06,vip",
    { subscribed: "Marketing Opt-In", paidUntil: "membershipEndDate", joined: "Member since", labels: "Groups" },
  ],
] as const)("the columns of %s are found by their names and values", ([, file, named]) => {
  const { email, ...others } = found(file).named;
  expect(email).toMatch(/mail|subscriber/i);
  expect(others).toEqual(named);
});

test("values overrule a name, and up to three different ones are shown", () => {
  const rows = ["a@x.test,Texas,9", "b@x.test,Ohio,9", "c@x.test,Utah,9", "d@x.test,Iowa,7"].join("\n");
  const { named, samples } = found(`Contact,State,expires\n${rows}`);
  expect(named).toEqual({ email: "Contact" });
  expect(samples).toEqual([
    ["a@x.test", "b@x.test", "c@x.test"],
    ["Texas", "Ohio", "Utah"],
    ["9", "7"],
  ]);
});

test("a column that looks like an end or an opt-out but isn't used is pointed out, unless it's empty", () => {
  const file = "email,expires,Trial End,Good for,bounced,Ended At\na@x.test,2027-12-31,2027-04-01,2027-08-01,no,\n";
  expect(found(`${file.replace("bounced", "unsubscribed,bounced").replace(",no,", ",no,no,")}`).unused).toEqual([
    "Trial End",
    "Good for",
    "bounced",
  ]);
});

test.for([
  [
    "about emails where its values say so",
    "email,status\na@x.test,cancelled\nb@x.test,complained",
    { subscribed: "status" },
    null,
  ],
  [
    "about the membership beside an end",
    "email,status,expires\na@x.test,cancelled,2027-12-31",
    { status: "status", paidUntil: "expires" },
    null,
  ],
  [
    "asked about where both are possible",
    "email,status,expires\na@x.test,unsubscribed,2027-12-31",
    { paidUntil: "expires" },
    "status",
  ],
  ["asked about where neither is sure", "email,status\na@x.test,active\nb@x.test,cancelled", {}, "status"],
] as const)("a status is %s", ([, file, named, open]) => {
  expect(found(file)).toMatchObject({ named: { email: "email", ...named }, open });
});
