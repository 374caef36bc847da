import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { CreateContentForm, UpdateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { titleOfFile } from "#domain/rules/title-of-file.ts";
import { kindOfFile } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";
import { prepareFile } from "../media/prepare-file.ts";
import { isUploading, startUpload } from "../media/uploads.atoms.ts";
import { putContent, refreshPlan, useShowContent } from "./content.query.ts";
import { MEDIUM_OF_KIND, mediaOf } from "./content-fields.ts";
import { openDraft } from "./open-drafts.ts";

/** Sends a draft's changes, and shows the result wherever its day is shown. */
function saveContent(queryClient: QueryClient) {
  return async ({ id, date }: LibraryItem, change: UpdateContentRequest): Promise<LibraryItem> => {
    const saved = await read(adminApi.content[":id"].$put({ param: { id }, json: change })).catch(async (error) => {
      // Another administrator has deleted the item; the day shows that above the text.
      if (hasErrorCode(error, "not_found")) await putContent(queryClient, date, null);
      throw error;
    });
    await putContent(queryClient, date, saved);
    // Not awaited: a slow list must not delay the next save.
    void refreshPlan(queryClient);
    return saved;
  };
}

function unsavedToast(date: string) {
  const description = `We kept your changes for ${formatLongDate(date)}. Open that day in Content to try again.`;
  return { title: "Some changes aren't saved", description, tone: "error" } as const;
}

/** The item's draft. Opening it retries what an earlier visit couldn't save; leaving it saves what is pending. */
export function useContentDraft(item: LibraryItem) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [draft] = useState(() => openDraft(item, saveContent(queryClient)));

  /** Saves immediately and confirms it in a toast. @returns whether everything is saved */
  const settle = useCallback(async () => {
    const isSaved = await draft.flush();
    if (isSaved && draft.takeNews()) toast({ title: "Content Updated", tone: "success" });
    return isSaved;
  }, [draft, toast]);

  useEffect(() => {
    void draft.flush();
    return () => {
      // Closing the drawer counts as leaving the field: save, and report what couldn't be saved.
      void settle().then((isSaved) => {
        if (!isSaved) toast(unsavedToast(draft.date()));
      });
    };
  }, [draft, toast, settle]);
  return { draft, settle };
}

const UNKNOWN_FILE = "Add an audio, video, captions, or artwork file.";

const refusal = (text: string) => new ApiError(400, text, null);

/** The date's session, created unless it exists. A date has only one, so a repeated call finds what the first one created. */
async function findOrCreate(request: CreateContentForm): Promise<{ item: LibraryItem; isNew: boolean }> {
  try {
    return { item: await read(adminApi.content.$post({ json: request })), isNew: true };
  } catch (error) {
    if (!hasErrorCode(error, "conflict")) throw error;
    const item = await read(adminApi.content.date[":date"].$get({ param: { date: request.date } }));
    return { item, isNew: false };
  }
}

function has(item: LibraryItem, kind: MediumKind): boolean {
  return mediaOf(item)[MEDIUM_OF_KIND[kind]] !== null || (kind === "video" && item.video !== null);
}

/** The kind of a single file that can be uploaded. @throws ApiError with the reason it can't */
async function kindToAdd(files: readonly File[]): Promise<{ file: File; kind: MediumKind }> {
  const [file, another] = files;
  if (!file || another) throw refusal("Add one file at a time.");
  const kind = kindOfFile(file.name);
  if (kind === null) throw refusal(UNKNOWN_FILE);
  return { file: await prepareFile(kind, file), kind };
}

/** `typed` is what's already in the day's form; without a title, the draft is named after the file. */
type FileForDay = {
  date: string;
  files: readonly File[];
  typed?: Omit<CreateContentForm, "date" | "title"> & { title: string };
};

/** Puts a file on a day in one step: a draft, if the day is empty, and the upload into it. Repeating it does nothing twice. */
export function useAddFile(onOpen: (date: string) => void) {
  const queryClient = useQueryClient();
  const show = useShowContent();
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ date, files, typed }: FileForDay) => {
      const { file, kind } = await kindToAdd(files);
      const { item, isNew } = await findOrCreate({
        ...typed,
        date,
        title: typed?.title.trim() || titleOfFile(file.name),
      });
      const place = `${item.id}/${kind}`;
      if (!isUploading(place) && has(item, kind)) {
        throw refusal(`${formatLongDate(date)} already has ${kind}. Open the day to replace it.`);
      }
      await show({ [item.date]: item });
      if (isNew) {
        const description = "New content has been successfully created.";
        toast({ title: "Content Created", description, tone: "success" });
      }
      const draft = openDraft(item, saveContent(queryClient));
      onOpen(item.date);
      const attach = async (key: string) => {
        draft.chooseMedium(MEDIUM_OF_KIND[kind], key);
        const isSaved = await draft.flush();
        toast(isSaved ? { title: "Content Updated", tone: "success" } : unsavedToast(draft.date()));
      };
      await startUpload({ place, kind, file, onUploaded: ({ key }) => void attach(key) });
    },
    // In a toast, because another day may be open by now.
    onError: (error) => toast({ title: "File not added", description: errorDetail(error), tone: "error" }),
  });
}
