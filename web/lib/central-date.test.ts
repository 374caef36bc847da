import { expect, test } from "vitest";
import { formatCentralDate } from "./central-date.ts";

test("an instant is shown as the day it is in Chicago, summer and winter", () => {
  expect(formatCentralDate("2025-08-12T04:59:00.000Z")).toBe("8/11/2025");
  expect(formatCentralDate("2025-08-12T05:00:00.000Z")).toBe("8/12/2025");
  expect(formatCentralDate("2026-01-01T05:59:59.000Z")).toBe("12/31/2025");
  expect(formatCentralDate("2026-01-01T06:00:00.000Z")).toBe("1/1/2026");
});
