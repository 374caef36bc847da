import type { ClientResponse } from "hono/client";
import { useRef, useState } from "react";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  type Administrator,
  type NewAdministratorRequest,
  type NewKey,
  newAdministratorRequest,
} from "#domain/contract/administrators.ts";
import { GIVEN_ROLES, ROLE_WORDS } from "#domain/rules/administrators.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useClose } from "../parts/ask-first.tsx";
import { EmailField } from "../parts/controls.tsx";
import { useAction } from "../parts/use-action.ts";
import { useContractForm } from "../parts/use-contract-form.ts";
import { administratorCalls, administratorsQuery } from "./administrators.query.ts";
import type { Shown } from "./shown-once.tsx";

const NOT_SAVED = "We couldn't save this. What you typed is still here. Try again.";
const ROLES = GIVEN_ROLES.map((value) => ({ value, label: ROLE_WORDS[value].name }));

type AdministratorFormProps = {
  administrator: Administrator | null;
  onAdded: (shown: Shown) => void;
  onClose: () => void;
};

export function AdministratorForm({ administrator, onAdded, onClose }: AdministratorFormProps) {
  const { name = "", email = "", role = "editor" } = administrator ?? {};
  const [typed, write] = useState<Record<"name" | "email" | "role", string>>({ name, email, role });
  const requestId = useRef(crypto.randomUUID());
  const isTyped = typed.name !== name || typed.email !== email || typed.role !== role;
  const { close, discardQuestion } = useClose("Administrator", isTyped, onClose);
  const save = useAction({
    act: ({ requestId, ...json }: NewAdministratorRequest): Promise<ClientResponse<NewKey | OkResponse>> =>
      administrator
        ? administratorCalls[":id"].$put({ param: { id: administrator.id }, json })
        : administratorCalls.$post({ json: { requestId, ...json } }),
    reads: [administratorsQuery.queryKey],
    notify: (answer) => ("key" in answer ? null : { tone: "success", title: "Administrator saved" }),
    onDone: (request, answer) => {
      if ("key" in answer) onAdded({ name: request.name, ...answer });
      onClose();
    },
  });
  const { form, field } = useContractForm({
    schema: newAdministratorRequest,
    typed,
    write: (next) => write(next),
    toRequest: (values) => ({ ...values, requestId: requestId.current }),
    send: (request) => save.mutate(request),
    error: save.error,
  });
  return (
    <Dialog isOpen onOpenChange={close} title={administrator ? `Edit ${name}` : "Add administrator"}>
      <form {...form} className="grid gap-5">
        {save.isError && <Alert>{formErrorText(save.error, NOT_SAVED, NOT_SAVED)}</Alert>}
        <TextField
          label="Name"
          required
          autoComplete="off"
          hint="We show it next to what they do."
          {...field("name")}
        />
        <EmailField label="Email" required {...field("email")} />
        <SelectField
          label="Role"
          options={ROLES}
          hint={typed.role === "editor" ? ROLE_WORDS.editor.may : ROLE_WORDS.administrator.may}
          {...field("role")}
        />
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {administrator ? "Save" : "Add and show key"}
          </Button>
        </DialogActions>
      </form>
      {discardQuestion}
    </Dialog>
  );
}
