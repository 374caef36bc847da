import { Plus } from "lucide-react";
import type { ReactNode } from "react";

/** Questions as native disclosures, one open at a time; they work without a script, and find-in-page can search them. */
export function QuestionList({ answers }: { answers: Record<string, ReactNode> }) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {Object.entries(answers).map(([question, answer]) => (
        <details key={question} name="questions" className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 sm:min-h-16 sm:py-4 font-bold text-lg semi-wide hover:text-bolt [&::-webkit-details-marker]:hidden">
            {question}
            <Plus className="size-6 shrink-0 text-bolt transition group-open:rotate-45" />
          </summary>
          <p className="max-w-2xl break-words pr-8 pb-6 text-muted leading-relaxed">{answer}</p>
        </details>
      ))}
    </div>
  );
}
