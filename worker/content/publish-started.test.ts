import { expect, test } from "vitest";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { hourAt } from "#test/worker/jobs.ts";

test("the hourly cron publishes only scheduled sessions whose day has started everywhere", async () => {
  const { id } = await createItem("2026-05-04", { status: "scheduled" });
  await createItem("2026-05-03", { status: "draft" });
  await createItem("2026-05-02", { status: "scheduled", deletedAt: 1 });
  const statuses = () => rowsOf("select date, status from content where status <> 'published' order by date");
  const others = [
    { date: "2026-05-02", status: "scheduled" },
    { date: "2026-05-03", status: "draft" },
  ];
  // At noon UTC, the last zone on Earth begins its day.
  await hourAt(Date.parse("2026-05-04T11:12:00Z"));
  expect(await statuses()).toEqual([...others, { date: "2026-05-04", status: "scheduled" }]);
  await hourAt(Date.parse("2026-05-04T12:12:00Z"));
  expect(await statuses()).toEqual(others);
  expect(await rowsOf("select status from content where id = ?", id)).toEqual([{ status: "published" }]);
});
