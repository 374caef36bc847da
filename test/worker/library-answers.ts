import { okResponse } from "#domain/contract/account.ts";
import { deletedContent, libraryItem } from "#domain/contract/content/library.ts";
import { medium } from "#domain/contract/media.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { type Answer, asAdmin } from "./answers.ts";
import { createItem } from "./factories.ts";
import { request } from "./request.ts";

const captions = Uint8Array.from(new TextEncoder().encode("WEBVTT\n"));

/** The path of a completed upload. */
async function uploadOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const metadata = `filename ${btoa("answers.vtt")},kind ${btoa("captions")}`;
  const headers = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  const started = await request("/api/admin/uploads", { method: "POST", admin: true, headers });
  const path = started.headers.get("location") ?? "";
  const part = { "upload-offset": "0", "content-length": headers["upload-length"] };
  const type = { "content-type": "application/offset+octet-stream" };
  await request(path, { method: "PATCH", admin: true, headers: { ...part, ...type }, body: bytes });
  return path;
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

/** Successful responses of the library and file routes, for the test of all responses. Today has an item. */
export const LIBRARY_ANSWERS: Record<string, Answer> = {
  "GET /api/content/deleted": {
    schema: deletedContent.min(1),
    call: async () => {
      await deleteItemOf("2031-02-01");
      return asAdmin();
    },
  },
  "DELETE /api/content/:id": {
    schema: okResponse,
    call: async () => asAdmin({ path: `/api/content/${(await createItem("2031-02-02")).id}` }),
  },
  "POST /api/content/:id/restore": {
    schema: libraryItem,
    call: async () => asAdmin({ path: `/api/content/${await deleteItemOf("2031-02-03")}/restore`, json: {} }),
  },
  "POST /api/content/:id/duplicate": {
    schema: libraryItem,
    call: () => asAdmin({ path: `/api/content/${dayAhead(0)}/duplicate`, json: { date: "2031-02-04" } }),
  },
  "POST /api/content/:id/revisions/:version/restore": {
    schema: libraryItem,
    call: async () => asAdmin({ path: `/api/content/${await editItemOf("2031-02-06")}/revisions/1/restore`, json: {} }),
  },
  "POST /api/content": { schema: libraryItem, call: () => asAdmin({ json: { date: "2031-01-01", title: "New" } }) },
  "PUT /api/content/:id": {
    schema: libraryItem,
    call: () => asAdmin({ path: `/api/content/${dayAhead(0)}`, json: { title: "New" } }),
  },
  "POST /api/admin/uploads/:id/complete": {
    schema: medium,
    call: async () => asAdmin({ path: `${await uploadOf(captions)}/complete`, json: {} }),
  },
};
