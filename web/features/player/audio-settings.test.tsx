import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { AudioSettings } from "./audio-player.tsx";
import { useMediaState } from "./use-media-state.ts";

// A device whose own buttons have the volume answers 1, whatever a page sets. The product asks once, hence a file of its own.
vi.spyOn(HTMLMediaElement.prototype, "volume", "get").mockReturnValue(1);

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
