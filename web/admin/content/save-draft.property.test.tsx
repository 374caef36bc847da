import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { UpdateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { contentItem } from "#test/answers/content.ts";
import { failure, PASSWORD, startServer } from "#test/web/admin.tsx";
import { logInAsAdmin } from "../../lib/admin-session.ts";
import { resetAtoms } from "../parts/stored.atoms.ts";
import { answered, type Choice, contestedIn, draftOf, resolved, typeOver } from "./content-draft.ts";
import { changeDraft, readDraft } from "./drafts.atoms.ts";
import { saveDraft } from "./save-draft.ts";

const EDITORS = ["ann", "ben"] as const;
const FIELDS = ["title", "description"] as const;
type Editor = (typeof EDITORS)[number];
type Field = (typeof FIELDS)[number];

type Step = { editor: Editor; field: Field; choice: Choice; act: (typeof ACTS)[number] };
const ACTS = ["type", "save", "arrive", "answer", "lose", "read", "choose"] as const;
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    editor: fc.constantFrom(...EDITORS),
    field: fc.constantFrom(...FIELDS),
    choice: fc.constantFrom<Choice>("mine", "theirs"),
    act: fc.constantFrom(...ACTS, "type" as const, "save" as const, "answer" as const),
  }),
  { minLength: 5, maxLength: 40 },
);

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

type Answer = { response: Response; item: LibraryItem };
type Call = { change: UpdateContentRequest; answer: Answer | null; send: (response: Response) => void };

/** One item on a server, and two editors of it. Each sees it under an ID of its own, as on its own page. */
function twoEditors() {
  const stored = { title: "title 0", description: "description 0", version: 1 };
  const history = { title: [{ text: stored.title, by: "" }], description: [{ text: stored.description, by: "" }] };
  const itemFor = (editor: Editor): LibraryItem => contentItem({ id: editor, date: "2027-06-01", ...stored });
  const state = () => ({
    seen: null as LibraryItem | null,
    agreed: new Set<string>(),
    calls: [] as Call[],
    late: [] as Call[],
  });
  const editors = { ann: state(), ben: state() };
  const clients = { ann: new QueryClient(), ben: new QueryClient() };
  const last: Record<string, string> = {};
  let count = 0;

  function apply(editor: Editor, { title, description, version }: UpdateContentRequest): Answer {
    const change = Object.entries({ title, description }).filter(
      ([name, text]) => text !== undefined && text !== stored[name as Field],
    ) as [Field, string][];
    if (change.length > 0 && version !== stored.version) {
      const item = itemFor(editor);
      const body = { error: "Stale", code: "stale", requestId: "r1", present: item };
      return { response: Response.json(body, { status: 409 }), item };
    }
    for (const [name, text] of change) {
      const before = history[name].at(-1);
      // What someone else wrote is never replaced before this editor has seen it there.
      if (before?.by !== editor) expect(editors[editor].agreed).toContain(stored[name]);
      stored[name] = text;
      history[name].push({ text, by: editor });
    }
    if (change.length > 0) stored.version += 1;
    return { response: Response.json(itemFor(editor)), item: itemFor(editor) };
  }

  const route =
    (editor: Editor) =>
    ({ body }: { body: unknown }) =>
      new Promise<Response>((send) => {
        editors[editor].calls.push({ change: body as UpdateContentRequest, answer: null, send });
      });

  const known = (editor: Editor) => editors[editor].seen ?? itemFor(editor);
  function look(editor: Editor): void {
    const item = itemFor(editor);
    editors[editor].seen = item;
    changeDraft(editor, (draft) => (draft && item.version > draft.item.version ? answered(draft, item) : draft));
  }
  const arrive = (editor: Editor, call: Call | undefined) => {
    if (call) call.answer ??= apply(editor, call.change);
  };

  const acts: Record<Step["act"], (step: Step) => void> = {
    type({ editor, field }) {
      const draft = readDraft(editor);
      if (draft?.typed[field] === undefined) editors[editor].agreed.add((draft?.item ?? known(editor))[field]);
      count += 1;
      const text = `${field} ${count} of ${editor}`;
      last[`${editor} ${field}`] = text;
      changeDraft(editor, (present) => typeOver(present ?? draftOf(known(editor)), { [field]: text }));
    },
    save: ({ editor }) => void saveDraft(clients[editor], editor),
    arrive({ editor }) {
      const { late, calls } = editors[editor];
      arrive(editor, late.shift() ?? calls[0]);
    },
    answer({ editor }) {
      const call = editors[editor].calls.shift();
      arrive(editor, call);
      if (!call?.answer) return;
      editors[editor].seen = call.answer.item;
      call.send(call.answer.response);
    },
    /** The request may still arrive. */
    lose({ editor }) {
      const call = editors[editor].calls.shift();
      if (!call) return;
      if (call.answer === null) editors[editor].late.push(call);
      call.send(failure(503, "Later"));
    },
    read: ({ editor }) => look(editor),
    choose({ editor, field, choice }) {
      const draft = readDraft(editor);
      if (!draft || !contestedIn(draft).includes(field)) return;
      if (choice === "mine") editors[editor].agreed.add(draft.item[field]);
      else delete last[`${editor} ${field}`];
      changeDraft(editor, (present) => present && resolved(present, field, choice));
    },
  };
  return { acts, route, history, last, isOpen: () => EDITORS.some((editor) => readDraft(editor) !== undefined) };
}

beforeEach(async () => {
  startServer({});
  await logInAsAdmin(PASSWORD);
});

test("no order of two editors' saves, lost responses, and choices silently loses or overwrites text", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      resetAtoms();
      const { acts, route, history, last, isOpen } = twoEditors();
      startServer({ "PUT /api/content/ann": route("ann"), "PUT /api/content/ben": route("ben") });
      const run = async (step: Step) => {
        acts[step.act](step);
        await settled();
      };
      for (const step of list) await run(step);
      // A connection again: late requests arrive, and each editor answers every question by its own text.
      const [title, description] = FIELDS;
      for (let round = 0; round < 12 && (round < 3 || isOpen()); round += 1) {
        for (const editor of EDITORS) {
          const mine = { editor, field: title, choice: "mine" } as const;
          for (const act of ["arrive", "answer", "choose"] as const) await run({ ...mine, act });
          await run({ ...mine, field: description, act: "choose" });
          for (const act of ["save", "answer", "read"] as const) await run({ ...mine, act });
        }
      }
      expect(isOpen()).toBe(false);
      for (const [name, text] of Object.entries(last)) {
        const [editor, field] = name.split(" ") as [Editor, Field];
        expect(history[field]).toContainEqual({ text, by: editor });
      }
    }),
    { numRuns: 100 },
  );
});

test("a lone editor never gets a conflict with their own text, whichever responses are lost", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      resetAtoms();
      const { acts, route } = twoEditors();
      startServer({ "PUT /api/content/ann": route("ann") });
      for (const step of list) {
        acts[step.act]({ ...step, editor: "ann" });
        await settled();
        const draft = readDraft("ann");
        expect(draft ? contestedIn(draft) : []).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});
