import { useMutation } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { useId, useState } from "react";
import * as z from "zod";
import { type CreateContentForm, createContentRequest } from "#domain/contract/content/content.ts";
import { MEDIUM_KINDS } from "#domain/rules/video-link.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { chosenEndings } from "../media/prepare-file.ts";
import { DropZone } from "../media/upload-field.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { storedFormAtom } from "../parts/stored.atoms.ts";
import { useContractForm } from "../parts/use-contract-form.ts";
import { useShowContent } from "./content.query.ts";
import { useAddFile } from "./use-add-file.ts";

const storedForm = z.object({ date: z.string(), title: z.string(), description: z.string(), youtubeUrl: z.string() });
type Typed = z.infer<typeof storedForm>;

const EMPTY: Typed = { date: "", title: "", description: "", youtubeUrl: "" };
/** Typed and not created yet. */
const leftAtom = storedFormAtom<Typed>("New content", storedForm, EMPTY, () => ["New session"]);

const FAILED = "Couldn't create the session";

type CreateFormProps = { date: string; onCreated: (date: string) => void };

/** What an empty day shows instead of its editor. */
export function CreateForm({ date, onCreated }: CreateFormProps) {
  const heading = useId();
  const show = useShowContent();
  const toast = useToast();
  const [left, leave] = useAtom(leftAtom);
  // The clicked day overrides the kept one until something is typed.
  const [day, setDay] = useState(date);
  const write = (typed: Typed) => {
    setDay("");
    leave(typed);
  };

  const create = useMutation({
    mutationFn: ({ request }: { request: CreateContentForm; typed: Typed }) =>
      read(adminApi.content.$post({ json: request })),
    onSuccess: async (item, sent) => {
      // Keep what was typed since: it isn't what was sent.
      leave((typed) => (JSON.stringify(typed) === JSON.stringify(sent.typed) ? EMPTY : typed));
      await show({ [item.date]: item });
      const description = "New content has been successfully created.";
      toast({ title: "Content Created", description, tone: "success" });
      onCreated(item.date);
    },
  });
  const { form, field } = useContractForm({
    schema: createContentRequest,
    typed: day === "" ? left : { ...left, date: day },
    write,
    toRequest: ({ date, ...typed }) => ({ ...typed, date: date || undefined }),
    send: (request, typed) => {
      write(typed);
      create.mutate({ request, typed });
    },
    error: create.error,
  });

  const addFile = useAddFile((added) => {
    leave(EMPTY);
    onCreated(added);
  });
  const addFiles = (files: File[]) => {
    const { date: typedDate, ...typed } = left;
    addFile.mutate({ date: day || typedDate, files, typed });
  };
  return (
    <form {...form} aria-labelledby={heading} className="grid gap-5">
      <div>
        <h3 id={heading} className="font-bold text-lg">
          Create New Content
        </h3>
        <p className="text-muted text-sm">New sessions start as drafts. Publish them in the editor.</p>
      </div>
      <DropZone
        label={addFile.isPending ? "Adding file..." : "Start with a file"}
        accept={MEDIUM_KINDS.map(chosenEndings).join(",")}
        onFiles={addFiles}
      >
        We create a draft named after it.
      </DropZone>
      <ActionError of={addFile} title="File not added" />
      {create.isError && <Alert>{formErrorText(create.error, FAILED, FAILED)}</Alert>}
      <TextField label="Date" type="date" required {...field("date")} />
      <TextField label="Title" required {...field("title")} />
      <TextAreaField label="Description" {...field("description")} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...field("youtubeUrl")} />
      <Button type="submit" size="lg" isBusy={create.isPending}>
        Create session
      </Button>
    </form>
  );
}
