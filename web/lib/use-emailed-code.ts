import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, read } from "./api.ts";

/** Whether the member confirms by an emailed code instead of the password. */
export function useEmailedCode() {
  const [isByCode, setIsByCode] = useState(false);
  const ask = useMutation({
    mutationFn: () => read(api.user["email-code"].$post()),
    onSuccess: () => setIsByCode(true),
  });
  return { isByCode, ask, usePassword: () => setIsByCode(false) };
}
