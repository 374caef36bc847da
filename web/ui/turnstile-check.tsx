import { useCallback, useState } from "react";
import type { Challenge } from "#domain/contract/errors.ts";
import type { ApiError } from "../lib/api-error.ts";
import { Button } from "./button.tsx";

type Widget = {
  sitekey: string;
  action: string;
  theme: "dark";
  size: "flexible";
  callback: (token: string) => void;
  "error-callback": () => void;
};
type Turnstile = { render: (place: HTMLElement, widget: Widget) => string; remove: (id: string) => void };

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const loading = new Map<string, Promise<Turnstile>>();

/** Loads Turnstile's script once per page; a failed load is retried the next time. */
function loadTurnstile(scriptUrl: string): Promise<Turnstile> {
  const known = loading.get(scriptUrl);
  if (known) return known;
  const coming = new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      loading.delete(scriptUrl);
      script.remove();
      reject(new Error("Turnstile didn't load."));
    };
    script.src = scriptUrl;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : fail());
    script.onerror = fail;
    document.head.append(script);
  });
  loading.set(scriptUrl, coming);
  return coming;
}

type TurnstileCheckProps = {
  error: ApiError;
  /** Must be the same function for as long as the check is shown. */
  onToken: (token: string) => void;
};

/** Cloudflare's check that the visitor is a person. A page whose policy doesn't allow the script reloads to get one that does. */
export function TurnstileCheck({ error, onToken }: TurnstileCheckProps) {
  const { siteKey, scriptUrl, action } = error.present as Challenge;
  const [hasFailed, setHasFailed] = useState(false);
  const show = useCallback(
    (place: HTMLElement | null) => {
      if (place === null) return;
      let id: string | undefined;
      let isGone = false;
      const fail = () => setHasFailed(true);
      const look = { theme: "dark", size: "flexible" } as const;
      loadTurnstile(scriptUrl).then((turnstile) => {
        if (isGone) return;
        id = turnstile.render(place, { ...look, sitekey: siteKey, action, callback: onToken, "error-callback": fail });
      }, fail);
      return () => {
        isGone = true;
        if (id !== undefined) window.turnstile?.remove(id);
      };
    },
    [siteKey, scriptUrl, action, onToken],
  );
  if (!hasFailed) return <div ref={show} className="min-h-16" />;
  return (
    <div role="alert" className="grid gap-3 rounded-card border border-line bg-panel p-5 text-sm">
      <p>The security check didn't load. An ad blocker may be blocking it.</p>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </div>
  );
}
