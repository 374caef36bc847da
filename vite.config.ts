import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { BRAND } from "./domain/brand.ts";

/** Writes the brand into the HTML shells, so that a licensee changes one file. */
const brandedShells: Plugin = {
  name: "branded-shells",
  transformIndexHtml: (html) => html.replaceAll("%BRAND_NAME%", BRAND.name),
};

/** Two entries, two folders: web/public is prerendered afterwards by scripts/build.ts, web/app is the members' and admin's app. */
export default defineConfig({
  root: "web",
  publicDir: "static",
  plugins: [react(), tailwindcss(), brandedShells],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rollupOptions: { input: { app: "web/app/index.html", public: "web/public/index.html" } },
  },
});
