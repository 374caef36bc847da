import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api, read } from "../../lib/api.ts";

/** A reset request that returned no link: where the email goes, what the server said, and when. */
export type SentReset = { email: string; message: string; at: number };

/** Requests a link to set a password; `sent` is kept if a later request fails. */
export function useRequestReset() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [sent, setSent] = useState<SentReset | null>(null);
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: (email: string) => read(api.auth["request-password-reset"].$post({ json: { email } })),
    onSuccess: ({ resetLink, message }, email) => {
      if (!resetLink) return setSent({ email, message, at: Date.now() });
      // Only a development server returns it, as an absolute address. On this site, the requested page is passed along.
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
