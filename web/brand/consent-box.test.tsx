import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import "#test/web/render.tsx";
import { checkoutConsent } from "#domain/rules/consent.ts";
import { ConsentBox } from "./consent-box.tsx";

test("a consent's figures are bold, its legal texts are linked, and its box is named by every word of it", () => {
  const { text } = checkoutConsent("annual", "December 22, 2026");
  const { container, getAllByRole, getByRole } = render(
    <ConsentBox text={text} isTicked={false} onTick={() => undefined} />,
  );
  expect([...container.querySelectorAll("b")].map(({ textContent }) => textContent)).toEqual([
    "$79.99",
    "December 22, 2026",
  ]);
  expect(getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/terms",
    "/subscription-terms",
    "/member-agreement",
  ]);
  expect((getByRole("checkbox") as HTMLInputElement).labels?.[0]?.textContent).toBe(text);
});
