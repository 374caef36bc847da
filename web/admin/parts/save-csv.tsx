import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { errorDetail } from "../../lib/api-error.ts";
import { saveAnswer } from "../../lib/save-file.ts";
import { Alert } from "../../ui/alert.tsx";
import { SmallButton } from "./controls.tsx";

type SaveCsvProps = { call: () => Promise<Response>; label: string; filename: string };

/** Saves an answer that needs the administrator's password, which a plain link can't send. */
export function SaveCsv({ call, label, filename }: SaveCsvProps) {
  const saving = useMutation({ mutationFn: () => saveAnswer(call(), filename) });
  return (
    <>
      <SmallButton icon={Download} isBusy={saving.isPending} onClick={() => saving.mutate()}>
        {label}
      </SmallButton>
      <span role="status" className="text-muted text-sm tabular-nums empty:hidden">
        {saving.isSuccess && `Saved ${filename}.`}
      </span>
      {saving.isError && (
        <Alert>Export failed. {errorDetail(saving.error, "We lost the connection. Try again.")}</Alert>
      )}
    </>
  );
}
