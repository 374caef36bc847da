import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { Dialog } from "./dialog.tsx";
import { Toaster } from "./toaster.tsx";
import { useToast } from "./use-toast.ts";

/** A question about the text next to its button. */
function Question({ answer }: { answer: "none" | "gone" | "disabled" }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);
  return (
    <main>
      <section aria-label="Notes">
        {!(isAnswered && answer === "gone") && (
          <button type="button" disabled={isAnswered && answer === "disabled"} onClick={() => setIsOpen(true)}>
            Ask
          </button>
        )}
      </section>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Sure?">
        <button type="button" onClick={() => setIsAnswered(true)}>
          Answer
        </button>
      </Dialog>
    </main>
  );
}

test.for([
  ["none", "its button", () => screen.getByRole("button", { name: "Ask" })],
  ["gone", "what held its button, which is gone", () => screen.getByRole("region", { name: "Notes" })],
  ["disabled", "what holds its button, which is disabled", () => screen.getByRole("region", { name: "Notes" })],
] as const)("a closed dialog (%s) returns focus to %s", async ([answer, , place]) => {
  const user = userEvent.setup();
  renderAt("/", <Question answer={answer} />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(await screen.findByRole("button", { name: "Answer" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(place()));
});

/** A dialog whose button disappears when it opens. */
function Restore() {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return (
    <main>
      {isOpen === null && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Restore
        </button>
      )}
      <Dialog isOpen={isOpen === true} onOpenChange={setIsOpen} title="Restored" />
    </main>
  );
}

test("a dialog whose button disappeared as it opened returns focus to the page", async () => {
  const user = userEvent.setup();
  renderAt("/", <Restore />);
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

function Save() {
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Edit">
      <button type="button" onClick={() => toast({ title: "Saved", tone: "success" })}>
        Save
      </button>
    </Dialog>
  );
}

test("Escape closes the focused dialog even while a toast is shown", async () => {
  const user = userEvent.setup();
  renderAt(
    "/",
    <>
      <Save />
      <Toaster />
    </>,
  );
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

function Drawer() {
  const [isOpen, setIsOpen] = useState(true);
  const [isAnswered, setIsAnswered] = useState(false);
  const [presses, setPresses] = useState(0);
  return (
    <main>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Pressed {presses}
      </button>
      <Dialog isOpen={isOpen} isDrawer isBeside onOpenChange={setIsOpen} title="Day">
        {!isAnswered && (
          <button type="button" onClick={() => setIsAnswered(true)}>
            Answer
          </button>
        )}
      </Dialog>
    </main>
  );
}

test("a side drawer leaves the page usable, keeps focus if its control goes away, and never steals it back", async () => {
  const user = userEvent.setup();
  renderAt("/", <Drawer />);
  const drawer = await screen.findByRole("dialog");
  await user.click(screen.getByRole("button", { name: "Answer" }));
  await waitFor(() => expect(document.activeElement).toBe(drawer));
  await user.click(screen.getByRole("button", { name: "Pressed 0" }));
  const button = screen.getByRole("button", { name: "Pressed 1" });
  expect(screen.getByRole("dialog")).toBe(drawer);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(button);
});
