import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { formatCount } from "#domain/formats.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";

const LINE_BREAK = 10;

/** Collects a stream and reports the number of lines so far. @throws if the connection ends before the stream does */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLines: (lines: number) => void,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let lines = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    for (const byte of read.value) if (byte === LINE_BREAK) lines += 1;
    onLines(lines);
  }
  return new Blob(chunks, { type: "text/csv" });
}

type ExportCsvProps = {
  call: () => Promise<Response>;
  label: string;
  filename: string;
  /** What a line is: "member". */
  noun: string;
};

/** A plain download link can't send the password header, so fetch the file and then save it, counting its lines meanwhile. */
export function ExportCsv({ call, label, filename, noun }: ExportCsvProps) {
  const [lines, setLines] = useState(0);
  const exporting = useMutation({
    mutationFn: async () => {
      setLines(0);
      const response = await call();
      if (!response.ok) throw await ApiError.from(response);
      if (response.body === null) throw new Error("The response has no body.");
      // Don't count the header line.
      const stream = response.body as ReadableStream<Uint8Array<ArrayBuffer>>;
      saveFile(await collect(stream, (counted) => setLines(Math.max(0, counted - 1))), filename);
    },
  });
  const counted = formatCount(lines, noun);
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-center gap-4">
        <Button icon={Download} variant="secondary" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
          {label}
        </Button>
        <p role="status" className="text-muted text-sm tabular-nums">
          {exporting.isPending && `${counted} exported so far...`}
          {exporting.isSuccess && `Saved ${filename}: ${counted}.`}
        </p>
      </div>
      {exporting.isError && (
        <Alert>Export failed. {errorDetail(exporting.error, "We lost the connection. Try again.")}</Alert>
      )}
    </div>
  );
}
