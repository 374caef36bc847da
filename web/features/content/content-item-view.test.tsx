import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { renderAt } from "#test/web/render.tsx";
import { ContentItemView } from "./content-item-view.tsx";

const brand = vi.hoisted(() => ({ VOICE: null as { name: string } | null }));
vi.mock("#domain/brand.ts", async (original) => ({
  ...(await original<object>()),
  get VOICE() {
    return brand.VOICE;
  },
}));

const ITEM = { ...contentItem({ date: "2026-11-20" }), captionsFilename: null };

test.for([
  ["its date alone, which breaks only after the weekday", null, "Friday, November\u00a020,\u00a02026"],
  [
    "its date and who speaks, if the brand has a voice",
    { name: "Ray Riser" },
    "Friday, November\u00a020,\u00a02026 · with Ray Riser",
  ],
] as const)("a session shows %s", ([, voice, line]) => {
  brand.VOICE = voice;
  renderAt("/content/2026-11-20", <ContentItemView item={ITEM} stage={null} ways={null} />);
  expect(screen.getByText(/November 20/).textContent).toBe(line);
});
