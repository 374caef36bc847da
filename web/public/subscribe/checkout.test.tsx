import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import "#test/web/render.tsx";
import { BRAND } from "#domain/brand.ts";
import { formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { Checkout, renderCheckout } from "./checkout.tsx";

const invitation = () => screen.getByRole("link", { name: "Ask for your invitation" });

test.for(["monthly", "annual"] as const)("the %s plan says its price, its renewal and how to cancel", (plan) => {
  render(<Checkout plan={plan} onChoose={() => undefined} />);
  const { name, price } = PLANS[plan];
  const amount = formatPrice(price.cents);
  const chosen = screen.getAllByRole<HTMLInputElement>("radio").filter(({ checked }) => checked);
  expect(chosen.map(({ value }) => value)).toEqual([plan]);
  expect(screen.getByRole("radio", { name: `${name} ${amount} per ${price.per}` })).toBe(chosen[0]);
  const terms = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(terms[0]).toMatch(new RegExp(`^\\${amount} when you subscribe`));
  expect(terms[1]).toBe(`For ${amount} every ${price.per}, until you cancel.`);
  expect(terms[2]).toContain(BRAND.supportEmail);
});

test("only the annual plan is compared with twelve months", () => {
  const { rerender } = render(<Checkout plan="annual" onChoose={() => undefined} />);
  expect(screen.getByText(/\$6\.67 per month, 33% less/)).toBeTruthy();
  rerender(<Checkout plan="monthly" onChoose={() => undefined} />);
  expect(screen.queryByText(/\$6\.67/)).toBeNull();
});

test("the plans are chosen by pointer and by keyboard, within one group that has a name", async () => {
  const user = userEvent.setup();
  const onChoose = vi.fn();
  const { rerender } = render(<Checkout plan="annual" onChoose={onChoose} />);
  const group = within(screen.getByRole("group", { name: "Your plan" }));
  await user.click(group.getByText(PLANS.monthly.name));
  expect(onChoose).toHaveBeenLastCalledWith("monthly");
  rerender(<Checkout plan="monthly" onChoose={onChoose} />);
  expect(document.activeElement).toBe(group.getByRole("radio", { name: /Monthly/ }));
  await user.keyboard("{ArrowDown}");
  expect(onChoose).toHaveBeenLastCalledWith("annual");
});

test("payment opens soon: a mail asks for the invitation and names the chosen plan", () => {
  render(<Checkout plan="monthly" onChoose={() => undefined} />);
  expect(screen.getByRole("heading", { name: "Payment opens soon" })).toBeTruthy();
  const { protocol, pathname, searchParams } = new URL(invitation().getAttribute("href") ?? "");
  expect([protocol, pathname]).toEqual(["mailto:", BRAND.supportEmail]);
  expect(searchParams.get("subject")).toContain(PLANS.monthly.name);
});

test("the island shows another plan in the place it already has", () => {
  const place = document.body.appendChild(document.createElement("div"));
  const show = (plan: PlanId) => act(() => renderCheckout(place, plan, () => undefined));
  show("annual");
  const group = screen.getByRole("group");
  show("monthly");
  expect(screen.getByRole("group")).toBe(group);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Monthly/ }).checked).toBe(true);
  place.remove();
});
