import { expect, type Page } from "@playwright/test";
import type { TestMember } from "./members.ts";
import { callApi } from "./stack.ts";

export const AUDIO_ALONE = ({ audioFilename, video }: { audioFilename: string | null; video: unknown }) =>
  audioFilename !== null && video === null;

export const playing = (page: Page) => page.locator("audio").evaluate((audio: HTMLAudioElement) => !audio.paused);
export const position = (page: Page) => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
export const miniPlayer = (page: Page) => page.getByRole("region", { name: "Now playing" });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

export async function seek(page: Page, seconds: number): Promise<void> {
  const audio = page.locator("audio");
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBeGreaterThan(60);
  await audio.evaluate((element: HTMLAudioElement, to) => {
    element.currentTime = to;
  }, seconds);
}

export const readProgress = async (date: string, { token }: TestMember) =>
  (await callApi(`/api/progress/${date}`, { token })).json();

/** The dashboard's address with that day's card in front. */
export async function inTheDial(date: string, { token }: TestMember): Promise<string> {
  const [year, month] = date.split("-").map(Number);
  const list: { date: string }[] = await (await callApi(`/api/content?year=${year}&month=${month}`, { token })).json();
  return `/dashboard?rolodex=${list.findIndex((item) => item.date === date)}&year=${year}&month=${month}`;
}
