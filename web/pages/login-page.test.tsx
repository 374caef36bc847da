import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { keepWelcome } from "../features/money/stored-welcome.ts";
import { LoginPage } from "./login-page.tsx";

test.for([
  [false, "Your subscription ID is I-DL08. Log in to start."],
  [true, "Your subscription ID is I-DL08. Your access starts when PayPal confirms your first payment."],
] as const)(
  "a buyer sees the confirmation and no welcome dialog before logging in (opens with payment: %s)",
  ([opens, words]) => {
    stubApi({});
    keepWelcome({ subscriptionId: "I-DL08", opensWithPayment: opens, isLeft: false });
    renderAt("/login?paid=1", <LoginPage />);
    expect(document.body.textContent).toContain(`Your membership is confirmed. ${words}`);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  },
);

test("without a stored purchase, the page still confirms the membership", () => {
  stubApi({});
  keepWelcome(null);
  renderAt("/login?paid=1", <LoginPage />);
  expect(document.body.textContent).toContain("Your membership is confirmed. Log in to start.");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome to Daybolt!");
  expect(screen.queryByText("Become a Member")).toBeNull();
});
