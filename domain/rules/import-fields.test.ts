import { expect, test } from "vitest";
import { guessMapping, IMPORT_FIELD_NAMES, type ImportMapping } from "./import-fields.ts";

const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";
const PAID_MEMBERSHIPS_PRO =
  "id,username,firstname,lastname,email,billing firstname,billing lastname,address1,address2,city,state,zipcode,country,phone,membership,initial payment,fee,term,discount_code_id,discount_code,joined,expires";

/** Fields and the names of their columns. */
function mapped(header: string) {
  const columns = header.split(/[,;]/);
  const mapping: ImportMapping = guessMapping(columns);
  return Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, columns[column]]));
}

test("Ghost and Paid Memberships Pro exports are mapped by their headers", () => {
  expect(mapped(GHOST)).toEqual({
    email: "email",
    name: "name",
    subscribed: "subscribed_to_emails",
    labels: "labels",
    plan: "tiers",
    joined: "created_at",
  });
  expect(mapped(PAID_MEMBERSHIPS_PRO)).toEqual({
    email: "email",
    firstName: "firstname",
    lastName: "lastname",
    plan: "term",
    paidUntil: "expires",
    joined: "joined",
  });
});

test("every import field is found by its label, and unknown columns are ignored", () => {
  expect(guessMapping(["E-Mail", "PAID_UNTIL", "What?"])).toEqual({ email: 0, paidUntil: 1 });
  expect(
    Object.keys(mapped("Email;Name;First name;Last name;Wake-up hour;Time zone;Plan;Paid until;Unsubscribed;Labels")),
  ).toHaveLength(10);
  expect(IMPORT_FIELD_NAMES).toHaveLength(13);
});
