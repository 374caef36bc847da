import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { type CreateContentForm, createContentRequest } from "#domain/contract/content.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useCreateContent } from "./create-content.mutation.ts";

const EMPTY: CreateContentForm = { date: "", title: "", description: "", youtubeUrl: "" };

export function CreateContent({ password }: { password: string }) {
  const create = useCreateContent(password);
  const form = useForm({ resolver: zodResolver(createContentRequest), defaultValues: EMPTY });
  const { errors } = form.formState;

  const submit = form.handleSubmit((item) =>
    create.mutate(item, {
      onSuccess: () => form.reset(EMPTY),
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        for (const [name, message] of Object.entries(error.fields)) {
          if (name in EMPTY) form.setError(name as keyof CreateContentForm, { message });
        }
      },
    }),
  );

  return (
    <Card aria-labelledby="create-content">
      <CardHeading id="create-content" hint="It starts as a draft; publish it in the editor.">
        Create New Content
      </CardHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {create.isError && (
          <Alert>{create.error instanceof ApiError ? create.error.serverText : "Failed to create content"}</Alert>
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
    </Card>
  );
}
