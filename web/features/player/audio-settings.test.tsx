import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { AudioSettings } from "./audio-player.tsx";
import { useMediaState } from "./use-media-state.ts";

// A device with hardware volume buttons always returns 1. The product checks only once, so this test has its own file.
vi.spyOn(HTMLMediaElement.prototype, "volume", "get").mockReturnValue(1);

const audio = document.createElement("audio");

function Settings() {
  return <AudioSettings media={audio} state={useMediaState(audio)} />;
}

test("if the device doesn't allow setting the volume, the slider is hidden and mute stays", async () => {
  renderAt("/", <Settings />);
  expect(screen.queryByRole("slider")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Mute" }));
  expect(audio.muted).toBe(true);
});
