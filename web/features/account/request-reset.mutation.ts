import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api, read } from "../../lib/api.ts";

/** A request that was answered without a link: where the mail goes, what the server said, and when. */
export type SentReset = { email: string; message: string; at: number };

/** Asks for a link to set a password; `sent` outlives a later request that fails. */
export function useRequestReset() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [sent, setSent] = useState<SentReset | null>(null);
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: (email: string) => read(api.auth["request-password-reset"].$post({ json: { email } })),
    onSuccess: ({ resetLink, message }, email) => {
      if (!resetLink) return setSent({ email, message, at: Date.now() });
      // Only a development server sends it, an absolute address. On this site the page asked for goes along.
      const { origin, pathname, search } = new URL(resetLink);
      if (origin === window.location.origin) void navigate(pathname + search, { state });
      else window.location.assign(resetLink);
    },
  });
  const startOver = () => {
    reset();
    setSent(null);
  };
  return { request: mutate, startOver, isPending, error, sent, isRedirecting: data?.resetLink !== undefined };
}
