import { okResponse } from "#domain/contract/account.ts";
import { daysChanged, daysPlan, daysUndone, sheetImported, sheetPlan } from "#domain/contract/content/days.ts";
import { deletedContent, libraryItem } from "#domain/contract/content/library.ts";
import { medium } from "#domain/contract/media.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { createItem } from "./factories.ts";
import { request } from "./request.ts";

const captions = Uint8Array.from(new TextEncoder().encode("WEBVTT\n"));

/** A completed upload, by its ID. */
async function uploadOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const metadata = `filename ${btoa("answers.vtt")},kind ${btoa("captions")}`;
  const headers = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  const started = await request("/api/admin/uploads", { method: "POST", admin: true, headers });
  const path = started.headers.get("location") ?? "";
  const part = { "upload-offset": "0", "content-length": headers["upload-length"] };
  const type = { "content-type": "application/offset+octet-stream" };
  await request(path, { method: "PATCH", admin: true, headers: { ...part, ...type }, body: bytes });
  return path.split("/").at(-1) ?? "";
}

async function deleteItemOf(date: string): Promise<string> {
  const { id } = await createItem(date);
  await request(`/api/content/${id}`, { method: "DELETE", admin: true });
  return id;
}

async function editItemOf(date: string): Promise<string> {
  const { id } = await createItem(date);
  await request(`/api/content/${id}`, { method: "PUT", admin: true, json: { title: "Edited" } });
  return id;
}

/** A job that hides the session of a date. */
async function hidingOf(date: string) {
  const { id, version } = await createItem(date);
  return { requestId: crypto.randomUUID(), action: { hidden: true }, days: [{ id, date, version }] };
}

async function hide(date: string): Promise<string> {
  const json = await hidingOf(date);
  await request("/api/content/days", { admin: true, json });
  return json.requestId;
}

/** Successful responses of the library and file routes, for the test of all responses. Today has an item. */
export const LIBRARY_ANSWERS = answersOf({
  "GET /api/content/deleted": [
    deletedContent.min(1),
    async () => {
      await deleteItemOf("2031-02-01");
      return asAdmin();
    },
  ],
  "DELETE /api/content/:id": [okResponse, async () => asAdmin({ ids: [(await createItem("2031-02-02")).id] })],
  "POST /api/content/:id/restore": [
    libraryItem,
    async () => asAdmin({ ids: [await deleteItemOf("2031-02-03")], json: {} }),
  ],
  "POST /api/content/:id/duplicate": [libraryItem, () => asAdmin({ ids: [dayAhead(0)], json: { date: "2031-02-04" } })],
  "POST /api/content/:id/revisions/:version/restore": [
    libraryItem,
    async () => asAdmin({ ids: [await editItemOf("2031-02-06"), "1"], json: {} }),
  ],
  "POST /api/content/days/plan": [daysPlan, async () => asAdmin({ json: await hidingOf("2031-03-01") })],
  "POST /api/content/days": [daysChanged, async () => asAdmin({ json: await hidingOf("2031-03-02") })],
  "POST /api/content/days/:id/undo": [daysUndone, async () => asAdmin({ ids: [await hide("2031-03-03")], json: {} })],
  "POST /api/content/sheet/plan": [
    sheetPlan,
    () => asAdmin({ json: { rows: [{ date: "2031-03-04", title: "New" }] } }),
  ],
  "POST /api/content/sheet": [
    sheetImported,
    () =>
      asAdmin({
        json: { requestId: crypto.randomUUID(), rows: [{ date: "2031-03-05", title: "New", version: null }] },
      }),
  ],
  "POST /api/content": [libraryItem, () => asAdmin({ json: { date: "2031-01-01", title: "New" } })],
  "PUT /api/content/:id": [libraryItem, () => asAdmin({ ids: [dayAhead(0)], json: { title: "New" } })],
  "POST /api/admin/uploads/:id/complete": [medium, async () => asAdmin({ ids: [await uploadOf(captions)], json: {} })],
});
