import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { LazyToaster } from "./lazy-toaster.tsx";
import { useToast } from "./use-toast.ts";

function Trigger() {
  const showToast = useToast();
  return (
    <button type="button" onClick={() => showToast({ title: "Saved", description: "All of it.", tone: "error" })}>
      Show
    </button>
  );
}

test("the first toast loads the toaster, and can be dismissed", async () => {
  const screen = renderAt(
    "/",
    <>
      <Trigger />
      <LazyToaster />
    </>,
  );
  expect(screen.queryByText("Saved")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(await screen.findByText("All of it.")).toBeTruthy();
  // The placeholder's button may be gone before it's clicked, once the toaster has loaded.
  const dismiss = async () => {
    const button = screen.queryByRole("button", { name: "Dismiss" });
    if (button) await userEvent.click(button);
    return screen.queryByText("Saved");
  };
  await expect.poll(dismiss).toBeNull();
});
