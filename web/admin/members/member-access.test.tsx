import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MemberGrant } from "#domain/contract/members.ts";
import { MEMBER_FILE } from "#test/answers/member-file.ts";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberAccess } from "./member-access.tsx";

const GRANT: MemberGrant = {
  id: "g-1",
  source: "gift",
  plan: "annual",
  state: "running",
  endedAt: null,
  endReason: null,
  startsAt: "2026-11-01T12:00:00.000Z",
  until: "2026-12-16T12:00:00.000Z",
  createdAt: "2026-11-01T12:00:00.000Z",
};

async function ask(grants: MemberGrant[]) {
  startServer({});
  await renderAsAdmin(<MemberAccess file={{ ...MEMBER_FILE, grants }} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Grant access" }));
  return { user, question: within(await screen.findByRole("dialog", { name: "Grant access" })) };
}

test("the access dialog explains what the chosen length does", async () => {
  const over: MemberGrant = { ...GRANT, id: "g-0", state: "over", until: "2027-05-01T12:00:00.000Z" };
  const { user, question } = await ask([GRANT, over]);
  const present = "Their access ends Dec 16, 2026.";
  question.getByText(`${present} This starts then and ends Jan 16, 2027.`);
  await user.selectOptions(question.getByLabelText("Length"), "12 months");
  question.getByText(`${present} This starts then and ends Dec 16, 2027.`);
  await user.selectOptions(question.getByLabelText("Length"), "Until a specific date");
  question.getByText(`${present} This starts now and ends after the last day you choose.`);
  const day = question.getByLabelText("Last day");
  expect(day).toHaveProperty("required", true);
  fireEvent.change(day, { target: { value: "2027-02-03" } });
  question.getByText(`${present} This starts now and ends after Feb 3, 2027.`);
});

test("without current access, the new access starts now", async () => {
  const { question } = await ask([]);
  expect(question.getByText(/^This starts now and ends \w{3} \d+, \d{4}\.$/)).toBeTruthy();
});
