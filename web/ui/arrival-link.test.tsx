import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { ArrivalLink } from "./arrival-link.tsx";

test("the arrival link takes focus when it appears, and never again on later renders", () => {
  const page = (words: string) => (
    <MemoryRouter>
      <ArrivalLink to="/back">{words}</ArrivalLink>
      <input aria-label="Reason" />
    </MemoryRouter>
  );
  const { rerender } = render(page("All members"));
  expect(document.activeElement).toBe(screen.getByRole("link"));
  screen.getByLabelText("Reason").focus();
  rerender(page("All 5 members"));
  expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
});
