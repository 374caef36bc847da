import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

function open() {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Reason" />
      <Button type="submit" isBusy={isBusy} onClick={onClick}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Send" });
  return { button, onClick, onSubmit, setBusy: (isBusy: boolean) => rerender(form(isBusy)) };
}

test("a busy button keeps focus, says it's busy, and ignores clicks and keys", async () => {
  const { button, onClick, onSubmit, setBusy } = open();
  const user = userEvent.setup();
  button.focus();
  setBusy(true);
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute("aria-busy"), button.getAttribute("aria-disabled")]).toEqual(["true", "true"]);
  await user.click(button);
  await user.keyboard("{Enter}");
  await user.keyboard(" ");
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a form with a busy button can't be submitted from a field until it's done", async () => {
  const { button, onSubmit, setBusy } = open();
  const user = userEvent.setup();
  setBusy(true);
  await user.type(screen.getByLabelText("Reason"), "x{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
  setBusy(false);
  expect([button.getAttribute("aria-busy"), button.getAttribute("aria-disabled")]).toEqual([null, null]);
  await user.type(screen.getByLabelText("Reason"), "{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
  await user.click(button);
  expect(onSubmit).toHaveBeenCalledTimes(2);
});
