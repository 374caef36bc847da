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
      planLength: "billing_interval",
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
  const file = [
    "email,expires,Trial End,Good for,unsubscribed,Email delivery disabled automatically,Newsletter,Ended At",
    "a@x.test,2027-12-31,2027-04-01,2027-08-01,no,no,Ja,",
  ].join("\n");
  expect(found(file).unused).toEqual(["Trial End", "Good for", "Email delivery disabled automatically", "Newsletter"]);
});

test.for([
  ["ZIP codes", "Zip", "60601"],
  ["phone numbers", "Phone", "5551234567"],
  ["ends without a date", "trial_end_date", "0"],
  ["ends that are over", "Ended At", "2026-01-01"],
  ["the days that people subscribed", "Subscribed", "2026-01-01 10:00:00"],
  ["addresses that were confirmed twice", "DOUBLE_OPT-IN", "0"],
  ["opt-outs of text messages", "SMS unsubscribed", "yes"],
] as const)("%s don't look like an end or an opt-out", ([, name, value]) => {
  expect(found(`email,expires,${name}\na@x.test,2027-12-31,${value}`)).toMatchObject({
    named: { email: "email", paidUntil: "expires" },
    unused: [],
  });
});

test.for([
  ["the end that has more dates ahead", "expires_at,current_period_ends_at", ",2027-04-05", "current_period_ends_at"],
  ["the surer name of two ends", "expires_at,current_period_ends_at", "2027-04-05,2027-04-05", "expires_at"],
] as const)("%s counts", ([, names, values, paidUntil]) => {
  expect(found(`email,${names}\na@x.test,${values}`).named.paidUntil).toBe(paidUntil);
});

test.for([
  ["Email Notifications", "Off", "subscribed"],
  ["Receive updates", "No", "subscribed"],
  ["Bounced", "Yes", "bounced"],
  ["Suppressed", "N", "bounced"],
  ["Complained", "2026-01-01", "complained"],
  ["Marked as spam", "Yes", "complained"],
] as const)("a column %s with %s is found, and leaves room for one of opt-outs", ([name, value, field]) => {
  const { named } = found(`email,${name},unsubscribed\na@x.test,${value},no`);
  expect(named).toEqual({ email: "email", [field]: name, unsubscribed: "unsubscribed" });
});

test.for([
  ["customers.first_name,customers.last_name", { firstName: "customers.first_name", lastName: "customers.last_name" }],
  ["billing_first_name,billing_last_name", { firstName: "billing_first_name", lastName: "billing_last_name" }],
  ["Buyer Name,city", { name: "Buyer Name" }],
  ["Supporter name,city", { name: "Supporter name" }],
  ["Name,Last name", { firstName: "Name", lastName: "Last name" }],
  ["Full name,Last name", { name: "Full name", lastName: "Last name" }],
  ["Name,First name,Last name", { name: "Name", firstName: "First name", lastName: "Last name" }],
] as const)("names are found in %s", ([names, named]) => {
  const cells = names.split(",").map((_, at) => `Ada ${at}`);
  expect(found(`email,${names}\na@x.test,${cells.join(",")}`).named).toEqual({ email: "email", ...named });
});

test("how many months a plan has is found beside its unit", () => {
  const file = "email,plan_interval_length,plan_interval_unit\na@x.test,12,months\nb@x.test,1,months";
  expect(found(file).named).toMatchObject({ plan: "plan_interval_unit", planLength: "plan_interval_length" });
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
  [
    "asked about where people are active or inactive and only a plan is beside it",
    "email,status,tier\na@x.test,active,gold\nb@x.test,inactive,free\nc@x.test,active,free",
    { plan: "tier" },
    "status",
  ],
  [
    "about emails where its values say so and opt-outs have a column of their own",
    "email,status,unsubscribed\na@x.test,active,\nb@x.test,junk,2026-01-01",
    { subscribed: "status", unsubscribed: "unsubscribed" },
    null,
  ],
  [
    "asked about where its values name emails and another column says who wants them",
    "email,status,newsletter\na@x.test,bounced,yes",
    { subscribed: "newsletter" },
    "status",
  ],
  [
    "about the membership where someone never subscribed",
    "email,status,expires\na@x.test,active,2027-12-31\nb@x.test,never subscribed,",
    { status: "status", paidUntil: "expires" },
    null,
  ],
] as const)("a status is %s", ([, file, named, open]) => {
  expect(found(file)).toMatchObject({ named: { email: "email", ...named }, open });
});
