import type { Piece } from "../piece.ts";
import { firstLight } from "./first-light.ts";
import { ignition } from "./ignition.ts";
import { liveWire } from "./live-wire.ts";
import { openRoad } from "./open-road.ts";
import { redline } from "./redline.ts";
import { summit } from "./summit.ts";
import { thunderhead } from "./thunderhead.ts";

export const ALL_PIECES: readonly Piece[] = [firstLight, ignition, thunderhead, redline, openRoad, liveWire, summit];
