import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { AudioSettings } from "./audio-settings.tsx";
import { useMediaState } from "./use-media-state.ts";

// A device whose own buttons have the volume: whatever a page sets, it answers 1. In a file of its own, since it is asked once.
Object.defineProperty(HTMLMediaElement.prototype, "volume", { get: () => 1, set: () => undefined });

const audio = document.createElement("audio");

function Settings() {
  return <AudioSettings media={audio} state={useMediaState(audio)} />;
}

test("where the device forbids setting the volume there is no slider for it, and mute stays", async () => {
  renderAt("/", <Settings />);
  expect(screen.queryByRole("slider")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Mute" }));
  expect(audio.muted).toBe(true);
});
