import { useMutation } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { adminPasswordAtom } from "../../lib/admin-session.ts";
import { api, asAdmin, read } from "../../lib/api.ts";

/** Asks the server about the password and keeps it for the calls that follow. */
export function useVerifyAdmin() {
  const setPassword = useSetAtom(adminPasswordAtom);
  return useMutation({
    mutationFn: (password: string) => read(api.admin.verify.$post({}, asAdmin(password))),
    onSuccess: (_, password) => setPassword(password),
  });
}
