import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { type CreateContentForm, createContentRequest } from "#domain/contract/content.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { ApiError } from "../../../lib/api-error.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { useToast } from "../../../ui/use-toast.ts";
import { keptFormAtom } from "../kept.atoms.ts";
import { putContent, refreshPlan } from "./content.query.ts";

const EMPTY: CreateContentForm = { date: "", title: "", description: "", youtubeUrl: "" };

const keptForm = z.object({
  date: z.string().default(""),
  title: z.string(),
  description: z.string(),
  youtubeUrl: z.string(),
});
const leftAtom = (name: string) => keptFormAtom<CreateContentForm>(name, keptForm, () => EMPTY);

/** What was typed and not created yet: in the card, and in the drawer of an empty day. */
const leftAtoms = { card: leftAtom("New content"), drawer: leftAtom("New content of a day") };

function isSame(one: CreateContentForm, other: CreateContentForm): boolean {
  return (Object.keys(EMPTY) as (keyof CreateContentForm)[]).every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

export function CreateContent() {
  return (
    <Card aria-labelledby="create-content">
      <CardHeading id="create-content" hint="It starts as a draft; publish it in the editor.">
        Create New Content
      </CardHeading>
      <CreateForm place="card" />
    </Card>
  );
}

type CreateFormProps = {
  place: keyof typeof leftAtoms;
  /** The day that was clicked; it can still be changed. */
  date?: string;
  onCreated?: (date: string) => void;
};

export function CreateForm({ place, date = "", onCreated }: CreateFormProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [left, leave] = useAtom(leftAtoms[place]);
  const form = useForm({
    resolver: zodResolver(createContentRequest),
    defaultValues: date === "" ? left : { ...left, date },
  });
  const { errors } = form.formState;
  const sent = useRef(EMPTY);

  const create = useMutation({
    mutationFn: (item: CreateContentForm) => read(adminApi.content.$post({ json: item })),
    onSuccess: async (item) => {
      // What was typed meanwhile stays: it is nothing of what was sent.
      if (isSame(form.getValues(), sent.current)) form.reset(EMPTY);
      leave((typed) => (isSame(typed, sent.current) ? EMPTY : typed));
      await putContent(queryClient, item.date, item);
      refreshPlan(queryClient);
      toast({
        title: "Content Created",
        description: "New content has been successfully created.",
        tone: "success",
      });
      onCreated?.(item.date);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const [name, message] of Object.entries(error.fields)) {
        if (name in EMPTY) form.setError(name as keyof CreateContentForm, { message });
      }
    },
  });

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((item) => {
        sent.current = form.getValues();
        leave(sent.current);
        create.mutate(item);
      })}
      onChange={() => leave(form.getValues())}
      className="grid gap-5"
    >
      {create.isError && (
        <Alert>{(create.error instanceof ApiError && create.error.serverText) || "Failed to create content"}</Alert>
      )}
      <TextField
        label="Date"
        type="date"
        required
        error={errors.date?.message}
        {...form.register("date", { setValueAs: (text: string) => text || undefined })}
      />
      <TextField label="Title" required error={errors.title?.message} {...form.register("title")} />
      <TextAreaField label="Description" error={errors.description?.message} {...form.register("description")} />
      <TextField
        label="Video URL"
        type="url"
        inputMode="url"
        hint="YouTube or Vimeo"
        error={errors.youtubeUrl?.message}
        {...form.register("youtubeUrl")}
      />
      <Button type="submit" size="lg" isBusy={create.isPending}>
        Create Content
      </Button>
    </form>
  );
}
