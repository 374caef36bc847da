import type { Broadcast } from "../../domain/contract/broadcasts.ts";

export const WAITING_BROADCAST: Broadcast = {
  id: "00000000-0000-4000-8000-00000000b001",
  kind: "service",
  audience: "members",
  segment: {},
  subject: "Prices change",
  body: "On May 1.\n\nNot before.",
  author: null,
  state: "waiting",
  recipients: 1234,
  written: 0,
  createdAt: "2027-03-10T12:00:00.000Z",
  beginsAt: "2027-03-10T12:10:00.000Z",
};
