import { rmSync } from "node:fs";

// Local databases, media, logs and generated secrets; the build and the packages stay.
for (const path of [".wrangler", ".dev.vars"]) rmSync(path, { recursive: true, force: true });
console.log("The local data is gone. npm start makes it anew.");
