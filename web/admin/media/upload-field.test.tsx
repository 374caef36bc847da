import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import type { Sending } from "./send-file.ts";
import { UploadField } from "./upload-field.tsx";
import { uploadsAtom } from "./uploads.atoms.ts";

const control = { resume: vi.fn(), cancel: vi.fn(async () => undefined) };

afterEach(() => {
  getDefaultStore().set(uploadsAtom, new Map());
  vi.clearAllMocks();
});

function show(state?: Sending) {
  if (state) getDefaultStore().set(uploadsAtom, new Map([["item/audio", { filename: "dawn.mp3", state, control }]]));
  renderAt("/admin", <UploadField kind="audio" place="item/audio" label="Upload audio" onUploaded={vi.fn()} />);
}

test.for([
  ["notes.txt", "x", /Audio must be a \.mp3 or \.m4a file/],
  ["silence.mp3", "", /This file is empty/],
])("%s is refused before anything is sent", async ([name, bytes, words]) => {
  show();
  // The file dialog would hide this file, but it can still be dropped.
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(screen.getByLabelText(/Upload audio/), new File([bytes as string], name as string));
  expect((await screen.findByRole("alert")).textContent).toMatch(words as RegExp);
});

const mp3 = (name: string) => new File(["RIFF1234WAVE"], name, { type: "audio/mpeg" });
const dropped = (...files: File[]) => ({ dataTransfer: { files, types: ["Files"] } });

test("one dropped file is accepted, and two are refused", async () => {
  show();
  const zone = screen.getByText("Upload audio");
  fireEvent.drop(zone, dropped(mp3("one.mp3"), mp3("two.mp3")));
  expect((await screen.findByRole("alert")).textContent).toMatch(/one file at a time/);
  fireEvent.drop(zone, dropped(mp3("words.mp3")));
  expect((await screen.findByText(/^words\.mp3: This file can't be played in every browser/)).textContent).toContain(
    "MP3",
  );
});

test("an upload in progress shows its bar, speed, and time left, and can be cancelled", async () => {
  show({ step: "sending", sent: 15_000_000, total: 30_000_000, bytesPerSecond: 100_000 });
  const bar = screen.getByRole("progressbar", { name: "Upload: dawn.mp3" });
  expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["15000000", "30000000"]);
  expect(screen.queryByText("15.0 MB of 30.0 MB, 100 KB/s, about 3 minutes left")).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(control.cancel).toHaveBeenCalledOnce();
  expect(screen.queryByLabelText(/Upload audio/)).not.toBeNull();
});

test("a lost connection shows how much is stored, and the upload resumes on request", async () => {
  show({ step: "waiting", stored: 8_000_000, total: 30_000_000 });
  expect(screen.getByRole("status").textContent).toContain("8.0 MB of 30.0 MB uploaded");
  await userEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(control.resume).toHaveBeenCalledOnce();
});

test("a refusal gives the reason and offers another file, and offers Try again only if that can help", async () => {
  show({ step: "failed", message: "The file is broken.", canRetry: false });
  expect(screen.getByRole("alert").textContent).toContain("dawn.mp3: The file is broken.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  expect(screen.queryByLabelText(/Upload audio/)).not.toBeNull();
});
