import { waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import { expect, test, vi } from "vitest";
import { UPLOAD_PART_BYTES } from "#domain/rules/uploads.ts";
import { failure, PASSWORD, startServer } from "#test/web/admin.tsx";
import { logInAsAdmin } from "../../lib/admin-session.ts";
import { adminStatusAtom } from "../../lib/admin-status.atoms.ts";
import { type Sending, sendFile } from "./send-file.ts";
import { startUpload, uploadsAtom } from "./uploads.atoms.ts";

type Reply = { status: number; headers?: Record<string, string>; body?: string };
type Asked = { method: string; path: string; offset: number | null; password: string | undefined };

const PROXY: Reply = { status: 502, body: "<html><h1>502 Bad Gateway</h1></html>" };
const SIZE = 2 * UPLOAD_PART_BYTES + 10;
const UPLOAD = "/api/admin/uploads/u-1";
const COMPLETE = `POST ${UPLOAD}/complete`;
const MEDIUM = {
  key: "sun.png",
  kind: "artwork",
  title: "sun",
  contentType: "image/png",
  sizeBytes: SIZE,
  durationSeconds: null,
};

/**
 * The upload server, which records the offset. `fault` replaces its response, or cuts the connection with null;
 * undefined leaves the call to the server.
 */
function startParts(fault: (asked: Asked, nth: number) => Reply | null | undefined = () => undefined) {
  const parts = { offset: 0, asked: [] as Asked[] };
  const reply = (asked: Asked, bytes: number): Reply => {
    if (asked.method === "POST") return { status: 201, headers: { location: UPLOAD } };
    if (asked.method === "PATCH") parts.offset += bytes;
    const headers = { "upload-offset": String(parts.offset), "upload-length": String(SIZE) };
    return { status: asked.method === "PATCH" ? 204 : 200, headers };
  };
  class FakeRequest {
    upload: { onprogress?: (event: object) => void } = {};
    onload = () => {};
    onerror = (_: Error) => {};
    status = 0;
    responseText = "";
    private call = { method: "", path: "" };
    private sent: Record<string, string> = {};
    private received: Record<string, string> = {};
    open(method: string, path: string) {
      this.call = { method, path };
    }
    setRequestHeader(name: string, value: string) {
      this.sent[name.toLowerCase()] = value;
    }
    getResponseHeader = (name: string) => this.received[name.toLowerCase()] ?? null;
    abort() {}
    send(body: Blob | null) {
      const offset = this.sent["upload-offset"];
      const asked = { ...this.call, offset: offset ? Number(offset) : null, password: this.sent["x-admin-password"] };
      parts.asked.push(asked);
      const nth = parts.asked.filter(({ method }) => method === asked.method).length;
      const answer = fault(asked, nth);
      queueMicrotask(() => {
        if (body) this.upload.onprogress?.({ lengthComputable: true, loaded: body.size });
        if (answer === null) return this.onerror(new Error("cut"));
        const { status, headers = {}, body: text = "" } = answer ?? reply(asked, body?.size ?? 0);
        Object.assign(this, { status, responseText: text, received: headers });
        this.onload();
      });
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return parts;
}

const newFile = () => new File([new Uint8Array(SIZE)], "sun.png", { lastModified: 1 });

async function send(file = newFile()) {
  await logInAsAdmin(PASSWORD);
  const states: Sending[] = [];
  const control = sendFile({ kind: "artwork", file, onChange: (state) => states.push(state) });
  const reach = (step: Sending["step"]) => waitFor(() => expect(states.at(-1)?.step).toBe(step));
  return { states, control, reach };
}

const callsOf = ({ asked }: { asked: Asked[] }) => asked.map(({ method, offset }) => [method, offset]);
const WHOLE = [
  ["POST", null],
  ["PATCH", 0],
  ["PATCH", UPLOAD_PART_BYTES],
  ["PATCH", 2 * UPLOAD_PART_BYTES],
];

test("an upload in progress can be found with its controls until its media file exists", async () => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  const parts = startParts();
  await logInAsAdmin(PASSWORD);
  const onUploaded = vi.fn();
  await startUpload({ place: "item/artwork", kind: "artwork", file: newFile(), onUploaded });
  const running = () => getDefaultStore().get(uploadsAtom).get("item/artwork");
  await waitFor(() => expect(running()?.control.resume).toBeTypeOf("function"));
  await waitFor(() => expect(onUploaded).toHaveBeenCalledExactlyOnceWith(MEDIUM));
  await waitFor(() => expect(running()).toBeUndefined());
  expect(callsOf(parts)).toEqual(WHOLE);
});

test.for<[string, Reply | null]>([
  ["a proxy's page", PROXY],
  ["a server in trouble", { status: 500, body: '{"error":"Broken"}' }],
  ["a part that another request has sent", { status: 409, body: '{"error":"The upload stands elsewhere."}' }],
  ["a cut line", null],
])("after %s halfway, the upload asks the server how much is stored and continues from there", async ([, fault]) => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  const parts = startParts(({ method }, nth) => (method === "PATCH" && nth === 2 ? fault : undefined));
  const { reach } = await send();
  await reach("done");
  expect(callsOf(parts)).toEqual([...WHOLE.slice(0, 3), ["HEAD", null], ...WHOLE.slice(2)]);
});

test("a response that doesn't give the upload's progress never restarts it", async () => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  const parts = startParts(({ method }, nth) => {
    if (method === "PATCH" && nth === 2) return null;
    return method === "HEAD" && nth === 1 ? PROXY : undefined;
  });
  const { reach } = await send();
  await reach("done");
  expect(callsOf(parts).filter(([method]) => method === "POST")).toHaveLength(1);
  expect(parts.offset).toBe(SIZE);
});

test("an upload the server has ended starts over", async () => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  let isEnded = true;
  const parts = startParts(({ method }, nth) => {
    if (method === "PATCH" && nth === 2) return null;
    if (method !== "HEAD" || !isEnded) return undefined;
    isEnded = false;
    parts.offset = 0;
    return { status: 410, body: '{"error":"This upload is no longer open."}' };
  });
  const { reach } = await send();
  await reach("done");
  expect(callsOf(parts)).toEqual([...WHOLE.slice(0, 3), ["HEAD", null], ...WHOLE]);
});

test("a waiting upload reports only the bytes stored, and resumes once the connection is back", async () => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  let isCut = true;
  const parts = startParts((_, nth) => (isCut && parts.offset > 0 && nth > 1 ? null : undefined));
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { states, reach } = await send();
  await reach("waiting");
  expect(states.at(-1)).toEqual({ step: "waiting", stored: UPLOAD_PART_BYTES, total: SIZE });
  expect(states.some((state) => state.step === "sending" && state.sent > UPLOAD_PART_BYTES)).toBe(true);
  isCut = false;
  online.mockRestore();
  window.dispatchEvent(new Event("online"));
  await reach("done");
  expect(parts.offset).toBe(SIZE);
});

test("a refused password logs the administrator out, and the upload resumes after the next login", async () => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  let isRefused = true;
  const parts = startParts(() =>
    isRefused && parts.offset > 0 ? { status: 401, body: '{"error":"Invalid admin password"}' } : undefined,
  );
  const { states, control, reach } = await send();
  await reach("failed");
  expect(states.at(-1)).toEqual({ step: "failed", message: "Invalid admin password", canRetry: true });
  expect(getDefaultStore().get(adminStatusAtom)).toBe("refused");
  isRefused = false;
  await logInAsAdmin(PASSWORD);
  control.resume();
  await reach("done");
  expect(callsOf(parts).filter(([method]) => method === "POST")).toHaveLength(1);
  expect(new Set(parts.asked.map(({ password }) => password))).toEqual(new Set([PASSWORD]));
});

test("a file whose last step failed isn't resent, even after a reload", async () => {
  const server = startServer({ [COMPLETE]: () => failure(503, "Not now") });
  const parts = startParts();
  const first = await send();
  await first.reach("failed");
  expect(first.states.at(-1)).toEqual({ step: "failed", message: "Not now. Request ID: r1", canRetry: true });
  // Clears what the page knows; the browser's storage stays.
  const again = await send();
  await again.reach("failed");
  expect(callsOf(parts)).toEqual([...WHOLE, ["HEAD", null]]);
  server.routes[COMPLETE] = () => Response.json(MEDIUM);
  again.control.resume();
  await again.reach("done");
  expect(server.sentTo(COMPLETE)).toHaveLength(3);
  // The upload is complete, so choosing the same file again starts another one.
  parts.offset = 0;
  await (await send()).reach("done");
  expect(callsOf(parts).slice(WHOLE.length + 1)).toEqual(WHOLE);
});

/** Longer than anything a cancelled upload could still do here. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100));

test("a file that its session didn't get isn't resent, even after a reload", async () => {
  const server = startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  const parts = startParts();
  await logInAsAdmin(PASSWORD);
  const states: Sending[] = [];
  const onChange = async (state: Sending) => {
    states.push(state);
    if (state.step === "done") throw new Error("The session wasn't saved");
  };
  sendFile({ kind: "artwork", file: newFile(), onChange });
  await waitFor(() => expect(states.at(-1)).toMatchObject({ step: "failed", canRetry: true }));
  const { reach } = await send();
  await reach("done");
  expect(callsOf(parts)).toEqual([...WHOLE, ["HEAD", null]]);
  expect(server.sentTo(COMPLETE)).toHaveLength(2);
});

test("an upload cancelled while its file is being inspected is never sent", async () => {
  startServer({});
  const parts = startParts();
  await logInAsAdmin(PASSWORD);
  const states: Sending[] = [];
  const control = sendFile({
    kind: "artwork",
    file: newFile(),
    onChange(state) {
      states.push(state);
      void control.cancel();
    },
  });
  await aWhile();
  expect(parts.asked).toEqual([]);
  expect(states).toEqual([{ step: "checking" }]);
});

test("an upload cancelled during any of its first steps sends no bytes", async () => {
  startServer({});
  const parts = startParts(({ method }) => (method === "DELETE" ? { status: 204 } : undefined));
  await logInAsAdmin(PASSWORD);
  for (let steps = 0; steps < 16; steps += 1) {
    const file = new File([new Uint8Array(SIZE)], `step-${steps}.png`);
    const control = sendFile({ kind: "artwork", file, onChange: () => undefined });
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await control.cancel();
  }
  await aWhile();
  expect(parts.asked.filter(({ method }) => method === "PATCH")).toEqual([]);
});

test("an upload cancelled while the server completes it isn't reported, and is deleted on the server", async () => {
  let answer = (_: Response) => {};
  const server = startServer({ [COMPLETE]: () => new Promise((resolve) => (answer = resolve)) });
  const parts = startParts(({ method }) => (method === "DELETE" ? { status: 204 } : undefined));
  const { states, control, reach } = await send();
  await reach("completing");
  await waitFor(() => expect(server.sentTo(COMPLETE)).toHaveLength(1));
  await control.cancel();
  answer(Response.json(MEDIUM));
  await aWhile();
  expect(states.at(-1)).toEqual({ step: "completing" });
  await waitFor(() => expect(parts.asked.at(-1)?.method).toBe("DELETE"));
});

test("after a reload mid-upload, choosing the same file again sends only the missing part", async () => {
  startServer({ [COMPLETE]: () => Response.json(MEDIUM) });
  // The page closes while the second part is in transit; its responses never arrive.
  let isOpen = true;
  const parts = startParts(({ method }, nth) => (method === "PATCH" && nth === 2 && isOpen ? null : undefined));
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const first = await send();
  await first.reach("waiting");
  isOpen = false;
  online.mockRestore();
  const again = await send();
  await again.reach("done");
  expect(callsOf(parts)).toEqual([...WHOLE.slice(0, 3), ["HEAD", null], ...WHOLE.slice(2)]);
  expect(parts.offset).toBe(SIZE);
  // A closed page would have ended it; here it would make other tests' uploads wait.
  await first.control.cancel();
});

test("an upload refusal is final and says why", async () => {
  startServer({});
  startParts(() => ({ status: 400, body: JSON.stringify({ error: "This file can't be uploaded." }) }));
  const { states, reach } = await send();
  await reach("failed");
  expect(states.at(-1)).toEqual({ step: "failed", message: "This file can't be uploaded.", canRetry: false });
});
