import { BlobSource, Input, MP3, MP4 } from "mediabunny";
import { useEffect, useRef, useState } from "react";
import type { KindFile } from "#domain/rules/files-of-days.ts";
import { showableText } from "#domain/rules/text.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { prepareFile } from "../../media/prepare-file.ts";
import { requirePlayable } from "../../media/require-playable.ts";
import { limitTo } from "../limit-to.ts";

/** What a file says about itself; `problem` is why it can't be uploaded. */
export type FileFacts = { seconds: number | null; title: string | null; problem: string | null };

/** The title that a recording names. */
async function titleIn(file: File): Promise<string | null> {
  const input = new Input({ formats: [MP3, MP4], source: new BlobSource(file) });
  try {
    const { title = "" } = await input.getMetadataTags();
    return showableText(title, 120) || null;
  } finally {
    input.dispose();
  }
}

async function readFacts({ kind, file }: KindFile<File>): Promise<FileFacts> {
  try {
    await prepareFile(kind, file);
    const seconds = await requirePlayable(kind, file);
    return { seconds, title: seconds === null ? null : await titleIn(file).catch(() => null), problem: null };
  } catch (error) {
    return { seconds: null, title: null, problem: errorDetail(error) };
  }
}

const inTurn = limitTo(3);

/** Reads each file once. A file that isn't read yet has no facts. */
export function useFileFacts(files: readonly KindFile<File>[]): (file: File) => FileFacts | undefined {
  const [facts, setFacts] = useState<ReadonlyMap<File, FileFacts>>(new Map());
  const begun = useRef(new Set<File>());
  useEffect(() => {
    for (const one of files.filter(({ file }) => !begun.current.has(file))) {
      begun.current.add(one.file);
      const read = inTurn(() => readFacts(one));
      void read.then((found) => setFacts((known) => new Map(known).set(one.file, found)));
    }
  }, [files]);
  return (file) => facts.get(file);
}
