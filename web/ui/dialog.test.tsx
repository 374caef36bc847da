import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { Dialog } from "./dialog.tsx";

/** A question about what its button stands beside. */
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
] as const)("a dialog that is closed (%s) gives the focus back to %s", async ([answer, , place]) => {
  const user = userEvent.setup();
  renderAt("/", <Question answer={answer} />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(await screen.findByRole("button", { name: "Answer" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(place()));
});
