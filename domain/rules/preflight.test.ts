import { expect, test } from "vitest";
import { isWorkingLink, type MediumFacts, type PreflightFacts, preflight } from "./preflight.ts";

const APP = "https://daybolt.example";
const WORDS = "Stand up, breathe, and begin with the one thing that counts.";

function audio(overrides: Partial<MediumFacts> = {}): MediumFacts {
  const file = { kind: "audio", contentType: "audio/mpeg", sizeBytes: 10, durationSeconds: 600 } as const;
  return { ...file, stored: { sizeBytes: 10 }, ...overrides };
}

function facts(overrides: Partial<PreflightFacts> = {}): PreflightFacts {
  return {
    title: "Own the morning",
    description: WORDS,
    transcript: "Feet on the floor.",
    media: [audio()],
    embed: null,
    mail: { sizeBytes: 20_000, links: [`${APP}/content/2026-11-21`] },
    appUrl: APP,
    ...overrides,
  };
}

const open = (overrides: Partial<PreflightFacts>) =>
  preflight(facts(overrides))
    .filter(({ result }) => result !== "pass")
    .map(({ check, result }) => [check, result]);

const embed = (state: "allowed" | "refused" | "missing" | "unasked", durationSeconds: number | null = null) => ({
  provider: "Vimeo",
  answer: { state, durationSeconds },
});

test("a complete item passes every check", () => {
  expect(open({})).toEqual([]);
  expect(preflight(facts()).map(({ check }) => check)).toEqual([
    "Title",
    "Description",
    "Audio",
    "Audio length",
    "Text version",
    "Artwork",
    "Email size",
    "Email links",
  ]);
});

test.each<[string, Partial<PreflightFacts>, [string, string][]]>([
  ["a long title", { title: "x".repeat(61) }, [["Title", "warning"]]],
  ["no description", { description: " " }, [["Description", "fail"]]],
  ["a short description", { description: "Go." }, [["Description", "warning"]]],
  ["nothing to play", { media: [] }, [["Media", "fail"]]],
  ["a file that is gone", { media: [audio({ stored: null })] }, [["Audio", "fail"]]],
  ["another file than was uploaded", { media: [audio({ stored: { sizeBytes: 9 } })] }, [["Audio", "fail"]]],
  ["an empty file", { media: [audio({ sizeBytes: 0, stored: { sizeBytes: 0 } })] }, [["Audio", "fail"]]],
  ["a type that browsers may not play", { media: [audio({ contentType: "audio/ogg" })] }, [["Audio", "fail"]]],
  [
    "a picture that some mail programs do not show",
    { media: [audio(), audio({ kind: "artwork", contentType: "image/webp" })] },
    [["Artwork", "warning"]],
  ],
  ["an unknown length", { media: [audio({ durationSeconds: null })] }, [["Audio length", "warning"]]],
  ["a second of sound", { media: [audio({ durationSeconds: 1 })] }, [["Audio length", "fail"]]],
  ["five hours of sound", { media: [audio({ durationSeconds: 18_000 })] }, [["Audio length", "fail"]]],
  ["an embedded video alone", { media: [], embed: embed("allowed", 300) }, []],
  ["an embedded video of no known length", { media: [], embed: embed("allowed") }, []],
  ["an embedded video of a second", { media: [], embed: embed("allowed", 1) }, [["Vimeo video length", "fail"]]],
  ["a video that may not be embedded", { embed: embed("refused") }, [["Vimeo video", "fail"]]],
  ["a video that is not there", { embed: embed("missing") }, [["Vimeo video", "fail"]]],
  ["a provider that could not be asked", { embed: embed("unasked") }, [["Vimeo video", "warning"]]],
  ["no words to read", { transcript: null }, [["Text version", "warning"]]],
  ["a heavy mail", { mail: { sizeBytes: 100_000, links: [] } }, [["Email size", "fail"]]],
  ["a link to no page of ours", { mail: { sizeBytes: 1, links: [`${APP}/nowhere`] } }, [["Email links", "fail"]]],
  ["an unencrypted link", { description: `${WORDS} http://x.com/` }, [["Links in the description", "warning"]]],
  [
    "a described page that isn't ours",
    { description: `${WORDS} ${APP}/lost` },
    [["Links in the description", "warning"]],
  ],
  ["a working link", { description: `${WORDS} https://x.com/ ${APP}/profile` }, []],
  ["a relative link", { mail: { sizeBytes: 1, links: ["/content/1"] } }, [["Email links", "fail"]]],
])("%s is reported", (_, overrides, expected) => {
  expect(open(overrides)).toEqual(expected);
});

test("the description check always says that the email and the page show the description", () => {
  const said = (description: string) =>
    preflight(facts({ description })).find(({ check }) => check === "Description")?.message;
  for (const description of ["", "Go.", facts().description])
    expect(said(description)).toMatch(/shown in the wake-up email and on the page\.$/i);
});

test("the length check shows a length to the nearest second, as in the editor", () => {
  const said = (durationSeconds: number) =>
    preflight(facts({ media: [audio({ durationSeconds })] })).find(({ check }) => check === "Audio length")?.message;
  expect([59.6, 3600, 64.4].map(said)).toEqual(["1:00", "1:00:00", "1:04"]);
});

test("captions count as a text version, and every problem's message is longer than one sentence", () => {
  const captions = audio({ kind: "captions", contentType: "text/vtt" });
  const video = audio({ kind: "video", contentType: "video/mp4" });
  expect(open({ transcript: null, media: [video, captions] })).toEqual([]);
  for (const { result, message } of preflight(facts({ description: "", media: [], transcript: null }))) {
    if (result !== "pass") expect(message.split(". ").length).toBeGreaterThan(1);
  }
});

test("captions without a hosted video don't count as a text version", () => {
  const captions = audio({ kind: "captions", contentType: "text/vtt" });
  expect(open({ transcript: null, media: [audio(), captions] })).toEqual([["Text version", "warning"]]);
  expect(open({ media: [audio(), captions] })).toEqual([]);
});

test.each([
  [`${APP}/profile`, true],
  ["https://elsewhere.example/x", true],
  ["http://elsewhere.example/x", false],
  ["mailto:help@daybolt.example", true],
  ["javascript:alert(1)", false],
  ["{{unsubscribeUrl}}", false],
])("the link %s works: %s", (link, works) => {
  expect(isWorkingLink(link, APP)).toBe(works);
  expect(isWorkingLink("http://localhost:8787/profile", "http://localhost:8787")).toBe(true);
});

test("the description's broken links are listed one per line, each with its reason", () => {
  const description = `${WORDS} ${APP}/lost, ${APP}/profile, http://x.com/, https://x.com/`;
  const line = preflight(facts({ description })).find(({ check }) => check === "Links in the description");
  expect(line?.message.split("\n")).toEqual([
    "Check before you publish:",
    `${APP}/lost (page not found)`,
    "http://x.com/ (not HTTPS)",
  ]);
});
