import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type * as z from "zod";
import { contentLibrary } from "#domain/contract/content/library.ts";
import { inboundList } from "#domain/contract/mail-responses.ts";
import { memberList } from "#domain/contract/member-list.ts";
import { foldText } from "#domain/rules/text.ts";
import { createItem, createMember, db, rowsOf } from "#test/worker/factories.ts";
import { writeIn } from "#test/worker/inbound.ts";
import { request } from "#test/worker/request.ts";
import { changeProfile } from "../account/member/members.queries.ts";
import { foldTexts } from "./fold-texts.ts";

const fold = () => foldTexts({ db } as Parameters<typeof foldTexts>[0]);

async function found<T>(path: string, query: Record<string, string>, answer: z.ZodType<T>): Promise<T> {
  return answer.parse(await (await request(`/api/${path}?${new URLSearchParams(query)}`, { admin: true })).json());
}

test.for<[text: string, date: string, ...searches: string[]]>([
  ["World’s Worst", "2101-01-01", "world's", "worst worlds", "WORLD’S"],
  ["Łódź Œuvre", "2101-01-02", "lodz", "oeuvre lodz"],
  ["Οδυσσέας", "2101-01-03", "ΟΔΥΣΣΈΑΣ", "οδυσσεασ"],
  ["“Go” — now…", "2101-01-04", '"go"', "now... -"],
  ["ﬁt ½", "2101-01-05", "fit", "1/2"],
  ["soft\u00a0ice", "2101-01-06", "ice soft"],
])(
  "%s is found alike among sessions, members, and emails, also if an older version wrote it",
  async ([text, date, ...searches]) => {
    const mark = crypto.randomUUID().slice(0, 8);
    const session = await createItem(date, { title: `${text} ${mark}` });
    const member = await createMember({ firstName: text, lastName: mark });
    await writeIn({ from: `${mark}@x.test`, subject: `${text} ${mark}` });
    for (const isOld of [false, true]) {
      if (isOld) await rowsOf("update inbound_mails set folded = null where from_address = ?", `${mark}@x.test`);
      if (isOld) await rowsOf("update content_texts set folded = null where content_id = ?", session.id);
      await fold();
      for (const search of searches) {
        const q = `${mark} ${search}`;
        const sessions = await found("content/all", { limit: "9", search: q }, contentLibrary);
        const { members } = await found("admin/members", { q }, memberList);
        const { mails } = await found("admin/inbound", { list: "every", q }, inboundList);
        const ids = [...sessions, ...members].map(({ id }) => id);
        expect([search, ids, mails.length]).toEqual([search, [session.id, member.id], 1]);
      }
    }
  },
);

const SEARCHED =
  "select coalesce(first_name_folded, lower(first_name)) as first, coalesce(last_name_folded, lower(last_name)) as last from members where id = ?";

test("a name is stored as a search folds it, whatever its letters are, and again once it changes", async () => {
  const letters = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("Ana", "O’Brien", "anne--marie", "J. R. 2", "ẞ", "İ"),
  );
  const names = fc.sample(fc.tuple(letters, letters), 60);
  const made = await Promise.all(names.map(([firstName, lastName]) => createMember({ firstName, lastName })));
  await fold();
  const stored = async (id: string) => (await rowsOf(SEARCHED, id))[0];
  for (const { id, firstName, lastName } of made) {
    expect(await stored(id)).toEqual({ first: foldText(firstName ?? ""), last: foldText(lastName ?? "") });
  }
  const { id } = await createMember({ firstName: "Zoë", lastName: "Núñez" });
  await fold();
  await changeProfile(db, id, { firstName: "Éva" } as never, Date.now());
  await fold();
  expect(await stored(id)).toEqual({ first: "eva", last: "nunez" });
});

test("a run with nothing to fold writes nothing", async () => {
  await createMember({ firstName: "Anne-Marie", lastName: "J. Roe 3" });
  await fold();
  const batch = vi.spyOn(db, "batch");
  await fold();
  expect(batch).toHaveBeenCalledOnce();
});
