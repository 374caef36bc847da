import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { playerLinks } from "#domain/rules/feeds.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

const OUTCOMES = {
  none: { icon: Copy, text: "" },
  copied: { icon: Check, text: "Copied. Paste it where your app adds a podcast by its address." },
  failed: { icon: X, text: "Couldn't copy. Select the address and copy it yourself." },
};

/** Links that open podcast apps with the feed, and its address for any other app. */
export function FeedAddress({ address }: { address: string }) {
  const [state, setState] = useState<keyof typeof OUTCOMES>("none");
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return (
    <>
      <div className="grid gap-2">
        <p className="text-sm">Listening on this device? Open your app:</p>
        <ul className="flex flex-wrap gap-3">
          {playerLinks(address).map(({ name, href }) => (
            <li key={name}>
              <a href={href} className={buttonClass("secondary", "sm")}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid gap-2">
        <p className="text-sm">For any other app:</p>
        <code className="break-all text-sm">{address}</code>
        <Button variant="secondary" size="sm" className="justify-self-start" icon={OUTCOMES[state].icon} onClick={copy}>
          Copy address
        </Button>
        <p role="status" className="text-muted text-sm empty:hidden">
          {OUTCOMES[state].text}
        </p>
      </div>
    </>
  );
}
