import type { OpenedItem } from "#domain/contract/content/content.ts";
import { DraftBanner } from "../admin/content/draft-banner.tsx";
import { ContentItemView, DayLinks } from "../features/content/content-item-view.tsx";
import { ItemStage } from "../features/player/item-stage.tsx";

const nothing = async () => undefined;

export function PreviewedItem({ item }: { item: OpenedItem }) {
  return (
    <ContentItemView
      item={item}
      ways={<DayLinks date={item.date} isAdmin />}
      notice={item.status === "draft" && <DraftBanner id={item.id} date={item.date} />}
      stage={<ItemStage item={item} takesFocus={false} listener={null} renewPass={nothing} />}
    />
  );
}
