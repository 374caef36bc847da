import { LogOut } from "lucide-react";
import { useState } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { logOutAdmin } from "../lib/admin-session.ts";
import { Button } from "../ui/button.tsx";
import { datesToSave, flushDrafts, forgetDrafts } from "./content/open-drafts.ts";
import { runningUploads } from "./media/uploads.atoms.ts";
import { AskFirst } from "./parts/ask-first.tsx";
import { forgetKept, typedForms } from "./parts/kept.atoms.ts";

/** So long a logout waits for what is being saved. */
const PATIENCE_MS = 3_000;

/** What a logout would lose, once everything that can be saved has been. */
async function saveAndList(): Promise<string[]> {
  await Promise.race([flushDrafts(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return [
    ...datesToSave().map((date) => `Content of ${formatLongDate(date)}`),
    ...typedForms(),
    ...runningUploads().map((filename) => `Upload of ${filename}`),
  ];
}

/** Saves what it can, asks before the rest is lost, and leaves nothing typed in the browser. */
export function AdminLogout() {
  const [isSaving, setIsSaving] = useState(false);
  const [lost, setLost] = useState<string[]>([]);

  async function logOut() {
    setIsSaving(true);
    const rest = await saveAndList();
    setIsSaving(false);
    if (rest.length > 0) setLost(rest);
    else leave();
  }

  function leave() {
    // First, so that no form on screen keeps anything of what is forgotten.
    logOutAdmin();
    forgetDrafts();
    forgetKept();
  }

  return (
    <>
      <Button variant="ghost" size="sm" isBusy={isSaving} onClick={logOut}>
        {!isSaving && <LogOut aria-hidden="true" className="size-4" />}
        Logout
      </Button>
      {lost.length > 0 && (
        <AskFirst
          title="Log out and lose this?"
          text="This is not saved and would be gone:"
          action="Log out"
          isBusy={false}
          onConfirm={leave}
          onClose={() => setLost([])}
        >
          <ul className="wrap-anywhere grid list-disc gap-1 pl-5">
            {lost.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </AskFirst>
      )}
    </>
  );
}
