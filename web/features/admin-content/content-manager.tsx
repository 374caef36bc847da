import { useRef } from "react";
import { ContentLibrary } from "./content-library.tsx";
import { CreateContent } from "./create-content.tsx";
import { EditContent } from "./edit-content.tsx";
import { useEditedDate } from "./use-edited-date.ts";

export function ContentManager({ password }: { password: string }) {
  const editor = useRef<HTMLDivElement>(null);
  const editedDate = useEditedDate();

  function edit(date: string) {
    editor.current?.scrollIntoView({ block: "start" });
    void editedDate.openDate(date);
  }

  return (
    <div className="grid gap-6">
      <ContentLibrary password={password} onEdit={edit} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div ref={editor} className="scroll-mt-6">
          <EditContent password={password} {...editedDate} />
        </div>
        <CreateContent password={password} />
      </div>
    </div>
  );
}
