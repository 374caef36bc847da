import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateContentForm } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { titleOfFile } from "#domain/rules/title-of-file.ts";
import { kindOfFile } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, hasErrorCode } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";
import { prepareFile } from "../media/prepare-file.ts";
import { isUploading, startUpload } from "../media/uploads.atoms.ts";
import { useShowContent } from "./content.query.ts";
import { draftOf, typeOver } from "./content-draft.ts";
import { choiceOf, fieldsOf, MEDIUM_OF_KIND } from "./content-fields.ts";
import { changeDraft, readDraft } from "./drafts.atoms.ts";
import { reportUnsaved } from "./left-days.atoms.ts";
import { saveDraft, takeNews } from "./save-draft.ts";

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
  return fieldsOf(item)[MEDIUM_OF_KIND[kind]] !== null || (kind === "video" && item.video !== null);
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
      onOpen(item.date);
      const attach = async (key: string) => {
        changeDraft(item.id, (draft) => typeOver(draft ?? draftOf(item), choiceOf(kind, key)));
        await saveDraft(queryClient, item.id);
        takeNews(item.id);
        const left = readDraft(item.id);
        if (left) reportUnsaved(left, toast);
        else toast({ title: "Content Updated", tone: "success" });
      };
      await startUpload({ place, kind, file, onUploaded: ({ key }) => attach(key) });
    },
  });
}
